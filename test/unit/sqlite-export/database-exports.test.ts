import { access, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import Database from 'better-sqlite3';
import { DatabaseExports } from '../../../src/sqlite-export/database-exports.ts';
import { DatabaseFailure } from '../../../src/domain/unavailable.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import type { DatabaseOrder, OpenDatabase } from '../../../src/live/ports.ts';
import { Turns } from '../../../src/live/turns.ts';
import { anEntry, aSnapshot, categories, catalogVersion } from '../../fixtures/services.ts';
import { SmallDisk } from '../../support/small-disk.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
let exports: DatabaseExports;
let stopping: AbortController;
/** How often the services of an order were read. */
let made: Record<string, number>;

beforeEach(async () => {
  folder = join(await temporaryFolder(), 'exports');
  stopping = new AbortController();
  exports = anExports(folder);
  made = {};
});

afterEach(async () => {
  stopping.abort();
  await exports.clear();
});

function anExports(place: string): DatabaseExports {
  return new DatabaseExports({
    folder: place,
    siteUrl: 'https://catalog.example.com',
    licence: 'CC0-1.0',
    turns: new Turns(),
    stopping: stopping.signal,
  });
}

/** An order of this many services. */
function order(tag: string, count = 3): DatabaseOrder {
  const entries = Array.from({ length: count }, (_, i) => anEntry({ endpoint: `https://a${i}.example.com` }));
  const services = (): Entry[] => {
    made[tag] = (made[tag] ?? 0) + 1;
    return aSnapshot(entries).entriesById();
  };

  const moment = { version: catalogVersion, cursor: `cursor-${tag}`, shownAt: new Date(0) };
  return { tag, moment, categories, services };
}

async function bytesOf(database: OpenDatabase): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of database.read(0, database.size - 1)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The number of services in a database, and the cursor that it names. */
async function contentOf(database: OpenDatabase): Promise<unknown[]> {
  const reader = new Database(await bytesOf(database));
  const content = [
    reader.prepare('SELECT count(*) FROM services').pluck().get(),
    reader.prepare("SELECT value FROM meta WHERE name = 'cursor'").pluck().get(),
  ];
  reader.close();
  return content;
}

describe('the database of an order', () => {
  it('has its services, and names its moment', async () => {
    const database = await exports.open(order('a', 500));

    expect(database).toMatchObject({ tag: 'a', moment: { cursor: 'cursor-a' } });
    expect(await contentOf(database)).toEqual([500, 'cursor-a']);
  });

  it('is made once, for all who ask for it', async () => {
    const databases = await Promise.all([1, 2, 3].map(() => exports.open(order('a'))));
    databases.push(await exports.open(order('a')));

    expect(made).toEqual({ a: 1 });
    const contents = await Promise.all(databases.map(bytesOf));
    expect(new Set(contents.map((bytes) => bytes.toString('latin1'))).size).toBe(1);
  });

  it('is the newest one for all who ask while another is being made', async () => {
    const first = exports.open(order('a'));
    const others = ['b', 'c', 'd'].map((tag) => exports.open(order(tag)));
    const tags = (await Promise.all([first, ...others].map(async (each) => read(await each)))).map(
      ({ tag }) => tag,
    );

    expect(tags).toEqual(['a', 'd', 'd', 'd']);
    expect(made).toEqual({ a: 1, d: 1 });
  });

  it('replaces the one before, whose readers keep it', async () => {
    const before = await exports.open(order('a', 300));
    await read(await exports.open(order('b')));

    expect(await readdir(folder)).toEqual(['b.sqlite']);
    expect(await contentOf(before)).toEqual([300, 'cursor-a']);
  });

  it('is read in parts', async () => {
    const whole = await bytesOf(await exports.open(order('a')));
    const part = await exports.open(order('a'));
    const chunks: Uint8Array[] = [];
    for await (const chunk of part.read(100, 199)) chunks.push(chunk);

    expect(Buffer.concat(chunks).equals(whole.subarray(100, 200))).toBe(true);
  });

  it('is made again when somebody has deleted it', async () => {
    await read(await exports.open(order('a')));
    await rm(folder, { recursive: true });

    expect(await contentOf(await exports.open(order('a')))).toEqual([3, 'cursor-a']);
    expect(made).toEqual({ a: 2 });
  });
});

describe('what is left', () => {
  it('by a process that was killed is removed', async () => {
    await read(await exports.open(order('a')));
    const next = anExports(folder);
    await read(await next.open(order('b')));

    expect(await readdir(folder)).toEqual(['b.sqlite']);
    await next.clear();
  });

  it('after a stop is nothing, and who waits is refused', async () => {
    const waiting = [exports.open(order('a', 500)), exports.open(order('b'))];
    const outcomes = Promise.allSettled(waiting);
    stopping.abort();
    await exports.clear();

    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(access(folder)).rejects.toThrow('ENOENT');
  });

  it('on a full disk is nothing, and a later order is fulfilled', async ({ skip }) => {
    const disk = await SmallDisk.mount('2m');
    if (!disk) return skip('this user may not mount disks');
    const place = join(disk.path, 'exports');
    const small = anExports(place);

    await expect(small.open(order('a', 6_000))).rejects.toThrow(DatabaseFailure);
    expect(await readdir(place)).toEqual([]);
    expect(await contentOf(await small.open(order('b')))).toEqual([3, 'cursor-b']);
    await small.clear();
  });

  it('is nothing when the services cannot be read', async () => {
    const broken = {
      ...order('a'),
      services: () => {
        throw new Error('no services');
      },
    };

    await expect(exports.open(broken)).rejects.toThrow(/no services/);
    expect(await contentOf(await exports.open(order('b')))).toEqual([3, 'cursor-b']);
    expect(await readdir(folder)).toEqual(['b.sqlite']);
  });
});

/** Reads a database to its end, which closes it. */
async function read(database: OpenDatabase): Promise<OpenDatabase> {
  await bytesOf(database);
  return database;
}
