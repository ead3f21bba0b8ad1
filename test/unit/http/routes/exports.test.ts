import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DatabaseExports } from '../../../../src/sqlite-export/database-exports.ts';
import { DatabaseFailure } from '../../../../src/domain/unavailable.ts';
import type { Limits } from '../../../../src/http/admission.ts';
import type { ApiDependencies } from '../../../../src/http/dependencies.ts';
import { Snapshot } from '../../../../src/domain/snapshot.ts';
import { Turns } from '../../../../src/live/turns.ts';
import { bodyOf } from '../../../../src/views/body.ts';
import { serviceView } from '../../../../src/views/service.ts';
import { serviceColumns } from '../../../../src/views/service-columns.ts';
import { anApi, request, siteUrl, type TestApi } from '../../../fixtures/api.ts';
import { faultsOf } from '../../../fixtures/bodies.ts';
import { hostileNames } from '../../../fixtures/hostile-names.ts';
import { memoryDatabases } from '../../../fixtures/memory-databases.ts';
import { anEntry, catalogVersion } from '../../../fixtures/services.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { turnsOfTheLoop } from '../../../support/turns-of-the-loop.ts';

const entries = hostileNames.map((name, i) =>
  anEntry(
    { name, description: `${name} for all.`, endpoint: `https://h${i}.example.com` },
    { trustScore: i },
  ),
);
const formats = ['/api/export', '/api/export.ndjson', '/api/export.csv', '/api/export.sqlite'];
const texts = formats.slice(0, 3);
const newcomer = anEntry({ endpoint: 'https://new.example.com' }).declared;

const exporting = (parts: Partial<ApiDependencies> = {}): TestApi =>
  anApi({ entries, parts: { databases: memoryDatabases, ...parts } });

/** An API that makes real databases. */
async function makingDatabases(licence: string): Promise<TestApi> {
  const databases = new DatabaseExports({
    folder: await temporaryFolder(),
    siteUrl,
    licence,
    turns: new Turns(),
    stopping: new AbortController().signal,
  });
  onTestFinished(() => databases.clear());
  return exporting({ licence, databases });
}

/** With long texts that cannot be compressed well, where no search reads them. */
const many = Array.from({ length: 150 }, (_, i) =>
  anEntry({
    endpoint: `https://l${String(i)}.example.com`,
    x402Config: {
      network: 'base',
      paymentAddress: createHash('shake256', { outputLength: 6_000 }).update(String(i)).digest('base64url'),
    },
  }),
);

/** A catalog whose export has many slices, and how many of its services were read. */
function largeCatalog(parts: Partial<Limits> = {}) {
  const api = anApi({ entries: many, parts });
  const find = vi.spyOn(api.store.snapshot, 'find');

  return { api, size: many.length, find, read: () => find.mock.calls.length };
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

async function readerOf(api: TestApi, path: string, headers: Record<string, string> = {}): Promise<Reader> {
  const { body } = await request(api, path, { headers });
  if (!body) throw new Error('there is no body');

  return body.getReader();
}

async function rest(reader: Reader): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
  return Buffer.concat(chunks);
}

/** The headers of an export whose body was read. */
async function headersOf(api: TestApi, path: string, headers: Record<string, string> = {}): Promise<Headers> {
  const response = await request(api, path, { headers });
  await response.arrayBuffer();
  return response.headers;
}

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
const listed = ({ store }: TestApi): string[] =>
  store.snapshot.entriesById().map((entry) => bodyOf(serviceView(entry)));

async function change({ store }: TestApi): Promise<void> {
  await store.publish(
    { put: [newcomer], removed: [], buried: [] },
    { commit: 'd'.repeat(40), changedAt: '2026-01-31T13:00:00.000Z' },
  );
}

describe('GET /api/export', () => {
  const maps = anEntry(
    {
      name: 'Maps',
      endpoint: 'https://maps.example.com',
      category: 'maps-geolocation',
      pricing: { currency: 'USDC', pricePerRequest: '0.10', freeQuota: 7 },
    },
    { status: 'verified', trustScore: 60 },
  );
  const api = anApi({ entries: [...entries, maps] });
  const json = async (path: string): Promise<unknown> => JSON.parse(await (await request(api, path)).text());

  it('returns the complete catalog with exactly its fields', async () => {
    const document = (await json('/api/export')) as { endpoints: object[] };

    expect(Object.keys(document)).toEqual(['version', 'source', 'exportedAt', 'endpoints']);
    expect(document).toMatchObject({
      version: '1.0',
      source: 'tollbook',
      exportedAt: '2026-01-31T12:00:00.000Z',
    });
    expect(document.endpoints).toHaveLength(entries.length + 1);
    expect(document.endpoints).toContainEqual({
      id: maps.declared.id,
      name: 'Maps',
      endpoint: 'https://maps.example.com',
      category: 'Maps & Geolocation',
      pricing: { currency: 'USDC', pricePerRequest: '0.10' },
      x402Config: maps.declared.x402Config,
      trustScore: 60,
      status: 'verified',
    });
    for (const endpoint of document.endpoints) {
      expect(Object.keys(endpoint)).toEqual([
        'id',
        'name',
        'endpoint',
        'category',
        'pricing',
        'x402Config',
        'trustScore',
        'status',
      ]);
    }
  });

  it('is always complete, so that it refuses parameters for pages', async () => {
    const answer = await request(api, '/api/export?limit=1&offset=2');

    expect(answer.status).toBe(400);
    expect(await faultsOf(answer)).toEqual(['/limit unknown_parameter', '/offset unknown_parameter']);
  });

  it('returns the same bytes and ETag for an unchanged catalog', async () => {
    const [first, second] = await Promise.all([
      request(api, '/api/export'),
      request(anApi({ entries: [maps, ...entries] }), '/api/export'),
    ]);

    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await second.text()).toBe(await first.text());
  });

  it('moves its time with a check that changes a status', async () => {
    const checkedAt = new Date('2026-01-31T12:20:00.000Z');
    const { facts } = anEntry({}, { status: 'inactive' }).observed;
    const checked = { ...facts, standing: { ...facts.standing, checkedAt } };
    const api = anApi({ entries: [maps] });
    const exported = async (): Promise<unknown> => (await request(api, '/api/export')).json();
    expect(await exported()).toMatchObject({ exportedAt: catalogVersion.changedAt });

    api.store.observe(new Map([[maps.declared.id, checked]]));

    expect(await exported()).toMatchObject({
      exportedAt: checkedAt.toISOString(),
      endpoints: [{ status: 'inactive' }],
    });
  });
});

describe('GET /api/export.ndjson', () => {
  it('has every service as the API answers it, sorted by id', async () => {
    const api = exporting();
    const response = await request(api, '/api/export.ndjson');

    expect(response.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const lines = (await response.text()).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines).toEqual(listed(api));
    for (const [i, line] of lines.entries()) {
      const id = api.store.snapshot.entriesById()[i]?.declared.id ?? '';
      expect(await (await request(api, `/api/services/${id}`)).text()).toBe(line);
    }
  });

  it('is empty for an empty catalog', async () => {
    expect(await (await request(anApi(), '/api/export.ndjson')).text()).toBe('');
  });
});

describe('GET /api/export.csv', () => {
  it('has a record for each service after the header', async () => {
    const api = exporting();
    const response = await request(api, '/api/export.csv');

    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [header, ...records]: string[][] = parse(await response.text(), { record_delimiter: '\r\n' });
    expect(header).toEqual(serviceColumns);
    expect(records.map(([id]) => id)).toEqual(
      api.store.snapshot.entriesById().map(({ declared }) => declared.id),
    );
  });
});

describe('GET /api/export.sqlite', () => {
  it('is a database with every service, which can be searched', async () => {
    const api = await makingDatabases('CC0-1.0');
    const response = await request(api, '/api/export.sqlite');
    const bytes = await bytesOf(response);
    const database = new Database(bytes);

    expect(response.headers.get('content-type')).toBe('application/vnd.sqlite3');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(database.prepare('SELECT id FROM services ORDER BY id').pluck().all()).toEqual(
      api.store.snapshot.entriesById().map(({ declared }) => declared.id),
    );
    expect(
      database.prepare("SELECT name FROM search WHERE search MATCH 'rain NOT hail' ORDER BY rank").all(),
    ).toHaveLength(2);
    expect(Object.fromEntries(database.prepare('SELECT name, value FROM meta').raw().all() as [])).toEqual({
      version: '1',
      site: 'https://catalog.example.com',
      commit: catalogVersion.commit,
      changedAt: catalogVersion.changedAt,
      cursor: api.feed.cursor(),
      licence: 'CC0-1.0',
    });
    database.close();
  });

  describe('in parts', () => {
    it('sends the bytes that Range names', async () => {
      const api = exporting();
      const whole = await bytesOf(await request(api, '/api/export.sqlite'));

      for (const [range, part] of [
        ['bytes=0-99', whole.subarray(0, 100)],
        ['bytes=100-', whole.subarray(100)],
        ['bytes=-16', whole.subarray(-16)],
      ] as const) {
        const response = await request(api, '/api/export.sqlite', {
          headers: { range, 'accept-encoding': 'br, gzip' },
        });
        expect(response.status).toBe(206);
        expect(response.headers.get('content-encoding')).toBeNull();
        expect(response.headers.get('content-length')).toBe(String(part.length));
        expect(response.headers.get('content-range')).toMatch(
          new RegExp(`^bytes \\d+-\\d+/${whole.length}$`),
        );
        expect((await bytesOf(response)).equals(part)).toBe(true);
      }
    });

    it('answers 416 to a part that it does not have', async () => {
      const api = exporting();
      const { length } = await bytesOf(await request(api, '/api/export.sqlite'));
      const response = await request(api, '/api/export.sqlite', { headers: { range: `bytes=${length}-` } });

      expect(response.status).toBe(416);
      expect(response.headers.get('content-range')).toBe(`bytes */${length}`);
      expect(await response.json()).toMatchObject({ code: 'range_not_satisfiable' });
    });

    it('sends the whole when the database that If-Range names is another one', async () => {
      const api = exporting();
      const { headers } = await request(api, '/api/export.sqlite', { method: 'HEAD' });
      const get = async (ifRange: string): Promise<number> => {
        const part = { range: 'bytes=0-9', 'if-range': ifRange };
        const response = await request(api, '/api/export.sqlite', { headers: part });
        await response.arrayBuffer();
        return response.status;
      };

      expect(headers.get('accept-ranges')).toBe('bytes');
      expect(await get(headers.get('etag') ?? '')).toBe(206);
      expect(await get('"other"')).toBe(200);
      expect(await get(headers.get('last-modified') ?? '')).toBe(200);
      await change(api);
      expect(await get(headers.get('etag') ?? '')).toBe(200);
    });
  });

  it('is refused when it cannot be made, and the failure is logged', async () => {
    const databases = { open: () => Promise.reject(new DatabaseFailure('the disk is full')) };
    const api = anApi({ entries, parts: { databases } });
    const response = await request(api, '/api/export.sqlite');

    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('60');
    expect(await response.text()).not.toContain('disk');
    expect(api.log.lines).toMatchObject([
      { level: 'error', message: 'a database of the catalog could not be made' },
    ]);
  });
});

describe.each(formats)('%s', (path) => {
  it('says where the changes after it begin, and of which commit it is', async () => {
    const api = exporting();
    const headers = await headersOf(api, path);

    expect(headers.get('x-catalog-cursor')).toBe(api.feed.cursor());
    expect(headers.get('x-catalog-version')).toBe(catalogVersion.commit);
    expect(headers.get('access-control-expose-headers')).toContain('X-Catalog-Cursor');
  });

  it('reads snapshot and cursor in one turn of the event loop', async () => {
    const cursors: string[] = [];
    const api: TestApi = exporting();
    vi.spyOn(api.feed, 'cursor').mockImplementation(() => String(api.store.snapshot.size));
    const asked = request(api, path);
    await change(api);
    const response = await asked;
    cursors.push(response.headers.get('x-catalog-cursor') ?? '');
    const body = await bytesOf(response);

    expect(cursors).toEqual([String(entries.length)]);
    expect(body.includes(newcomer.id)).toBe(false);
  });

  it('names the licence of the data', async () => {
    const link = async (licence: string | undefined): Promise<string | null> =>
      (await headersOf(exporting({ licence }), path)).get('link');

    expect(await link('CC0-1.0')).toBe('<https://spdx.org/licenses/CC0-1.0>; rel="license"');
    expect(await link(undefined)).toBeNull();
  });

  it('has a tag that is the same on another server, and another one after a change', async () => {
    const tagOf = async (api: TestApi): Promise<string | null> =>
      (await request(api, path, { method: 'HEAD' })).headers.get('etag');
    const api = exporting();
    const tag = await tagOf(api);

    expect(tag).toMatch(/^"[\w-]{27}"$/);
    expect(await tagOf(exporting())).toBe(tag);
    await change(api);
    expect(await tagOf(api)).not.toBe(tag);
  });

  it('answers 304 to a client that has it in any encoding', async () => {
    const api = exporting();
    for (const coding of ['identity', 'br', 'gzip']) {
      const { headers } = await request(api, path, {
        method: 'HEAD',
        headers: { 'accept-encoding': coding },
      });
      const tag = headers.get('etag') ?? '';
      const known = await request(api, path, { headers: { 'if-none-match': tag } });

      expect(known.status).toBe(304);
      expect(await known.text()).toBe('');
      expect(known.headers.get('content-type')).toBeNull();
      expect(known.headers.get('content-encoding')).toBeNull();
      expect(known.headers.get('x-catalog-cursor')).toBe(api.feed.cursor());
    }
  });

  it('is never 304 by its date alone', async () => {
    const api = exporting();
    const { headers } = await request(api, path, { method: 'HEAD' });
    const response = await request(api, path, {
      headers: { 'if-modified-since': headers.get('last-modified') ?? '' },
    });

    expect(response.status).toBe(200);
    await response.arrayBuffer();
  });

  it('has a Last-Modified that moves with every change, even within a second', async () => {
    const api = exporting();
    const modified = async (): Promise<number> => {
      const { headers } = await request(api, path, { method: 'HEAD' });
      return Date.parse(headers.get('last-modified') ?? '');
    };
    api.time.advance(10_000 - (api.time.now().getTime() % 1000) + 300);
    await change(api);
    const [copied, now] = [await modified(), api.time.now().getTime()];
    expect(copied).toBe(now - 300);

    api.time.advance(200);
    await api.store.publish(
      { put: [{ ...newcomer, name: 'Newer' }], removed: [], buried: [] },
      catalogVersion,
    );
    api.time.advance(5_000);
    expect(await modified()).toBe(copied + 1000);
    api.time.advance(5_000);
    expect(await modified()).toBe(copied + 1000);
  });

  it('moves it with what checks see, too', async () => {
    const api = exporting();
    api.time.advance(60_000);
    const before = (await request(api, path, { method: 'HEAD' })).headers.get('last-modified');
    const [seen] = entries;
    api.store.observe(
      new Map([[seen?.declared.id ?? '', anEntry({}, { status: 'verified' }).observed.facts]]),
    );
    api.time.advance(60_000);

    expect((await request(api, path, { method: 'HEAD' })).headers.get('last-modified')).not.toBe(before);
  });

  it('answers HEAD like GET, without making a body', async () => {
    const api = exporting();
    for (const coding of ['identity', 'br']) {
      const headers = { 'accept-encoding': coding };
      const [head, get] = [
        await request(api, path, { method: 'HEAD', headers }),
        await request(api, path, { headers }),
      ];

      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
      expect(head.status).toBe(200);
      expect(await head.text()).toBe('');
      await get.arrayBuffer();
    }
  });

  it('has the same bytes in every encoding', async () => {
    const api = exporting();
    const plain = await bytesOf(await request(api, path));

    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const response = await request(api, path, { headers: { 'accept-encoding': coding } });
      expect(response.headers.get('content-encoding')).toBe(coding);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      expect(unpack(await bytesOf(response)).equals(plain)).toBe(true);
    }
  });
});

describe.each(texts)('a long %s', (path) => {
  it('begins before all of it is made', async () => {
    const { api, size, read } = largeCatalog();
    const reader = await readerOf(api, path);
    const { value } = await reader.read();

    expect(value?.length).toBeGreaterThan(0);
    expect(read()).toBeLessThan(size / 2);
    await reader.cancel();
  });

  it('is not made for a HEAD', async () => {
    const { api, read } = largeCatalog();

    expect((await request(api, path, { method: 'HEAD' })).status).toBe(200);
    expect(read()).toBe(0);
  });

  it('is made no further than it is read, and no more once nobody reads', async () => {
    const { api, size, read } = largeCatalog();
    const reader = await readerOf(api, path);
    await reader.read();
    const made = read();
    await turnsOfTheLoop(100);
    expect(read()).toBe(made);

    await reader.cancel();
    await turnsOfTheLoop(100);
    expect(read()).toBe(made);
    expect(made).toBeLessThan(size);
  });

  it('and no further than a compressor takes', async () => {
    const { api, size, read } = largeCatalog();
    const reader = await readerOf(api, path, { 'accept-encoding': 'br' });
    await reader.read();
    await turnsOfTheLoop(1_000);
    const made = read();
    expect(made).toBeLessThan(size);

    await reader.cancel();
    await turnsOfTheLoop(1_000);
    expect(read()).toBe(made);
  });

  it('ends quietly when its client goes while a part is made', async () => {
    const { api } = largeCatalog();
    const reader = await readerOf(api, path);
    const next = reader.read();
    await reader.cancel();
    await next;
    await turnsOfTheLoop(10);

    expect(api.log.lines).toEqual([]);
  });

  it('holds one snapshot, however the catalog changes meanwhile', async () => {
    const { api } = largeCatalog();
    const whole = await bytesOf(await request(api, path));
    const reader = await readerOf(api, path);
    const { value = new Uint8Array() } = await reader.read();
    await change(api);
    const [seen, gone] = [...api.store.snapshot.entries()].slice(-2);
    api.store.observe(
      new Map([[seen?.declared.id ?? '', anEntry({}, { status: 'verified' }).observed.facts]]),
    );
    await api.store.publish({ put: [], removed: [gone?.declared.id ?? ''], buried: [] }, catalogVersion);

    expect(Buffer.concat([value, await rest(reader)]).equals(whole)).toBe(true);
    expect((await bytesOf(await request(api, path))).equals(whole)).toBe(false);
  });

  it('breaks off when it cannot be made to its end', async () => {
    const { api, size, read, find } = largeCatalog();
    const { snapshot } = api.store;
    find.mockImplementation((id) => {
      if (read() === size - 1) throw new Error('a service is damaged');
      return Snapshot.prototype.find.call(snapshot, id);
    });

    await expect(bytesOf(await request(api, path))).rejects.toThrow('a service is damaged');
    expect(api.log.lines).toMatchObject([{ level: 'error', message: 'an export broke off' }]);
  });
});

describe('clients that download more than the server can send at once', () => {
  it('are refused until one of their downloads has ended', async () => {
    const { api } = largeCatalog({ readLimit: { requests: 100, perSeconds: 60 } });
    const readers = await Promise.all(Array.from({ length: 16 }, () => readerOf(api, '/api/export.ndjson')));
    await Promise.all(readers.map((reader) => reader.read()));

    const refused = await request(api, '/api/export.csv');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('5');
    expect((await request(api, '/api/export.csv', { method: 'HEAD' })).status).toBe(200);

    await readers[0]?.cancel();
    const response = await request(api, '/api/export.csv');
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    await Promise.all(readers.slice(1).map(rest));
  });

  it('are not distinguished where reads have no limit, since a proxy may ask for all of them', async () => {
    const { api } = largeCatalog();
    const begin = async (): Promise<Reader> => {
      const reader = await readerOf(api, '/api/export.ndjson');
      await reader.read();
      return reader;
    };
    const readers = await Promise.all(Array.from({ length: 32 }, begin));

    expect((await request(api, '/api/export.ndjson')).status).toBe(503);
    await Promise.all(readers.map((reader) => reader.cancel()));
    const response = await request(api, '/api/export.ndjson', { method: 'HEAD' });
    expect(response.status).toBe(200);
  });
});
