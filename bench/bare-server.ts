import { createServer } from 'node:http';

/** A minimal server: answers every request with the bytes of standard input and the headers in the first argument. */
const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
const body = Buffer.concat(chunks);
const headers = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>;

const server = createServer((_request, response) => {
  response.writeHead(200, headers).end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(address.port);
});
