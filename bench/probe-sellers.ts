import { createServer } from 'node:http';
import { challengeOf } from './challenge.ts';

/**
 * Many sellers in one process, one at every address of 127.0.0.0/8, each with a wallet of its own. When standard input closes, it prints
 * what it saw and exits: the number of requests, the most at the same time, in all and at one address, and the seconds of processor time.
 */
const answersAfterMs = Number(process.argv[2] ?? '0');

const saw = { requests: 0, atOnce: 0, maxAtOnce: 0, maxAtOneAddress: 0 };
const atAddress = new Map<string, number>();

const server = createServer((request, response) => {
  const address = request.socket.localAddress ?? '';
  const here = (atAddress.get(address) ?? 0) + 1;
  atAddress.set(address, here);
  saw.requests += 1;
  saw.atOnce += 1;
  saw.maxAtOnce = Math.max(saw.maxAtOnce, saw.atOnce);
  saw.maxAtOneAddress = Math.max(saw.maxAtOneAddress, here);

  setTimeout(() => {
    saw.atOnce -= 1;
    atAddress.set(address, here - 1);
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else {
      response
        .writeHead(402, { 'Payment-Required': challengeOf(address), 'Content-Type': 'application/json' })
        .end('{}');
    }
  }, answersAfterMs);
});

server.listen(Number(process.argv[3] ?? '0'), '0.0.0.0', 4096, () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(address.port);
});
process.stdin.on('end', () => {
  const { user, system } = process.cpuUsage();
  console.log(JSON.stringify({ ...saw, seconds: (user + system) / 1e6 }));
  process.exit();
});
process.stdin.resume();
