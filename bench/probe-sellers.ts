import { createServer } from 'node:http';

/**
 * Many sellers in one process, one at every address of 127.0.0.0/8. When standard input closes, it prints what it
 * saw and exits: the number of requests, and the most at the same time, in all and at one address.
 */
const answersAfterMs = Number(process.argv[2] ?? '0');
const challenge = Buffer.from(
  JSON.stringify({
    x402Version: 2,
    resource: { url: 'https://api.example.com/v1', description: 'x'.repeat(200) },
    accepts: Array.from({ length: 2 }, () => ({
      scheme: 'exact',
      network: 'eip155:8453',
      amount: '10000',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
      maxTimeoutSeconds: 60,
      extra: { name: 'USD Coin', version: '2' },
    })),
  }),
).toString('base64');

const saw = { requests: 0, atOnce: 0, mostAtOnce: 0, mostAtOneAddress: 0 };
const atAddress = new Map<string, number>();

const server = createServer((request, response) => {
  const address = request.socket.localAddress ?? '';
  const here = (atAddress.get(address) ?? 0) + 1;
  atAddress.set(address, here);
  saw.requests += 1;
  saw.atOnce += 1;
  saw.mostAtOnce = Math.max(saw.mostAtOnce, saw.atOnce);
  saw.mostAtOneAddress = Math.max(saw.mostAtOneAddress, here);

  setTimeout(() => {
    saw.atOnce -= 1;
    atAddress.set(address, here - 1);
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else {
      response
        .writeHead(402, { 'Payment-Required': challenge, 'Content-Type': 'application/json' })
        .end('{}');
    }
  }, answersAfterMs);
});

server.listen(0, '0.0.0.0', 4096, () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(address.port);
});
process.stdin.on('end', () => {
  console.log(JSON.stringify(saw));
  process.exit();
});
process.stdin.resume();
