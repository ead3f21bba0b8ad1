import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { pathOf, type RunningHost, startHost, type StaticHost } from './static-host.ts';

const operation = new URL('../../../docs/operation.md', import.meta.url);
const service = serviceNamed('rain');

/** The example of a configuration in the document on operation. */
async function documented(language: 'nginx' | 'caddyfile'): Promise<string> {
  const text = await readFile(operation, 'utf8');
  const [, example] = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(text) ?? [];
  if (example === undefined) throw new Error(`docs/operation.md has no example for ${language}`);

  return example;
}

/** The proxies with their documented configuration, in front of a server. */
const proxies: Record<string, (server: string) => StaticHost> = {
  nginx: (server) => ({
    program: 'nginx',
    isRequired: true,
    async configure({ port, folder }) {
      const locations = (await documented('nginx')).replace('127.0.0.1:4321', server);
      const file = join(folder, 'nginx.conf');
      await writeFile(
        file,
        `${process.getuid?.() === 0 ? 'user root;' : ''} daemon off; worker_processes 1; pid ${folder}/nginx.pid;
        events {}
        http { access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
        server { listen 127.0.0.1:${String(port)}; ${locations} } }`,
      );
      return { args: ['-p', folder, '-e', 'stderr', '-c', file] };
    },
  }),
  Caddy: (server) => ({
    program: 'caddy',
    isRequired: true,
    async configure({ port, folder }) {
      const file = join(folder, 'Caddyfile');
      const site = (await documented('caddyfile'))
        .replace('catalog.example.com', `http://127.0.0.1:${String(port)}`)
        .replace('127.0.0.1:4321', server);
      await writeFile(file, `{\n\tadmin off\n}\n${site}`);
      const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      return { args: ['run', '--config', file, '--adapter', 'caddyfile'], env };
    },
  }),
};

const hidden = 'GET /api/smuggled HTTP/1.1\r\nHost: x\r\nX: ';
const post = 'POST /api/intent HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
const chunked = `0\r\n\r\n${hidden}`;
const lengthOf = (text: string): string => String(Buffer.byteLength(text));

/** Requests that two parsers may divide differently: RFC 9112, sections 6.3, 7.1 and 11.2. */
const shapes: Record<string, string> = {
  'a length beside chunks': `${post}Content-Length: ${lengthOf(chunked)}\r\nTransfer-Encoding: chunked\r\n\r\n${chunked}`,
  'chunks before a length': `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${lengthOf(hidden)}\r\n${chunked}`,
  'two lengths': `${post}Content-Length: 0\r\nContent-Length: ${lengthOf(hidden)}\r\n\r\n${hidden}`,
  'lengths in a list': `${post}Content-Length: 0, ${lengthOf(hidden)}\r\n\r\n${hidden}`,
  'a signed length': `${post}Content-Length: +${lengthOf(hidden)}\r\n\r\n${hidden}`,
  'a space before the colon': `${post}Content-Length : ${lengthOf(hidden)}\r\n\r\n${hidden}`,
  'an unknown coding': `${post}Transfer-Encoding: xchunked\r\n\r\n${chunked}`,
  'two codings': `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n${chunked}`,
  'a coding after a tab': `${post}Transfer-Encoding:\tchunked\r\nContent-Length: 3\r\n\r\n${chunked}`,
  'a coding on a folded line': `${post}Transfer-Encoding:\r\n chunked\r\nContent-Length: 3\r\n\r\n${chunked}`,
  'a coding after a vertical tab': `${post}Transfer-Encoding: \vchunked\r\n\r\n${chunked}`,
  'a coding after a bare line feed': `${post}X: y\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n${chunked}`,
  'a chunk with an extension that ends in a line feed': `${post}Transfer-Encoding: chunked\r\n\r\n2;\n45\r\n${chunked}`,
  'a chunk longer than a number': `${post}Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n${chunked}`,
  'a body of a GET': `GET /api/categories HTTP/1.1\r\nHost: x\r\nContent-Length: ${lengthOf(hidden)}\r\n\r\n${hidden}`,
  'a length under another name': `${post}Content_Length: ${lengthOf(hidden)}\r\nContent-Length: 0\r\n\r\n${hidden}`,
  'an upgrade that is none': `GET /api/categories HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n${hidden}`,
  'an expectation': `${post}Expect: 100-continue\r\nContent-Length: 0\r\n\r\n${hidden}`,
};

describe.each(Object.entries(proxies))('behind %s, as documented', (name, proxy) => {
  let [workplace, server, host]: [Workplace?, RunningServer?, RunningHost?] = [];

  beforeAll(async () => {
    workplace = await Workplace.make();
    await writeCatalog(workplace.catalog, service);
    server = await startServer({ ...workplace.environment, TRUSTED_PROXIES: '127.0.0.1' });
    const configured = proxy(new URL(server.url).host);
    if (pathOf(configured.program) === undefined) throw new Error(`${name} is not installed`);
    host = await startHost(configured, { root: '', folder: workplace.folder });
  });

  afterAll(async () => {
    await host?.stop();
    await server?.stop('SIGTERM');
    await workplace?.remove();
  });

  /** Sends bytes, and resolves once the other end has answered or closed. */
  async function send(bytes: string): Promise<void> {
    const { port } = new URL(host?.url ?? '');
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
      socket.on('error', () => undefined);
      socket.on('close', () => {
        resolve();
      });
      socket.on('data', () => socket.end());
      socket.setTimeout(2_000, () => socket.destroy());
    });
  }

  it.each(Object.entries(shapes))('%s gives nobody the answer of another', async (_, bytes) => {
    await Promise.all(Array.from({ length: 4 }, () => send(bytes)));
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const answer = await fetch(`${host?.url ?? ''}/api/services/${service.id}`);
        return `${String(answer.status)} ${answer.headers.get('etag') ?? ''}`;
      }),
    );

    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toMatch(/^200 "/);
  });
});
