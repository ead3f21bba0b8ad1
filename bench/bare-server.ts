import { createServer } from 'node:http';

/** The least a server can do: the bytes of standard input, with the headers of the first argument, to every request. */
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
