import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OutcomeRecord } from '../../../src/domain/outcome.ts';
import { follow } from '../../../src/mirror/mirror.ts';
import { recordDigest } from '../../../src/outcomes/record.ts';
import { printEntry, serviceDigest } from '../../../src/transparency/entry.ts';
import { outcomeLines } from '../../../src/views/outcome-export.ts';
import { recordsAbout } from '../../fixtures/outcome-records.ts';
import { anEntry } from '../../fixtures/services.ts';
import { AMirror } from '../../support/mirror/a-mirror.ts';
import { served } from '../../support/mirror/fake-catalog.ts';
import { FakeLog } from '../../support/mirror/fake-log.ts';

const path = 'api/outcomes.ndjson';

let mirrored: AMirror;
let catalog: AMirror['catalog'];
let log: FakeLog;
let visit: AMirror['visit'];
let faultOf: AMirror['faultOf'];
let file: AMirror['file'];

/** The services of the fake catalog as they are declared, in the order of their ids. */
const declared = ['Rain', 'Snow', 'Wind']
  .map((name) => anEntry({ name, endpoint: served(name).endpoint }).declared)
  .sort((a, b) => (a.id < b.id ? -1 : 1));
const records = new Map(
  declared.slice(0, 2).map((service, i) => [service, recordsAbout(service, 6, 50 * i)]),
);

function logged({ at, service, ...others }: OutcomeRecord): string {
  const record = { at, service, ...others } as OutcomeRecord;
  return printEntry({ at, service: serviceDigest(service), outcome: recordDigest(record) });
}

/** The lines of the export, as a server makes them. */
function exported(): string[] {
  const texts = Array.from(records, ([service, own]) => outcomeLines(service.id, own, service));
  return texts.join('').trimEnd().split('\n');
}

function publish(lines = exported()): void {
  catalog.files.set(path, lines.map((line) => `${line}\n`).join(''));
}

/** Makes the catalog a static site, whose manifest lists this record. */
function buildSite(builtAt: string, lines: readonly string[], sha256?: string): void {
  const text = lines.map((line) => `${line}\n`).join('');
  catalog.isStatic = true;
  catalog.build(builtAt);
  catalog.files.set(path, text);
  const digest = sha256 ?? createHash('sha256').update(text).digest('hex');
  const manifest = catalog.files.get('api/manifest.json') ?? '';
  const listed = `{"path":"${path}","bytes":1,"sha256":"${digest}"}`;
  catalog.files.set('api/manifest.json', manifest.replace('"files":[', `"files":[${listed},`));
}

beforeEach(async () => {
  mirrored = await AMirror.start({ verify: true });
  ({ catalog, visit, faultOf, file } = mirrored);
  log = new FakeLog();
  catalog.transparency = log;
  for (const service of catalog.services.values()) log.add(service.id, service);
  log.entries.push(...[...records.values()].flat().map(logged));
  publish();
});

describe('a mirror of what buyers say', () => {
  it('keeps the record, and takes it again only when it changed', async () => {
    await visit({ verify: false });
    expect(await file('outcomes.ndjson')).toBe(catalog.files.get(path));

    await writeFile(join(mirrored.folder, 'outcomes.ndjson'), 'untouched\n');
    await visit({ verify: false });
    expect(await file('outcomes.ndjson')).toBe('untouched\n');
    publish(exported().slice(0, -1));
    await visit({ verify: false });
    expect(await file('outcomes.ndjson')).toBe(catalog.files.get(path));
  });

  it('has none of an older catalog', async () => {
    await visit();
    catalog.files.delete(path);

    expect(await visit()).not.toHaveProperty('outcomes');
    await expect(file('outcomes.ndjson')).rejects.toThrow('ENOENT');
  });

  it('computes each summary again, and finds each record in the log', async () => {
    expect(await visit()).toMatchObject({ outcomes: { records: 24, services: 2, missing: 0 } });
    expect(mirrored.notices).toEqual([]);
  });

  it('names the first summary that differs from the record', async () => {
    const lines = exported();
    const last = lines.length - 1;
    publish([...lines.slice(0, last), lines[last]?.replace('"payments":6', '"payments":7') ?? '']);

    expect(await faultOf()).toMatch(
      new RegExp(
        `^outcomes: the summary of the service ${declared[1]?.id ?? ''} differs: claimed {"payments":7,.*}, recomputed {"payments":6,.*}; do not rely`,
      ),
    );
  });

  it('notices a changed line of its own copy, although the catalog has not changed', async () => {
    await visit();
    const text = await file('outcomes.ndjson');
    const [line = '', ...others] = text.split('\n');
    const changed = [line.replace('"outcome":"delivered"', '"outcome":"nothing"'), ...others].join('\n');
    await writeFile(join(mirrored.folder, 'outcomes.ndjson'), changed);

    expect(await faultOf()).toMatch(/^outcomes: the statement s0+ about the service .* is not in the log/);
  });

  it('names a record that the log lacks, unless it is new', async () => {
    const [missing] = log.entries.splice(-1);
    expect(await faultOf()).toMatch(/^outcomes: the finding f0+55 about the service /);

    log.entries.push(missing ?? '');
    expect(await visit()).toMatchObject({ outcomes: { missing: 0 } });
  });

  it('lets a new record wait for its entry', async () => {
    const [service, own] = [...records][0] ?? [];
    if (!service || !own) throw new Error('there are records');
    const at = mirrored.time.now().toISOString();
    const young = recordsAbout(service, 1, 40).map((record) => ({ ...record, at }));
    const texts = Array.from(records, ([each, all]) =>
      outcomeLines(each.id, each === service ? [...all, ...young] : all, each),
    );
    catalog.files.set(path, texts.join(''));

    expect(await visit()).toMatchObject({ outcomes: { records: 26 } });
  });

  it('says how many entries of the log have no record', async () => {
    const [service, own] = [...records][1] ?? [];
    if (!service || !own) throw new Error('there are records');
    catalog.files.set(path, outcomeLines(service.id, own, service));

    expect(await visit()).toMatchObject({ outcomes: { records: 12, missing: 12 } });
    expect(mirrored.notices).toEqual([expect.stringMatching(/^12 entries of the log tell of statements/)]);
  });

  it.each([
    ['a record twice', (lines: string[]) => [lines[0] ?? '', ...lines], /comes twice/],
    ['a service without its summary', (lines: string[]) => lines.slice(0, -1), /claimed nothing, recomputed/],
    ['services in another order', (lines: string[]) => [...lines.slice(13), ...lines.slice(0, 13)], /sorted/],
    [
      'a line that is no record',
      (lines: string[]) => [...lines, '{"kind":"praise"}'],
      /line 27 of .* cannot be used/,
    ],
    [
      'a member that nobody knows',
      ([line = '', ...others]: string[]) => [line.replace('{', '{"a":1,'), ...others],
      /line 1 of/,
    ],
    [
      'a line that is too long',
      (lines: string[]) => [...lines, ' '.repeat(16_385)],
      /line 27 of .* more than 16384 bytes/,
    ],
  ])('refuses %s', async (_, bend, message) => {
    publish(bend(exported()));

    expect(await faultOf()).toMatch(message);
  });

  it('waits while a service moves to another wallet', async () => {
    const lines = exported();
    publish(lines.map((line) => line.replace('"payments":6', '"payments":5')));
    let looks = 0;
    catalog.intercept = (_, __, { pathname }) => {
      looks += pathname === `/${path}` ? 1 : 0;
      if (looks === 3) publish();
      return false;
    };

    expect(await visit()).toMatchObject({ outcomes: { records: 24 } });
  });

  it('compares the record of a static site with its manifest', async () => {
    buildSite('2026-01-31T12:00:00.000Z', exported(), '0'.repeat(64));

    expect(await faultOf()).toMatch(/^outcomes: the record of outcomes differs from its digest/);
  });

  it('does not compare the record of a static site with an older manifest, which a cache may have', async () => {
    buildSite('2026-01-31T12:00:00.000Z', exported().slice(0, -1));
    const older = catalog.files.get('api/manifest.json') ?? '';
    buildSite('2026-01-31T13:00:00.000Z', exported());
    const controller = new AbortController();
    let looks = 0;
    catalog.intercept = (_request, _response, { pathname }) => {
      if (pathname === '/api/manifest.json') looks += 1;
      if (looks === 2) catalog.files.set('api/manifest.json', older);
      if (looks === 30) controller.abort();
      return false;
    };

    const options = mirrored.options({ verify: false, signal: controller.signal });
    for await (const { services } of follow(options, mirrored.time)) expect(services).toBe(3);
    expect(mirrored.notices).toEqual([expect.stringContaining('a cache may be behind')]);
  });

  it('verifies the records of many payers', async () => {
    const [service] = declared;
    if (!service) throw new Error('there are services');
    const many = Array.from({ length: 10 }, (_, i) => recordsAbout(service, 100, 1_000 + 100 * i)).flat();
    log.entries.push(...many.map(logged));
    catalog.files.set(path, outcomeLines(service.id, many, service));

    expect(await visit()).toMatchObject({ outcomes: { records: 2_000 } });
  });
});
