import { connect } from 'node:net';

/*
 * A process that takes what one address can get of a server. Arguments: port, number of connections, and the path to ask for on each; without it,
 * they stay silent. It reads all that it gets, and connects again whenever it is cut off. Prints `begun` once it has tried each connection.
 */

const [port = '', count = '', path] = process.argv.slice(2);
const address = '127.0.0.2';
const pauseMs = 100;

function open(): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: address });
    const again = (): void => {
      resolve();
      setTimeout(() => void open(), pauseMs);
    };
    socket.on('error', () => undefined);
    socket.once('close', again);
    socket.once('connect', () => {
      if (path !== undefined) socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
      else resolve();
    });
    socket.once('data', () => {
      resolve();
    });
    socket.resume();
  });
}

for (let i = 0; i < Number(count); i += 50) {
  await Promise.all(Array.from({ length: Math.min(50, Number(count) - i) }, open));
}
console.log('begun');
