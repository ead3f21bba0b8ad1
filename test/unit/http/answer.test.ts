import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { anApi, request } from '../../fixtures/api.ts';
import { anEntry, catalogVersion } from '../../fixtures/services.ts';

const entries = Array.from({ length: 30 }, (_, i) =>
  anEntry({ endpoint: `https://api${String(i)}.example.com` }),
);
const api = anApi({ entries });
const [first] = entries;
const one = `/api/services/${first?.declared.id ?? ''}`;

const reads = [
  '/api/services',
  one,
  `${one}/status`,
  '/api/services/search/intent?q=rain',
  '/api/categories',
  '/api/export',
  '/openapi.json',
];

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  request(api, path, { headers });
const tagOf = async (path: string, headers = {}): Promise<string> =>
  (await get(path, headers)).headers.get('etag') ?? '';

describe.each(reads)('%s', (path) => {
  it('is public JSON that any origin may read', async () => {
    const { status, headers } = await get(path);

    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toBe('t');
    expect(headers.get('x-catalog-version')).toBe(catalogVersion.commit);
    expect(headers.get('cache-control')).toBeTruthy();
    expect(headers.get('vary')).toMatch(/accept-encoding/i);
  });

  it('exposes its headers to scripts of other origins', async () => {
    const exposed =
      (await get(path)).headers.get('access-control-expose-headers')?.toLowerCase().split(/, */) ?? [];

    expect(exposed).toEqual(
      expect.arrayContaining([
        'etag',
        'link',
        'x-total-count',
        'x-catalog-version',
        'retry-after',
        'ratelimit',
        'ratelimit-policy',
      ]),
    );
  });

  it('has a strong ETag, the same for the same body', async () => {
    expect(await tagOf(path)).toMatch(/^"[^"]+"$/);
    expect(await tagOf(path)).toBe(await tagOf(path));
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const [head, whole] = await Promise.all([request(api, path, { method: 'HEAD' }), get(path)]);

    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(whole.headers));
  });

  it('answers 304 without a body to a client that has it', async () => {
    const response = await get(path, { 'if-none-match': await tagOf(path) });

    expect(response.status).toBe(304);
    expect(response.headers.get('content-type')).toBeNull();
    expect(await response.text()).toBe('');
    expect(response.headers.get('etag')).toBe(await tagOf(path));
    expect(response.headers.get('cache-control')).toBeTruthy();
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('decompresses to the same bytes in every encoding', async () => {
    const plain = Buffer.from(await (await get(path)).arrayBuffer());
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };

    for (const coding of ['br', 'gzip'] as const) {
      const response = await get(path, { 'accept-encoding': coding });
      const used = response.headers.get('content-encoding') ?? 'identity';
      expect(used === coding || plain.length < 1024).toBe(true);
      expect(
        unpack[used === 'identity' ? 'identity' : coding](Buffer.from(await response.arrayBuffer())),
      ).toEqual(plain);
    }
  });
});

describe('If-None-Match', () => {
  const path = '/api/services';

  it.each([
    ['the tag', (tag: string) => tag],
    ['the weak tag, as a proxy may have made it', (tag: string) => `W/${tag}`],
    ['the tag among others', (tag: string) => `"other", ${tag}, W/"third"`],
    ['the weak tag among others', (tag: string) => `"other",W/${tag}`],
    ['any tag', () => '*'],
  ])('matches %s', async (_what, make) => {
    expect((await get(path, { 'if-none-match': make(await tagOf(path)) })).status).toBe(304);
  });

  it.each([
    ['another tag', () => '"other"'],
    ['part of the tag', (tag: string) => `${tag.slice(0, -2)}"`],
    ['the tag without its quotes and first letter', (tag: string) => tag.slice(1)],
    ['nothing', () => ''],
    ['nonsense', () => ',,;W/'],
  ])('does not match %s', async (_what, make) => {
    expect((await get(path, { 'if-none-match': make(await tagOf(path)) })).status).toBe(200);
  });

  it('matches the tag of another encoding, because the body is the same', async () => {
    const packed = await tagOf(path, { 'accept-encoding': 'br' });

    expect((await get(path, { 'if-none-match': packed })).status).toBe(304);
    expect((await get(path, { 'if-none-match': await tagOf(path), 'accept-encoding': 'gzip' })).status).toBe(
      304,
    );
  });

  it('works for HEAD too', async () => {
    const response = await request(api, path, {
      method: 'HEAD',
      headers: { 'if-none-match': await tagOf(path) },
    });

    expect(response.status).toBe(304);
  });

  it('keeps a tag when something else changed', async () => {
    const own = anApi({ entries });
    const before = (await request(own, one)).headers.get('etag') ?? '';
    const exportBefore = (await request(own, '/api/export')).headers.get('etag');
    await own.store.publish(
      { put: [anEntry({ endpoint: 'https://new.example.com' }).declared], removed: [], buried: [] },
      { commit: 'd'.repeat(40), changedAt: '2026-01-31T13:00:00.000Z' },
    );

    expect((await request(own, one, { headers: { 'if-none-match': before } })).status).toBe(304);
    expect((await request(own, '/api/export')).headers.get('etag')).not.toBe(exportBefore);
  });
});

describe('compression', () => {
  const path = '/api/services';
  const codingFor = async (accepted: string, of = path): Promise<string | null> =>
    (await get(of, { 'accept-encoding': accepted })).headers.get('content-encoding');

  it.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['BR', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0.5', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0.1, br;q=0', 'gzip'],
    ['br ; q=1.0 , gzip ; q=0.9', 'br'],
    ['', null],
    ['identity', null],
    ['deflate', null],
    ['br;q=0, gzip;q=0', null],
    ['*;q=0', null],
    ['br;q=nonsense', null],
    [',;,=', null],
  ])('for Accept-Encoding %j is %j', async (accepted, coding) => {
    expect(await codingFor(accepted)).toBe(coding);
  });

  it('gives each encoding a tag of its own', async () => {
    const tags = await Promise.all(
      ['identity', 'br', 'gzip'].map((coding) => tagOf(path, { 'accept-encoding': coding })),
    );

    expect(new Set(tags).size).toBe(3);
  });

  it('sends the length of the compressed body', async () => {
    for (const coding of ['identity', 'br', 'gzip']) {
      const response = await get(path, { 'accept-encoding': coding });
      expect(response.headers.get('content-length')).toBe(String((await response.arrayBuffer()).byteLength));
    }
  });
});

describe('X-Catalog-Version', () => {
  it('counts the changes since the last build', async () => {
    const own = anApi({ entries });
    const version = { commit: 'd'.repeat(40), changedAt: '2026-01-31T13:00:00.000Z' };
    const label = async (): Promise<string | null> =>
      (await request(own, '/api/services')).headers.get('x-catalog-version');

    for (const host of ['new', 'newer']) {
      await own.store.publish(
        { put: [anEntry({ endpoint: `https://${host}.example.com` }).declared], removed: [], buried: [] },
        version,
      );
    }
    expect(await label()).toBe(`${version.commit}+2`);

    own.store.setUnbuilt(0);
    expect(await label()).toBe(version.commit);
  });
});
