import { mkdir, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AppliedBatch, mirror } from '../../../src/mirror/mirror.ts';
import { AMirror } from '../../support/mirror/a-mirror.ts';
import { served } from '../../support/mirror/fake-catalog.ts';
import { QuickTime } from '../../support/mirror/surroundings.ts';

let catalog: AMirror['catalog'];
let folder: string;
let time: AMirror['time'];
let notices: string[];
let visit: AMirror['visit'];
let faultOf: AMirror['faultOf'];
let held: AMirror['held'];
let file: AMirror['file'];

beforeEach(async () => {
  ({ catalog, folder, time, notices, visit, faultOf, held, file } = await AMirror.start());
});

const id = (name: string): string => served(name).id;
const stateText = (): Promise<string> => file('mirror.json');
const pathOf = (name: string): string => join('services', id(name).slice(0, 2), `${id(name)}.json`);
const effectsOf = (batches: readonly AppliedBatch[]): string[] =>
  batches.flatMap(({ changes }) => changes.map((change) => `${change.kind} ${change.effect} ${change.id}`));

describe.each(['files', 'ndjson'] as const)('a mirror in the format %s', (format) => {
  it('begins with an export, and equals it', async () => {
    const { batches, ...report } = await visit({ format });

    expect(report).toMatchObject({ services: 3, created: 3, updated: 0, removed: 0, cursor: 'c3' });
    expect(batches).toMatchObject([{ source: 'export', isFirst: true, services: 3, cursor: 'c3' }]);
    expect(await held(format)).toBe(catalog.exported);
  });

  it('goes on with the changes since then', async () => {
    await visit({ format });
    catalog.requests.length = 0;
    catalog.put(served('Rain', '0.002'));
    catalog.put(served('Hail'));
    catalog.remove(id('Snow'), { kind: 'removed', reason: 'spam' });

    const { batches, ...report } = await visit({});
    expect(catalog.requests).toEqual([
      '/api/changes?limit=1',
      '/api/changes?since=c3&limit=1000',
      '/api/outcomes.ndjson',
    ]);
    expect(report).toMatchObject({ services: 3, created: 1, updated: 1, removed: 1, cursor: 'c6' });
    expect(effectsOf(batches)).toEqual([
      `updated updated ${id('Rain')}`,
      `created created ${id('Hail')}`,
      `removed removed ${id('Snow')}`,
    ]);
    expect(batches[0]?.changes[2]).toMatchObject({ reason: 'spam', service: null });
    expect(await held(format)).toBe(catalog.exported);
  });

  it('retains members that it does not know where they stand, passes them on, and tells that once', async () => {
    const { id: first, pricing, ...rest } = served('Rain');
    const tomorrow = { id: first, colour: 'blue', pricing: { ...pricing, unit: 'call' }, ...rest };
    catalog.put(tomorrow);
    await visit({ format });
    const red = { ...tomorrow, colour: 'red' };
    catalog.put(red);
    const { batches } = await visit({});

    expect(batches[0]?.changes[0]?.service).toEqual(red);
    expect(await held(format)).toBe(catalog.exported);
    expect(notices.filter((text) => text.includes('newer than this mirror'))).toHaveLength(2);
  });

  it('reports a member that it does not know also where it stands in the price', async () => {
    const { pricing, ...rest } = served('Rain');
    const tomorrow = { ...rest, pricing: { ...pricing, unit: 'call' } };
    catalog.put(tomorrow);
    await visit({ format });

    expect(notices.filter((text) => text.includes('newer than this mirror'))).toHaveLength(1);
  });

  it('goes through thousands of changes page by page', async () => {
    await visit({ format });
    for (let i = 0; i < 2500; i += 1) catalog.put(served(`Service ${String(i % 300)}`, `0.${String(i + 1)}`));
    for (let i = 0; i < 300; i += 2) catalog.remove(id(`Service ${String(i)}`));

    const { batches, services } = await visit({});
    expect(batches.map(({ changes }) => changes.length)).toEqual([1000, 1000, 650]);
    expect(services).toBe(153);
    expect(await held(format)).toBe(catalog.exported);
  });

  it('takes a new export when its cursor is too old, and says what differed', async () => {
    await visit({ format });
    catalog.put(served('Rain', '0.002'));
    catalog.put(served('Hail'));
    catalog.remove(id('Snow'));
    catalog.forgotten = 5;

    const { batches } = await visit({});
    expect(batches).toMatchObject([{ source: 'export', isFirst: false, services: 3, cursor: 'c6' }]);
    expect(effectsOf(batches).sort()).toEqual(
      [
        `created created ${id('Hail')}`,
        `updated updated ${id('Rain')}`,
        `removed removed ${id('Snow')}`,
      ].sort(),
    );
    expect(await held(format)).toBe(catalog.exported);
  });

  it('is unharmed by changes that come twice, or of services that it does not hold', async () => {
    await visit({ format });
    catalog.put(served('Rain', '0.002'));
    catalog.put(served('Rain', '0.003'));
    catalog.put(served('Gone'));
    catalog.remove(id('Gone'));
    await visit({});
    const before = await held(format);

    catalog.changes.push(...catalog.changes.slice(3));
    const { batches, services } = await visit({});
    expect(effectsOf(batches).every((effect) => effect.includes(' same '))).toBe(true);
    expect(services).toBe(3);
    expect(await held(format)).toBe(before);
    expect(before).toBe(catalog.exported);
  });

  it('hands over again what was not handled', async () => {
    await visit({ format });
    catalog.put(served('Hail'));
    await expect(visit({}, () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    expect(JSON.parse(await stateText())).toMatchObject({ cursor: 'c3' });

    const { batches, services } = await visit({});
    expect(effectsOf(batches)).toEqual([`created same ${id('Hail')}`]);
    expect(services).toBe(4);
    expect(await held(format)).toBe(catalog.exported);
  });

  it('takes the export again when the first one was not finished', async () => {
    await expect(visit({ format }, () => Promise.reject(new Error('full')))).rejects.toThrow('full');
    catalog.remove(id('Snow'));

    expect(await visit({})).toMatchObject({ services: 2, cursor: 'c4', batches: [{ isFirst: true }] });
    expect(await held(format)).toBe(catalog.exported);
  });

  it('keeps its copy when a new export is bad', async () => {
    await visit({ format });
    const before = [await held(format), await stateText()];
    catalog.put(served('Hail'));
    catalog.forgotten = 4;
    catalog.instead('/api/export.ndjson', (response) => {
      response.writeHead(200, { 'X-Catalog-Cursor': 'c4' }).end(`${catalog.exported}{"id":"x"}\n`);
    });

    expect(await faultOf()).toContain('line 5 of');
    expect([await held(format), await stateText()]).toEqual(before);
  });

  it('refuses a copy that something else changed', async () => {
    await visit({ format });
    await writeFile(
      join(folder, format === 'files' ? pathOf('Rain') : 'services.ndjson'),
      'something else\n',
    );

    await expect(held(format)).rejects.toThrow('is not what this mirror wrote; delete the file mirror.json');
    await rm(join(folder, 'mirror.json'));
    await visit({ format });
    expect(await held(format)).toBe(catalog.exported);
  });
});

describe('the folder', () => {
  it('has one file for each service, to be read by people', async () => {
    await visit();

    expect(await file(pathOf('Rain'))).toBe(`${JSON.stringify(served('Rain'), null, 2)}\n`);
    expect((await readdir(folder)).sort()).toEqual([
      'drafts',
      'mirror.json',
      'mirror.lock',
      'mirror.lock.pid',
      'services',
    ]);
  });

  it('or one file, which is the export', async () => {
    await visit({ format: 'ndjson' });

    expect(await file('services.ndjson')).toBe(catalog.exported);
    expect((await readdir(folder)).sort()).toEqual([
      'mirror.json',
      'mirror.lock',
      'mirror.lock.pid',
      'services.ndjson',
    ]);
  });

  it('says where the copy comes from and where it stands', async () => {
    await visit();

    expect(JSON.parse(await stateText())).toMatchObject({
      version: 1,
      from: `${catalog.url}/`,
      format: 'files',
      source: 'changes',
      cursor: 'c3',
      commit: 'c0ffee0000000000000000000000000000000000',
      services: 3,
      licence: 'CC0-1.0',
    });
  });

  it('belongs to one catalog and has one format', async () => {
    await visit();

    expect(await faultOf({ from: 'http://127.0.0.1:1' })).toMatch(
      /^folder: .* is a mirror of "http:.*give that as --from/,
    );
    expect(await faultOf({ format: 'ndjson' })).toMatch(
      /^folder: .* is a mirror in the format files; leave --format out/,
    );
  });

  it('is not touched when it holds something else', async () => {
    await mkdir(folder);
    await writeFile(join(folder, 'letters.txt'), 'dear');

    expect(await faultOf()).toMatch(
      /^folder: .* holds something other than a mirror; choose another folder, or empty it/,
    );
    expect(await readdir(folder)).toEqual(['letters.txt']);
  });

  it('is written by one mirror at a time', async () => {
    let fault = '';
    await visit({}, async () => void (fault = await faultOf()));

    expect(fault).toContain(`another mirror writes ${folder} (process ${String(process.pid)})`);
  });

  it('is refused when its state is damaged', async () => {
    await visit();
    await writeFile(join(folder, 'mirror.json'), '{}');

    expect(await faultOf()).toMatch(
      /^folder: .*mirror\.json is not what this mirror wrote; delete the file mirror\.json/,
    );
  });

  it.each(['services', 'services/xx', 'mirror.json', 'mirror.lock', 'mirror.lock.pid'])(
    'never follows a link at %s',
    async (name) => {
      await visit();
      const outside = join(folder, '..', 'outside');
      await mkdir(outside);
      await writeFile(join(outside, 'kept'), 'kept');
      const path = join(folder, name.replace('xx', id('Rain').slice(0, 2)));
      await rm(path, { recursive: true });
      await symlink(name.includes('.') ? join(outside, 'kept') : outside, path);
      catalog.put(served('Rain', '0.002'));

      expect(await faultOf()).toMatch(/^folder: /);
      expect(await readdir(outside)).toEqual(['kept']);
      expect(await readFile(join(outside, 'kept'), 'utf8')).toBe('kept');
    },
  );

  it('replaces a link in the place of a file, and leaves what it led to', async () => {
    await visit();
    const outside = join(folder, '..', 'outside.json');
    const path = join(folder, pathOf('Rain'));
    await writeFile(outside, 'kept');
    await rm(path);
    await symlink(outside, path);
    catalog.put(served('Rain', '0.002'));

    await visit();
    expect(await held()).toBe(catalog.exported);
    expect(await readFile(outside, 'utf8')).toBe('kept');
  });
});

describe('a catalog that is busy or gone for a moment', () => {
  const failOnce = (path: string, fail: (response: ServerResponse) => void): void =>
    catalog.instead(path, fail, 1);

  it.each([429, 500, 502, 503])('is asked again after HTTP %i, when it says', async (status) => {
    failOnce('/api/export.ndjson', (response) => response.writeHead(status, { 'Retry-After': '7' }).end());

    expect((await visit()).services).toBe(3);
    expect(time.pauses).toEqual([7000]);
    expect(notices).toEqual([
      `${catalog.url}/api/export.ndjson answers HTTP ${String(status)}; trying again in 7 s`,
    ]);
  });

  it('is asked again at a date', async () => {
    const date = new Date(time.now().getTime() + 30_000).toUTCString();
    failOnce('/api/changes', (response) => response.writeHead(503, { 'Retry-After': date }).end());

    await visit();
    expect(time.pauses).toEqual([30_000]);
  });

  it('is asked again when an answer breaks off, from its beginning', async () => {
    failOnce('/api/export.ndjson', (response) => {
      const half = catalog.exported.slice(0, catalog.exported.length / 2);
      response.writeHead(200, {
        'Content-Length': String(catalog.exported.length),
        'X-Catalog-Cursor': 'c3',
      });
      response.write(half, () => response.destroy());
    });

    expect((await visit()).services).toBe(3);
    expect(await held()).toBe(catalog.exported);
  });

  it('is asked less and less often, and given up in the end', async () => {
    catalog.instead('/api/changes', (response) => response.writeHead(503).end());

    expect(await faultOf()).toMatch(
      /^unreachable: .*\/api\/changes answers HTTP 503; gave up after waiting for 92 s; .* run it again later$/,
    );
    expect(time.pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('is waited for where a copy of it is there', async () => {
    await visit();
    catalog.instead('/api/changes', (response) => response.destroy());

    expect(await faultOf()).toMatch(
      /\/api\/changes cannot be read: the connection broke off; gave up after waiting for 92 s/,
    );
  });

  it('is given up at once when it asks for more patience than there is', async () => {
    failOnce('/api/changes', (response) => response.writeHead(429, { 'Retry-After': '3600' }).end());

    expect(await faultOf()).toMatch(/^unreachable: /);
    expect(time.pauses).toEqual([]);
  });

  it('is given up when it asks to wait for years', async () => {
    failOnce('/api/changes', (response) =>
      response.writeHead(503, { 'Retry-After': 'Fri, 31 Dec 9999 23:59:59 GMT' }).end(),
    );

    expect(await faultOf()).toMatch(/^unreachable: /);
  });

  it('is given up at once where nothing ever answered', async () => {
    expect(await faultOf({ from: 'http://127.0.0.1:9' })).toMatch(
      /^unreachable: nothing answers at http:\/\/127\.0\.0\.1:9\/ \(.+\); check the address/,
    );
    expect(time.pauses).toEqual([]);
  });

  it.each(['/api/changes', '/api/export.ndjson'])(
    'does not hold the mirror by saying nothing, or little, at %s',
    async (path) => {
      const stall = (response: ServerResponse, times: number): void => {
        if (times === 1) return;
        response.writeHead(200, { 'Content-Type': 'application/json', 'X-Catalog-Cursor': 'c3' });
        const drip = setInterval(() => response.write(' '), 5);
        response.on('close', () => clearInterval(drip));
      };
      catalog.instead(path, stall, 2);

      const report = await mirror({ from: catalog.url, to: folder }, undefined, new QuickTime(100));
      expect(report.services).toBe(3);
    },
  );
});

describe('a catalog that answers something else than it should', () => {
  const answer = (
    path: string,
    body: string | Uint8Array,
    headers: Record<string, string> = {},
    status = 200,
  ): void => catalog.instead(path, (response) => response.writeHead(status, headers).end(body));
  const exported = (
    body: string | Uint8Array,
    headers: Record<string, string> = { 'X-Catalog-Cursor': 'c3' },
  ): void => answer('/api/export.ndjson', body, headers);
  const line = (overrides: object): string => `${JSON.stringify({ ...served('Rain'), ...overrides })}\n`;
  const rain = served('Rain');

  it.each([
    ['an id that leads out of the folder', line({ id: '../../../../tmp/x' }), 'at "id"'],
    ['an id with a null byte', line({ id: 'rain-00000000\0' }), 'at "id"'],
    ['an id that is no text', line({ id: ['rain-00000000'] }), 'at "id"'],
    ['a missing field', line({ name: undefined }), 'at "name"'],
    ['a number as the name of a member', line({ 402: true }), 'line 1 of .* a number as its name'],
    ['hidden characters', line({ name: 'a\u202eb' }), 'at "name"'],
    ['a line that is cut off', line({}).slice(0, -20), 'line 1 of .* is cut off'],
    ['a last line without its end', line({}).trim(), 'line 1 of .* is cut off'],
    ['a line that is no JSON', '{"id": \n', 'line 1 of'],
    ['an empty line', '\n', 'line 1 of'],
    ['a line that never ends', 'x'.repeat(100_000), 'line 1 of .* has more than 65536 bytes'],
    ['a key that stands twice', line({}).replace('{', '{"id":"a-00000000",'), 'stands twice'],
    ['nesting', `${'['.repeat(60_000)}\n`, 'nested more than 32 deep'],
    ['the same service twice', line({}).repeat(2), 'line 2 of .* repeats an id, or is not sorted'],
    [
      'another order',
      [served('Wind'), rain].map((each) => `${JSON.stringify(each)}\n`).join(''),
      'line 2 of .* repeats an id, or is not sorted',
    ],
    [
      'a service as large as its file may not be',
      line({ supportedChains: Array<string>(9000).fill('a') }),
      'has more than 65536 bytes',
    ],
    ['bytes that are no text', '\ud800', 'line 1'],
  ])('is refused: %s', async (_, text, fault) => {
    exported(text);

    expect(await faultOf()).toMatch(new RegExp(`^answer_invalid: .*${fault}.*operator`, 's'));
    expect(await readdir(folder)).toEqual(['drafts', 'mirror.lock', 'mirror.lock.pid', 'services']);
    expect(await readdir(join(folder, 'services'))).toEqual([]);
  });

  it('is refused: bytes that are not UTF-8', async () => {
    exported(Buffer.from([0x7b, 0xff, 0x7d, 0x0a]));

    expect(await faultOf()).toContain('it is not UTF-8');
  });

  it('is refused: an export without a cursor, or with one that is none', async () => {
    exported(catalog.exported, {});
    expect(await faultOf()).toContain('it lacks the header X-Catalog-Cursor');

    exported(catalog.exported, { 'X-Catalog-Cursor': 'a b' });
    expect(await faultOf()).toContain('its cursor is no cursor');
  });

  it('is refused: an export larger than the limit, also when it is compressed', async () => {
    expect(await faultOf({ maxExportBytes: 1000 })).toMatch(/^too_large: .* more than 1000 bytes/);

    exported(gzipSync('\n'.repeat(5_000_000)), { 'Content-Encoding': 'gzip', 'X-Catalog-Cursor': 'c3' });
    expect(await faultOf({ maxExportBytes: 1_000_000 })).toMatch(/^(too_large|answer_invalid): /);
  });

  it.each([
    ['a change of another service', { id: 'snow-00000000', service: rain }, 'holds another service'],
    ['an id that leads out of the folder', { id: '../../x', service: null }, 'at "changes.0.id"'],
    ['a kind that is no word', { kind: '\u001b[2J' }, 'at "changes.0.kind"'],
    [
      'a service that breaks the rules',
      { service: { ...rain, status: 'good' } },
      'at "changes.0.service.status"',
    ],
    [
      'a number as the name of a member',
      { service: { ...rain, 402: true } },
      'at "changes.0.service": a member has a number as its name',
    ],
    ['a service that is missing', { service: undefined }, 'at "changes.0.service"'],
    [
      'a service as large as its file may not be',
      { service: { ...rain, supportedChains: Array<string>(9000).fill('a') } },
      'more than 65536 bytes',
    ],
  ])('is refused: %s', async (_, overrides, fault) => {
    await visit();
    const change = {
      cursor: 'c4',
      at: rain.createdAt,
      kind: 'updated',
      id: rain.id,
      commit: 'c0ffee',
      service: rain,
    };
    const body = JSON.stringify({ changes: [{ ...change, ...overrides }], next: 'c4', more: false });
    answer('/api/changes', body, { 'Content-Type': 'application/json' });

    const text = await faultOf();
    expect(text).toContain(fault);
    expect(text).not.toContain('\u001b');
    expect(await held()).toBe(catalog.exported);
  });

  it('is refused: a promise of more changes that never come', async () => {
    await visit();
    answer('/api/changes', JSON.stringify({ changes: [], next: 'c3', more: true }), {
      'Content-Type': 'application/json',
    });

    expect(await faultOf()).toContain('it promises more changes, but does not go on');
  });

  it('is refused: a feed that leads in a circle', async () => {
    await visit();
    catalog.put(served('Hail'));
    const next = new Map([
      ['c3', 'c4'],
      ['c4', 'c5'],
      ['c5', 'c4'],
    ]);
    catalog.intercept = (_request, response, { pathname, searchParams }) => {
      const since = searchParams.get('since');
      if (pathname !== '/api/changes' || since === null) return false;
      const change = { cursor: 'c4', at: '2026-01-31T12:00:00.000Z', kind: 'updated', id: id('Hail') };
      const changes = [{ ...change, commit: 'c0ffee', service: served('Hail') }];
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ changes, next: next.get(since), more: catalog.requests.length < 1000 }));
      return true;
    };

    expect(await faultOf()).toMatch(/^answer_invalid: .*it promises more changes, but does not go on/);
  });

  it('is refused: a feed that never knows the cursor of an export', async () => {
    await visit();
    catalog.forgotten = 1000;

    expect(await faultOf()).toMatch(/export\.ndjson cannot be used: its cursor is too old each time/);
    expect(catalog.requests.filter((path) => path === '/api/export.ndjson')).toHaveLength(4);
  });

  it('is refused: a redirect to another origin, or in a circle', async () => {
    answer('/api/changes', '', { Location: 'https://other.example/api/changes' }, 302);
    expect(await faultOf()).toMatch(
      /redirects to another origin, "https:\/\/other\.example"; if that is the catalog, mirror it from there/,
    );

    answer('/api/changes', '', { Location: '/api/changes' }, 307);
    expect(await faultOf()).toContain('redirects in a circle');

    answer('/api/changes', '', { Location: 'http://[' }, 301);
    expect(await faultOf()).toContain('which is no address');
  });

  it('may redirect on its own origin with a user name, which is left out', async () => {
    const location = catalog.url.replace('//', '//user:secret@');
    catalog.instead(
      '/api/export.ndjson',
      (response) => response.writeHead(302, { location: `${location}/api/export.ndjson?again` }).end(),
      1,
    );

    expect(await visit()).toMatchObject({ services: 3 });
  });

  it('may redirect on its own origin', async () => {
    catalog.intercept = (_, response, { pathname, search }) => {
      if (search.includes('moved')) return false;
      response.writeHead(308, { Location: `${pathname}${search}${search === '' ? '?' : '&'}moved` }).end();
      return true;
    };

    expect((await visit()).services).toBe(3);
  });

  it('is no catalog at all', async () => {
    catalog.intercept = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome</h1>');
      return true;
    };
    expect(await faultOf()).toMatch(/^answer_invalid: /);

    catalog.intercept = (_, response) => {
      response.writeHead(404).end();
      return true;
    };
    expect(await faultOf()).toContain('it has neither api/changes nor api/manifest.json; check the address');
  });

  it.each(['', 'example.com', 'ftp://example.com', 'https://user:secret@example.com'])(
    'is at no address: %j',
    async (from) => {
      expect(await faultOf({ from })).toMatch(/^usage: .* is no address of a catalog/);
    },
  );
});
