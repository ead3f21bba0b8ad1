import { z } from 'zod';
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SqliteDatabase } from '../../../../src/adapters/sqlite/database.ts';
import { NewerDatabase, newestVersion, OlderDatabase } from '../../../../src/adapters/state/schema.ts';
import { run } from '../../../../src/adapters/state/database.ts';
import { schema } from '../../../../src/adapters/sqlite/database-file.ts';
import { StateUnavailable } from '../../../../src/domain/unavailable.ts';
import { runProgram, startProgram } from '../../../support/programs.ts';
import { nextTurn } from '../../../support/next-turn.ts';
import { SmallDisk } from '../../../support/small-disk.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { soon } from '../../../support/soon.ts';

/** How often the database checks whether its file was replaced. */
const fileCheckMs = 250;

let path: string;

beforeEach(async () => {
  path = join(await temporaryFolder(), 'data', 'tollbook.db');
});

/** Sets the clock of the database to when it looks again whether its file was replaced. */
function letFileChecksFallDue(): void {
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + fileCheckMs);
  onTestFinished(() => {
    clock.mockRestore();
  });
}

async function open(): Promise<SqliteDatabase> {
  const database = await SqliteDatabase.open(path);
  onTestFinished(() => database.close());
  return database;
}

const insertKey = "INSERT INTO api_key (id, owner, secret_hash, created_at) VALUES (?, 'me', x'01', 1)";

async function addKey(database: SqliteDatabase, id: string): Promise<void> {
  await database.run(insertKey, id);
}

async function keyIds(database: SqliteDatabase): Promise<readonly unknown[]> {
  return database.all('SELECT id FROM api_key ORDER BY id');
}

/** The schema of a database file, read over a connection of its own. */
function schemaOf(file: string): { version: unknown; tables: unknown[] } {
  const database = new Database(file);
  const [version, tables] = [
    database.pragma('user_version', { simple: true }),
    database
      .prepare("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
      .all(),
  ];
  database.close();
  return { version, tables };
}

describe('the state database', () => {
  it('is created when missing, with its folders', async () => {
    expect(await keyIds(await open())).toEqual([]);
    expect(await readdir(dirname(path))).toContain('tollbook.db');
  });

  it('keeps what was written', async () => {
    const database = await SqliteDatabase.open(path);
    await addKey(database, 'a');
    await database.close();

    expect(await keyIds(await open())).toEqual([{ id: 'a' }]);
  });

  it('gives rows as they were read, and can be used when one could not be', async () => {
    const database = await open();
    for (const id of ['a', 'b', 'c']) await addKey(database, id);
    const keys = (read: (id: string) => string) =>
      database.allAs((row) => read((row as { id: string }).id), 'SELECT id FROM api_key ORDER BY id');

    expect(await keys((id) => id.toUpperCase())).toEqual(['A', 'B', 'C']);
    const broken = keys((id) => {
      if (id === 'b') throw new SyntaxError('b is no key');
      return id;
    });
    await expect(broken).rejects.toThrow('b is no key');
    await addKey(database, 'd');
    expect(await keys((id) => id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('rolls back a transaction that fails', async () => {
    const database = await open();

    const twice = database.transaction(function* () {
      yield* run(insertKey, 'a');
      yield* run(insertKey, 'a');
    });
    await expect(twice).rejects.toThrow('UNIQUE');
    expect(await keyIds(database)).toEqual([]);
  });

  it('writes in one transaction what is submitted together', async () => {
    const [database, other] = [await open(), await open()];

    const seen = await Promise.all(
      ['a', 'b', 'c'].map(async (id) => {
        await addKey(database, id);
        return keyIds(other);
      }),
    );
    expect(seen).toEqual(seen.map(() => [{ id: 'a' }, { id: 'b' }, { id: 'c' }]));
  });

  it('keeps what the others write when one of those submitted together fails', async () => {
    const database = await open();

    const ended = await Promise.allSettled(['a', 'b', 'a', 'c'].map((id) => addKey(database, id)));
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await keyIds(database)).toEqual([{ id: 'a' }, { id: 'b' }, { id: 'c' }]);
  });

  it('writes what waits before it is closed', async () => {
    const database = await SqliteDatabase.open(path);
    const writing = addKey(database, 'a');
    await database.close();

    await writing;
    expect(await keyIds(await open())).toEqual([{ id: 'a' }]);
  });

  it('sees at once what another connection wrote', async () => {
    const [one, other] = [await open(), await open()];
    expect(await keyIds(one)).toEqual([]);

    await addKey(other, 'a');
    expect(await keyIds(one)).toEqual([{ id: 'a' }]);
  });

  it('answers a ping while it is open', async () => {
    const database = await open();
    await expect(database.ping()).resolves.toBeUndefined();

    await database.close();
    await expect(database.ping()).rejects.toThrow();
  });
});

describe('a database that another process has locked', () => {
  /** Opens the database and has another process lock it; `unlock` ends that process. */
  async function locked(lockTimeoutMs = 60_000) {
    const database = await SqliteDatabase.open(path, { lockTimeoutMs });
    onTestFinished(() => database.close());
    const holder = await startProgram('hold-database', [path]);
    return { database, unlock: () => holder.kill() };
  }

  it('is written once the lock is released, without blocking other work until then', async () => {
    const { database, unlock } = await locked();
    const done: string[] = [];
    const writing = addKey(database, 'a').then(() => done.push('written'));

    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    done.push('five other things');
    expect(await keyIds(database)).toEqual([]);
    await unlock();
    await writing;
    expect(done).toEqual(['five other things', 'written']);
    expect(await keyIds(database)).toEqual([{ id: 'a' }]);
  });

  it('keeps the order of writes that wait', async () => {
    const { database, unlock } = await locked();
    const ids = Array.from({ length: 20 }, (_, i) => String(i).padStart(2, '0'));
    const writing = ids.map((id) => addKey(database, id));

    await unlock();
    await Promise.all(writing);
    expect(await database.all('SELECT id FROM api_key ORDER BY rowid')).toEqual(ids.map((id) => ({ id })));
  });

  it('rejects a write after the timeout, naming the file and the cure, and recovers afterwards', async () => {
    const { database, unlock } = await locked(50);
    const refusal: unknown = await addKey(database, 'a').catch((error: unknown) => error);

    expect(refusal).toBeInstanceOf(StateUnavailable);
    expect(refusal).toMatchObject({
      fault: 'busy',
      message: expect.stringMatching(
        new RegExp(`^the state database ${path} is locked by another process; wait for that process`),
      ) as string,
    });
    await unlock();
    await addKey(database, 'b');
    expect(await keyIds(database)).toEqual([{ id: 'b' }]);
  });

  it('rejects a ping as busy', async () => {
    const { database, unlock } = await locked();

    await expect(database.ping()).rejects.toMatchObject({ fault: 'busy' });
    await unlock();
    await expect(database.ping()).resolves.toBeUndefined();
  });

  it('can be opened, because an up-to-date schema needs no write', async () => {
    await locked();

    expect(await keyIds(await open())).toEqual([]);
  });

  it('is created again once the lock is released, even if its folder was deleted', async () => {
    const database = await open();
    await rm(dirname(path), { recursive: true });
    await mkdir(dirname(path));
    const holder = await startProgram('hold-database', [path]);
    letFileChecksFallDue();
    const writing = addKey(database, 'a');

    await nextTurn();
    await holder.kill();
    await writing;
    expect(await keyIds(database)).toEqual([{ id: 'a' }]);
  });
});

/** Overwrites the file from its second page on; the first page holds the schema. */
async function corrupt(file: string): Promise<void> {
  const bytes = await readFile(file);
  await writeFile(file, bytes.fill(0xa5, 4096));
}

/** A closed database with a few keys in its file. */
async function aClosedDatabase(): Promise<void> {
  const database = await SqliteDatabase.open(path);
  for (let i = 0; i < 200; i += 1) await addKey(database, `key-${String(i)}`);
  await database.close();
}

describe('a file that cannot be used as the database', () => {
  const noDatabase = 'this is no database at all, but long enough to be mistaken for one\n'.repeat(50);

  it.each<[string, () => Promise<unknown>, RegExp]>([
    [
      'is no database',
      () => writeFile(path, noDatabase),
      /is damaged, or no database of Tollbook; move or delete it/,
    ],
    [
      'is damaged',
      async () => {
        await aClosedDatabase();
        await corrupt(path);
      },
      /is damaged, or no database of Tollbook; move or delete it/,
    ],
    [
      'is the database of another program',
      async () => {
        const other = new Database(path);
        other.exec('CREATE TABLE api_key (coins INTEGER)');
        other.close();
      },
      /is damaged, or no database of Tollbook; .* \(table api_key already exists\)$/,
    ],
    [
      'is the database of another program that counts its versions too',
      async () => {
        const other = new Database(path);
        other.pragma(`user_version = ${String(newestVersion(schema))}`);
        other.close();
      },
      /is damaged, or no database of Tollbook; .* \(no such table: api_key\)$/,
    ],
    ['is a folder', () => mkdir(path), /is a folder; move it away, or set DATA_DIR to another folder/],
  ])('is reported with the cure, and left alone, when it %s', async (_what, make, sentence) => {
    await mkdir(dirname(path));
    await make();
    const refusal: unknown = await open().catch((error: unknown) => error);

    expect(refusal).toBeInstanceOf(StateUnavailable);
    const { message } = refusal as StateUnavailable;
    expect(message).toMatch(sentence);
    expect(message).toContain(`the state database ${path} `);
    expect(message).toContain('DATA_DIR');
    expect(message).not.toContain('\n');
    await access(path);
  });

  it('is reported when its disk is full, and used again once there is room', async (context) => {
    const disk = await SmallDisk.mount('1m');
    if (!disk) {
      context.skip('this user may not mount a disk');
      return;
    }

    path = join(disk.path, 'data', 'tollbook.db');
    const database = await open();
    await disk.fill(0);
    const filling = async (): Promise<void> => {
      for (let i = 0; i < 1000; i += 1) await addKey(database, `key-${String(i)}`);
    };
    await expect(filling()).rejects.toMatchObject({
      fault: 'full',
      message: expect.stringContaining(`${path} cannot be written, because its disk is full`) as string,
    });
    await expect(database.ping()).rejects.toMatchObject({ fault: 'full' });
    await expect(SqliteDatabase.open(join(disk.path, 'other', 'tollbook.db'))).rejects.toMatchObject({
      fault: 'full',
    });

    await disk.empty();
    await expect(database.ping()).resolves.toBeUndefined();
    await addKey(database, 'room');
  });

  it('is reported when it is read-only', async (context) => {
    const disk = await SmallDisk.mount('8m');
    if (!disk) {
      context.skip('this user may not mount a disk');
      return;
    }

    path = join(disk.path, 'data', 'tollbook.db');
    await aClosedDatabase();
    await disk.protect();
    await expect(open()).rejects.toMatchObject({
      fault: 'unreachable',
      message: expect.stringContaining(`${path} cannot be opened, read or written; see that`) as string,
    });
  });
});

describe('a database that is damaged while it is open', () => {
  it('rejects every ping until it is replaced', async () => {
    await aClosedDatabase();
    const [database, other] = [await open(), await open()];
    // A write over another connection makes this one read its pages again.
    await addKey(other, 'new');
    await corrupt(path);
    await expect(database.all('SELECT * FROM api_key')).rejects.toMatchObject({
      fault: 'damaged',
      message: expect.stringContaining(path) as string,
    });
    await expect(database.ping()).rejects.toMatchObject({ fault: 'damaged' });

    await rm(path);
    letFileChecksFallDue();
    await expect(database.ping()).resolves.toBeUndefined();
    expect(await keyIds(database)).toEqual([]);
  });
});

describe('migrations', () => {
  it('refuse a database from before the first release, and leave it alone', async () => {
    await mkdir(dirname(path));
    const older = new Database(path);
    older.pragma('user_version = 26');
    older.close();

    await expect(open()).rejects.toThrow(OlderDatabase);
    await expect(open()).rejects.toThrow(
      'the database has schema 26, and this Tollbook knows none before 27, which was never released; set DATA_DIR to another folder',
    );
    expect(schemaOf(path)).toEqual({ version: 26, tables: [] });
  });

  it('refuse a database that is newer than this Tollbook, and leave it alone', async () => {
    await open();
    const newer = new Database(path);
    newer.pragma('user_version = 999');
    newer.close();
    const before = schemaOf(path);

    await expect(open()).rejects.toThrow(NewerDatabase);
    await expect(open()).rejects.toThrow(
      `the database has schema 999, and this Tollbook knows up to ${String(newestVersion(schema))}; update Tollbook, or set DATA_DIR to another folder`,
    );
    expect(schemaOf(path)).toEqual(before);
  });

  it('run once when several processes open a new database at the same moment', async () => {
    path = join(await temporaryFolder(), 'data', 'tollbook.db');
    const startAt = String(Date.now() + 500);

    const ended = await Promise.all(
      Array.from({ length: 6 }, () => runProgram('open-database', [path, startAt])),
    );
    expect(ended.map(({ stderr }) => stderr)).toEqual(ended.map(() => ''));
    expect(await keyIds(await open())).toHaveLength(6);
  });
});

it('moves what was written into its file in a thread, also after the file was replaced', async () => {
  const database = await open();
  database.checkpointInThread();
  const isInFile = async (text: string): Promise<void> => {
    await vi.waitFor(async () => expect(await readFile(path, 'latin1')).toContain(text), soon);
  };
  const note = "INSERT INTO challenge VALUES (?, 'a', 'b', 1)";

  await database.run(note, 'first-note');
  await isInFile('first-note');
  await rm(path);
  letFileChecksFallDue();
  await database.run(note, 'second-note');
  await isInFile('second-note');
});

describe('the free space of a database', () => {
  async function filled(database: SqliteDatabase): Promise<void> {
    const insert = "INSERT INTO challenge VALUES (hex(randomblob(8)), 'a', hex(zeroblob(500)), 1)";
    await database.transaction(function* () {
      for (let i = 0; i < 2_000; i += 1) yield* run(insert);
    });
    await database.run('DELETE FROM challenge');
  }
  const pages = async (database: SqliteDatabase): Promise<number> =>
    z.object({ page_count: z.int() }).parse(await database.get('PRAGMA page_count')).page_count;

  it('is given back to the disk', async () => {
    const database = await open();
    const empty = await pages(database);
    await filled(database);
    await database.giveBackSpace();

    expect(await pages(database)).toBeLessThanOrEqual(empty);
  });
});

describe('a database that is deleted while it is open', () => {
  it.each<[string, () => Promise<void>]>([
    ['its file alone', () => rm(path)],
    [
      'its files',
      async () => {
        for (const name of await readdir(dirname(path))) await rm(join(dirname(path), name));
      },
    ],
    ['its whole folder', () => rm(dirname(path), { recursive: true })],
  ])('is replaced by an empty one: %s', async (_what, remove) => {
    const database = await open();
    await addKey(database, 'lost');

    await remove();
    letFileChecksFallDue();
    expect(await keyIds(database)).toEqual([]);
    await addKey(database, 'new');
    expect(await keyIds(database)).toEqual([{ id: 'new' }]);
    expect(schemaOf(path).version).toBe(newestVersion(schema));
  });

  it.each<[string, () => Promise<void>]>([
    ['its file alone', () => rm(path)],
    ['its whole folder', () => rm(dirname(path), { recursive: true })],
  ])('is replaced by the new one that another process created: %s', async (_what, remove) => {
    const database = await open();
    await addKey(database, 'lost');

    await remove();
    const { stderr } = await runProgram('open-database', [path]);
    expect(stderr).toBe('');
    letFileChecksFallDue();
    expect(await keyIds(database)).toHaveLength(1);
    await addKey(database, 'new');
    expect(await keyIds(await open())).toHaveLength(2);
  });

  it('is not replaced by a file that is no database', async () => {
    const database = await open();
    await rm(dirname(path), { recursive: true });
    await mkdir(dirname(path));
    await writeFile(
      path,
      'something else entirely, but long enough to be mistaken for a database\n'.repeat(20),
    );

    letFileChecksFallDue();
    await expect(database.ping()).rejects.toThrow('not a database');
  });
});
