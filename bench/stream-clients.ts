import { connect, type Socket } from 'node:net';

/*
 * A process that holds streams of changes open. Arguments: port, number of clients, number of clients that never read. Prints `open` once all
 * are, and then, each time that every reading client has got one more event, when that was, in milliseconds since 1970.
 */

const [port, reading, silent] = process.argv.slice(2).map(Number);
const received = new Map<number, number>();
let opened = 0;

/** Connects, and resolves with the answer's first bytes. */
function open(isReading: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port ?? 0, '127.0.0.1');
    socket.on('error', reject);
    socket.write('GET /api/changes/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n');
    socket.once('readable', () => {
      opened += 1;
      if (isReading) count(socket);
      resolve();
    });
  });
}

function count(socket: Socket): void {
  let events = 0;
  let rest = '';
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    const found = (rest + text).split('\nevent: ');
    rest = (found.at(-1) ?? '').slice(-8);
    for (let i = 1; i < found.length; i += 1) {
      events += 1;
      const all = (received.get(events) ?? 0) + 1;
      received.set(events, all);
      if (all === reading) console.log(String(Date.now()));
    }
  });
}

for (let i = 0; i < (reading ?? 0); i += 50) {
  await Promise.all(Array.from({ length: Math.min(50, (reading ?? 0) - i) }, () => open(true)));
}
await Promise.all(Array.from({ length: silent ?? 0 }, () => open(false)));
console.log(`open ${String(opened)}`);
