import { connect } from 'node:net';

/** What came back, as far as it was read. */
export interface RawAnswer {
  /** 0 where the server closed without an answer. */
  readonly status: number;
  readonly head: string;
}

/** A longer answer says nothing more. */
const mostRead = 256 * 1024;

const patienceMs = 20_000;

/** Sends bytes on a connection of their own, as they are, and reads the first final answer. Gives up when the server keeps silent. */
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
      if (size > mostRead || isComplete(received, size)) done();
      // Where no length is told, the server closes once it has sent all that it was asked for.
      else if (received.includes('\r\n\r\n')) socket.end();
    });
    socket.on('end', done).on('close', done).on('error', done);
    socket.setTimeout(patienceMs, done);
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

/** Where the length is told, the end of the connection need not be waited for. */
function isComplete(received: string, size: number): boolean {
  const head = received.indexOf('\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, Math.max(0, head)))?.[1];

  return head !== -1 && length !== undefined && size >= head + 4 + Number(length);
}
