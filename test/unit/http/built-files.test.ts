import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BuiltFiles } from '../../../src/http/built-files.ts';
import { type Answer, ask, type Asked } from '../../support/ask.ts';
import { openDescriptors } from '../../support/descriptors.ts';
import { Workplace } from '../../support/running-server.ts';
import { soon } from '../../support/soon.ts';

const page = `<!doctype html><title>Page</title>${'<p>words and more words</p>'.repeat(100)}`;
const script = `export const words = ${JSON.stringify('more of them '.repeat(200))};`;
const large = 'x'.repeat(32 * 1024 * 1024);
const small = '0123456789';

const files: Readonly<Record<string, string | Buffer>> = {
  'index.html': page,
  '404.html': page,
  'services/index.html': page,
  'services/ünïcode/index.html': page,
  'robots.txt': small,
  'empty.txt': '',
  'large.png': large,
  '_astro/app.123.js': script,
  '_astro/app.123.js.br': brotliCompressSync(script),
  '_astro/app.123.js.gz': gzipSync(script),
  '.well-known/security.txt': 'Contact: mailto:a@example.com',
  '.secret': 'a secret',
  'services/.secret.json': 'a secret',
};

let workplace: Workplace;
let server: Server;
let origin: string;
let port: number;

beforeAll(async () => {
  workplace = await Workplace.make();
  const { folder } = workplace;
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }

  const built = new BuiltFiles(folder);
  server = createServer((request, response) => {
    void built.send(decodeURIComponent(request.url ?? ''), request, response).then((isSent) => {
      if (!isSent) response.writeHead(404).end('none');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  origin = `http://127.0.0.1:${String(port)}`;
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await workplace.remove();
});

const get = (path: string, headers: Record<string, string> = {}, asked: Asked = {}): Promise<Answer> =>
  ask(origin, path, { ...asked, headers });

describe('a file of a build', () => {
  it.each(['/', '/services', '/services/', `/${encodeURIComponent('services/ünïcode')}/`])(
    'is found by its folder: %s',
    async (path) => {
      const { status, headers, body } = await get(path);

      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(body.toString()).toBe(page);
    },
  );

  it.each([
    ['hidden', '/.secret'],
    ['hidden in a folder', '/services/.secret.json'],
    ['above the folder', '/../built-files.ts'],
    ['above the folder by way of another', '/services/../../x'],
    ['behind backslashes', '/services\\..\\robots.txt'],
    ['before a null byte', '/robots.txt%00.html'],
    ['a file as a folder', '/robots.txt/'],
    ['longer than any name', `/${'a'.repeat(5000)}`],
    ['deeper than any path', `/${'a/'.repeat(2000)}`],
  ])('is not found when it is %s', async (_where, path) => {
    expect((await get(path)).body.toString()).toBe('none');
  });

  it('is public under /.well-known/ (RFC 8615)', async () => {
    expect((await get('/.well-known/security.txt')).status).toBe(200);
  });
});

/** RFC 9110, 14.1.2. */
describe('a range', () => {
  it.each([
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, small, 'bytes 0-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=5-2', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=99999999999999999999-', 416, '', 'bytes */10'],
    ['bytes=0-1,4-5', 200, small, undefined],
    ['bytes=', 200, small, undefined],
    ['bytes=a-b', 200, small, undefined],
    ['lines=1-2', 200, small, undefined],
  ])('%s is answered with %i', async (range, status, text, contentRange) => {
    for (const method of ['GET', 'HEAD']) {
      const { headers, body, ...answer } = await get('/robots.txt', { Range: range }, { method });

      expect([200, status]).toContain(answer.status);
      if (method === 'HEAD') expect(body).toHaveLength(0);
      else {
        expect(answer.status === 416 && text === '' ? '' : body.toString()).toBe(text);
        expect(headers['content-range']).toBe(contentRange);
      }
    }
  });

  it('of an empty file is ignored', async () => {
    expect((await get('/empty.txt', { Range: 'bytes=0-0' })).status).toBe(416);
  });

  it('applies to stored bytes, never to a body compressed on demand', async () => {
    const whole = await get('/services/');
    const part = await get('/services/', { Range: 'bytes=0-99', 'Accept-Encoding': 'br, gzip' });

    expect(part.status).toBe(206);
    expect(part.headers['content-encoding']).toBeUndefined();
    expect(part.body.equals(whole.body.subarray(0, 100))).toBe(true);
  });

  it('is ignored when If-Range names another version', async () => {
    const { etag = '' } = (await get('/robots.txt')).headers;

    expect((await get('/robots.txt', { Range: 'bytes=5-', 'If-Range': etag })).status).toBe(206);
    expect((await get('/robots.txt', { Range: 'bytes=5-', 'If-Range': '"other"' })).status).toBe(200);
  });
});

describe('compression', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])(
    'uses the files that the build compressed, and compresses pages on demand: %s',
    async (encoding, unpack) => {
      for (const [path, text] of [
        ['/_astro/app.123.js', script],
        ['/services/', page],
      ] as const) {
        const { headers, body } = await get(path, { 'Accept-Encoding': encoding });
        expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
        expect(unpack(body).toString()).toBe(text);

        const known = await get(path, {
          'Accept-Encoding': encoding,
          'If-None-Match': headers['etag'] ?? '',
        });
        expect(known.status).toBe(304);
      }
    },
  );
});

describe('a download', () => {
  it('that the client aborts leaves no file open', async () => {
    const before = openDescriptors();
    const sockets = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const socket = connect({ port, host: '127.0.0.1' });
        socket.write('GET /large.png HTTP/1.1\r\nHost: a\r\n\r\n');
        await once(socket, 'data');
        return socket.pause();
      }),
    );
    expect(openDescriptors()).toBeGreaterThan(before + 100);

    for (const socket of sockets) socket.destroy();
    await vi.waitFor(() => expect(openDescriptors()).toBeLessThanOrEqual(before + 2), soon);
  });
});
