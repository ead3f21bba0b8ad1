import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { follow } from '../../../src/mirror/mirror.ts';
import { openCheckpoint } from '../../../src/transparency/log-copy.ts';
import { printCheckpoint } from '../../../src/transparency/checkpoint.ts';
import { readVerifier, signNote } from '../../../src/transparency/signed-note.ts';
import { AMirror } from '../../support/mirror/a-mirror.ts';
import { FakeCatalog, served } from '../../support/mirror/fake-catalog.ts';
import { FakeLog, noteSigner } from '../../support/mirror/fake-log.ts';

let mirrored: AMirror;
let catalog: AMirror['catalog'];
let log: FakeLog;
let folder: string;
let time: AMirror['time'];
let notices: string[];
let visit: AMirror['visit'];
let faultOf: AMirror['faultOf'];
let file: AMirror['file'];

beforeEach(async () => {
  mirrored = await AMirror.start({ verify: true });
  ({ catalog, folder, time, notices, visit, faultOf, file } = mirrored);
  log = new FakeLog();
  catalog.transparency = log;
  for (const service of catalog.services.values()) log.add(service.id, service);
});

const entriesOfFile = async (): Promise<string[]> => (await file('log.entries')).trim().split('\n');

/** Changes the past of the log: an entry that a mirror has read. */
function bend(): void {
  log.entries[0] = (log.entries[0] ?? '').replace(/[\da-f]{64}$/, '0'.repeat(64));
}

/** Lets the log tell of all its entries once somebody has asked for its checkpoint so often. */
function catchUpAtLook(number: number): void {
  let looks = 0;
  catalog.intercept = (_, __, { pathname }) => {
    looks += pathname === '/log/checkpoint' ? 1 : 0;
    if (looks === number) log.size = undefined;
    return false;
  };
}

describe('a mirror that verifies', () => {
  it('agrees with the log, and remembers it', async () => {
    const { log: proven } = await visit();

    expect(proven).toMatchObject({ size: 3 });
    expect(await entriesOfFile()).toEqual(log.entries);
    expect(JSON.parse(await file('mirror.json'))).toMatchObject({
      log: { key: log.key, size: 3, root: proven?.root, checkpoint: log.checkpoint },
    });
  });

  it('reads only what is new', async () => {
    for (let i = 0; i < 600; i += 1) catalog.put(served(`Service ${String(i % 40)}`, `0.${String(i + 1)}`));
    await visit();
    catalog.requests.length = 0;
    catalog.put(served('Hail'));
    catalog.remove(served('Rain').id);

    expect((await visit()).log).toMatchObject({ size: 605 });
    expect(catalog.requests.filter((path) => path.startsWith('/log/'))).toEqual([
      '/log/checkpoint',
      '/log/tile/entries/002.p/93',
    ]);
    expect(await entriesOfFile()).toEqual(log.entries);
  });

  it('reads a log of many tiles, and one without any entry', async () => {
    const empty = await FakeCatalog.start();
    empty.transparency = new FakeLog();
    expect(await visit({ from: empty.url, to: `${folder}-empty` })).toMatchObject({ log: { size: 0 } });

    for (let i = 0; i < 1000; i += 1) log.add('nobody-00000000', null);
    expect(await visit()).toMatchObject({ log: { size: 1003 } });
  });

  it('also verifies a static site', async () => {
    catalog.isStatic = true;
    catalog.build();
    expect(await visit()).toMatchObject({ services: 3, log: { size: 3 } });

    log.add(served('Rain').id, served('Rain', '0.5'));
    expect(await faultOf()).toMatch(/^log: the service rain-\w+ has other terms/);
  });

  it('begins to verify a copy that was made without', async () => {
    await visit({ verify: false });
    expect(await visit()).toMatchObject({ log: { size: 3 } });

    await visit({ verify: false });
    expect(JSON.parse(await file('mirror.json'))).toMatchObject({ log: { size: 3 } });
  });

  it('waits for a log that is behind for a moment', async () => {
    await visit();
    catalog.put(served('Hail'));
    log.size = 3;
    catchUpAtLook(5);

    expect(await visit()).toMatchObject({ services: 4, log: { size: 4 } });
    expect(time.pauses).toEqual([1000, 1000, 1000, 1000]);
  });

  it('waits for a server, or a cache, that has an older log', async () => {
    await visit();
    log.size = 2;
    catchUpAtLook(5);

    expect(await visit()).toMatchObject({ log: { size: 3 } });
    expect(time.pauses).toHaveLength(4);
  });

  it('looks again when the last tile was replaced by a wider one meanwhile', async () => {
    let isFirst = true;
    catalog.intercept = (_, response, { pathname }) => {
      if (!isFirst || !pathname.startsWith('/log/tile/')) return false;
      isFirst = false;
      response.writeHead(404).end();
      catalog.put(served('Hail'));
      return true;
    };

    expect(await visit()).toMatchObject({ services: 4, log: { size: 4 } });
  });

  it('follows, and verifies every change', async () => {
    const controller = new AbortController();
    const following = async (): Promise<void> => {
      for await (const { changes } of follow(mirrored.options({ signal: controller.signal }), time)) {
        if (changes.length === 3) catalog.put(served('Hail'));
        else catalog.services.set(served('Hail').id, served('Hail', '0.5'));
        if (changes.length === 1) catalog.changes.push({ kind: 'updated', id: served('Hail').id });
      }
    };

    await expect(following()).rejects.toThrow(/the service hail-\w+ has other terms/);
  });
});

describe('a changed past is noticed', () => {
  beforeEach(async () => {
    await visit();
  });

  const leaveOut = (): void => void log.entries.splice(1, 1);
  const addOne = (): void => catalog.put(served('Hail'));

  it.each([
    ['an old entry is another', [bend], 'the past of the log was changed'],
    ['an old entry is another, and there is a new one', [bend, addOne], 'the past of the log was changed'],
    ['an entry is left out', [leaveOut], 'the log shrank: it had 3 entries, and has 2'],
    ['another entry takes its place', [leaveOut, addOne], 'the past of the log was changed'],
    [
      'all entries are gone',
      [() => void log.entries.splice(0)],
      'the log shrank: it had 3 entries, and has 0',
    ],
  ])('when %s', async (_, changes, fault) => {
    const remembered = await file('mirror.json');
    for (const change of changes) change();

    expect(await faultOf()).toMatch(new RegExp(`^log: ${fault}.* as evidence, and ask the operator`));
    // Both are signed, so that anybody can see that they contradict each other.
    const verifier = readVerifier(log.key);
    const { log: before } = JSON.parse(remembered) as { log: { checkpoint: string } };
    const both = [before.checkpoint, await file('log.contradiction')].map(
      (note) => verifier && openCheckpoint(note, verifier),
    );
    expect(both[0]?.size).toBe(3);
    expect(both[1]).toBeDefined();
    expect(JSON.parse(await file('mirror.json'))).toMatchObject({ log: before });
    expect(await faultOf()).toContain(fault);
  });

  it.each([
    [
      'the log is signed with another key',
      () => void (log.signer = noteSigner()),
      'is not signed with the key of the log',
    ],
    [
      'the log has another name',
      () => void (log.signer = noteSigner('other.example/log')),
      'the checkpoint is of another log',
    ],
  ])('when %s', async (_, change, fault) => {
    change();

    expect(await faultOf()).toMatch(new RegExp(`^log: .*${fault}`));
  });

  it('when the memory of the mirror was changed too', async () => {
    await writeFile(
      join(folder, 'log.entries'),
      (await file('log.entries')).replace(/[\da-f]{64}\n/, `${'0'.repeat(64)}\n`),
    );
    expect(await faultOf()).toMatch(/^folder: .*log\.entries is not what this mirror wrote/);

    await rm(join(folder, 'log.entries'));
    expect(await faultOf()).toMatch(/^folder: .*log\.entries is not what this mirror wrote/);
  });

  it('but entries that a crash left behind do no harm', async () => {
    await appendFile(join(folder, 'log.entries'), 'half an ent');
    catalog.put(served('Hail'));

    expect(await visit()).toMatchObject({ log: { size: 4 } });
    expect(await entriesOfFile()).toEqual(log.entries);
  });
});

describe('a catalog that is not what its log says', () => {
  it.each([
    ['has other terms', () => log.add(served('Rain').id, served('Rain', '0.5'))],
    ['has no entry in the log', () => void catalog.services.set(served('Hail').id, served('Hail'))],
    ['is listed no more according to the log', () => log.add(served('Rain').id, null)],
    [
      'is listed according to the log, but the catalog leaves it out',
      () => log.add('hidden-00000000', served('Rain')),
    ],
  ])('is refused when a service %s', async (fault, change) => {
    change();

    expect(await faultOf()).toMatch(new RegExp(`^log: the service .*${fault}.*; do not pay by this copy`));
    expect(time.pauses.reduce((sum, ms) => sum + ms, 0)).toBe(30_000);
  });

  it('is accepted when a service changes all the time', async () => {
    let edits = 0;
    catalog.intercept = (_, __, { pathname }) => {
      edits += 1;
      if (pathname === '/log/checkpoint') catalog.put(served('Rain', `0.${String(edits)}`));
      return false;
    };

    expect(await visit()).toMatchObject({ services: 3 });
    expect(notices).toEqual([expect.stringContaining('1 services changed within seconds')]);
  });
});

describe('a log that cannot be read', () => {
  it('is named when there is none', async () => {
    catalog.transparency = undefined;

    expect(await faultOf()).toMatch(
      /^log: .*\/log\/vkey does not exist: this catalog keeps no log.*mirror without --verify/,
    );
  });

  it.each([
    ['vkey', 'nonsense', 'is no key'],
    ['checkpoint', 'nonsense', 'the checkpoint of the log cannot be read'],
    ['tile/entries/000.p/3', 'nonsense', 'is no tile of 3 entries'],
    ['tile/entries/000.p/3', '\0\u0001a\0\u0001b\0\u0001c', 'entry 0 of the log cannot be read'],
  ])('is refused: %s is %j', async (path, body, fault) => {
    catalog.instead(`/log/${path}`, (response) => response.end(body));

    expect(await faultOf()).toMatch(new RegExp(`^log: .*${fault}`));
  });

  it('is refused when it promises more entries than there are', async () => {
    log.size = 3;
    const note = (size: number): string =>
      signNote(printCheckpoint({ origin: log.signer.name, size, root: Buffer.alloc(32) }), log.signer);
    const answer = (size: number): void =>
      catalog.instead('/log/checkpoint', (response) => response.end(note(size)));

    answer(1000);
    expect(await faultOf()).toMatch(/^log: the log says 1000 entries, and gives 0/);
    answer(Number.MAX_SAFE_INTEGER);
    expect(await faultOf()).toMatch(/^log: the log claims to have 9007199254740991 entries/);
  });
});

describe('the key of the log', () => {
  it('may be given', async () => {
    expect(await visit({ logKey: log.key })).toMatchObject({ log: { size: 3 } });
    expect(catalog.requests).not.toContain('/log/vkey');
  });

  it('counts more than the one of the catalog', async () => {
    const other = new FakeLog().key;

    expect(await faultOf({ logKey: other })).toMatch(/^log: .*is not signed with the key of the log/);
    await visit({ to: `${folder}-2` });
    expect(await faultOf({ to: `${folder}-2`, logKey: other })).toMatch(
      /^log: the log was signed with another key, catalog\.example\.com\/log\+/,
    );
  });

  it('is refused when it is none', async () => {
    expect(await faultOf({ logKey: 'a+b+c' })).toMatch(/^usage: "a\+b\+c" is no key of a log/);
  });
});
