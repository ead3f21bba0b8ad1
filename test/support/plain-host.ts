import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

/** Where a host has the copy. */
export const copyPath = '/catalog/';

/** What browsers insist on. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
};

export interface PlainHost {
  /** The address of the copy; it ends with a slash. */
  readonly url: string;
  close(): void;
}

/**
 * A host that has the files of a folder below `copyPath`, and nothing else anywhere. It answers a folder with its index, and rewrites or redirects no
 * address.
 */
export async function plainHost(folder: string): Promise<PlainHost> {
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const name = path.endsWith('/') ? `${path}index.html` : path;
    const isInside = name.startsWith(copyPath);
    const file = join(folder, isInside ? name.slice(copyPath.length) : '404.html');
    const send = (status: number, type: string, body?: Buffer): void => {
      response.writeHead(status, { 'Content-Type': type }).end(body);
    };
    readFile(file).then(
      (body) => {
        send(isInside ? 200 : 404, mediaTypes[extname(file)] ?? 'application/octet-stream', body);
      },
      () => {
        send(404, 'text/plain');
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${String(port)}${copyPath}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
