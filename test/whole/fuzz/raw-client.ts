import { connect } from 'node:net';

/** The part of a response that was read. */
export interface RawAnswer {
  /** 0 when the server closed without a response. */
  readonly status: number;
  readonly head: string;
}

/** Reading more would reveal nothing new. */
const maxRead = 256 * 1024;

const timeoutMs = 20_000;

/** Sends raw bytes on a new connection and reads the first final response. Times out when the server is silent. */
export function sendRaw(port: number, bytes: Buffer, { half = false } = {}): Promise<RawAnswer> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let [received, size] = ['', 0];
    const done = (): void => {
      socket.destroy();
      resolve(finalAnswer(received));
    };

    socket.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (received.length < 16_384) received += chunk.toString('latin1');
      if (size > maxRead || isComplete(received, size)) done();
      // Without a length, the response ends when the server closes the connection.
      else if (received.includes('\r\n\r\n')) socket.end();
    });
    socket.on('end', done).on('close', done).on('error', done);
    socket.setTimeout(timeoutMs, done);
    socket.write(bytes);
    if (half) socket.end();
  });
}

function finalAnswer(received: string): RawAnswer {
  const text = received.replace(/^(?:HTTP\/1\.1 1\d\d [^\r]*\r\n(?:[^\r]+\r\n)*\r\n)+/, '');

  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0),
    head: text.slice(0, Math.max(0, text.indexOf('\r\n\r\n'))),
  };
}

/** With a length, there is no need to wait for the end of the connection. */
function isComplete(received: string, size: number): boolean {
  const head = received.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, Math.max(0, head)))?.[1];

  return head !== -1 && length !== undefined && size >= head + 4 + Number(length);
}
