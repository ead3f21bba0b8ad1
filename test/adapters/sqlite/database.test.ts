import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { NewerDatabase, StateDatabase } from '../../../src/adapters/sqlite/database.ts';
import { migrations } from '../../../src/adapters/sqlite/migrations.ts';
import { runProgram } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** How long the database may go without a look at its file. */
const lookMs = 250;

let path: string;

beforeEach(async () => {
  path = join(await temporaryFolder(), 'data', 'tollbook.db');
});

function open(): StateDatabase {
  const database = new StateDatabase(path);
  onTestFinished(() => {
    database.close();
  });
  return database;
}

function addKey(database: StateDatabase, id: string): void {
  database.run(
    'INSERT INTO api_key (id, owner, secret_hash, created_at) VALUES (?, ?, ?, ?)',
    id,
    'me',
    Buffer.of(1),
    1,
  );
}

function keyIds(database: StateDatabase): unknown[] {
  return database.all('SELECT id FROM api_key ORDER BY id');
}

/** The schema of a database file, looked at by itself. */
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
  it('is made where there is none, with its folders', async () => {
    expect(keyIds(open())).toEqual([]);
    expect(await readdir(dirname(path))).toContain('tollbook.db');
  });

  it('keeps what was written', () => {
    const database = new StateDatabase(path);
    addKey(database, 'a');
    database.close();

    expect(keyIds(open())).toEqual([{ id: 'a' }]);
  });

  it('writes all of a transaction or nothing', () => {
    const database = open();

    expect(() => {
      database.transaction(() => {
        addKey(database, 'a');
        addKey(database, 'a');
      });
    }).toThrow('UNIQUE');
    expect(keyIds(database)).toEqual([]);
  });

  it('shows at once what another process wrote', () => {
    const [one, other] = [open(), open()];
    expect(keyIds(one)).toEqual([]);

    addKey(other, 'a');
    expect(keyIds(one)).toEqual([{ id: 'a' }]);
  });

  it('answers a ping while it is well', async () => {
    const database = open();
    await expect(database.ping()).resolves.toBeUndefined();

    database.close();
    await expect(database.ping()).rejects.toThrow();
  });
});

describe('migrations', () => {
  it('bring a database of every earlier schema to the newest', async () => {
    open();
    const newest = schemaOf(path);
    expect(newest.version).toBe(migrations.length);

    for (let version = 0; version <= migrations.length; version += 1) {
      path = join(await temporaryFolder(), 'tollbook.db');
      const older = new Database(path);
      for (const step of migrations.slice(0, version)) older.exec(step);
      older.pragma(`user_version = ${String(version)}`);
      older.close();

      open();
      expect(schemaOf(path)).toEqual(newest);
    }
  });

  it('keep what an older database holds', async () => {
    await mkdir(dirname(path));
    const older = new Database(path);
    older.exec(migrations[0] ?? '');
    older.exec("INSERT INTO api_key (id, owner, secret_hash, created_at) VALUES ('a', 'me', x'01', 1)");
    older.pragma('user_version = 1');
    older.close();

    expect(keyIds(open())).toEqual([{ id: 'a' }]);
  });

  it('refuse a database that is newer than this Tollbook, and leave it as it is', () => {
    open();
    const newer = new Database(path);
    newer.pragma('user_version = 999');
    newer.close();
    const before = schemaOf(path);

    expect(() => new StateDatabase(path)).toThrow(NewerDatabase);
    expect(() => new StateDatabase(path)).toThrow(
      `the database has schema 999, and this Tollbook knows up to ${String(migrations.length)}; update Tollbook, or set DATA_DIR to another folder`,
    );
    expect(schemaOf(path)).toEqual(before);
  });

  it(
    'are made once when several processes open a new database at the same moment',
    { timeout: 60_000 },
    async () => {
      for (let round = 0; round < 3; round += 1) {
        path = join(await temporaryFolder(), 'data', 'tollbook.db');
        const moment = String(Date.now() + 1000);

        const ended = await Promise.all(
          Array.from({ length: 6 }, () => runProgram('open-database', [path, moment])),
        );
        expect(ended.map(({ stderr }) => stderr)).toEqual(ended.map(() => ''));
        expect(keyIds(open())).toHaveLength(6);
      }
    },
  );
});

describe('a database that is deleted while it is open', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
  });

  it.each<[string, () => Promise<void>]>([
    ['its file alone', () => rm(path)],
    [
      'its files',
      async () => {
        for (const name of await readdir(dirname(path))) await rm(join(dirname(path), name));
      },
    ],
    ['its whole folder', () => rm(dirname(path), { recursive: true })],
  ])('goes on as a new one: %s', async (_what, remove) => {
    const database = open();
    addKey(database, 'lost');

    await remove();
    vi.advanceTimersByTime(lookMs);
    expect(keyIds(database)).toEqual([]);
    addKey(database, 'new');
    expect(keyIds(database)).toEqual([{ id: 'new' }]);
    expect(schemaOf(path).version).toBe(migrations.length);
  });

  it.each<[string, () => Promise<void>]>([
    ['its file alone', () => rm(path)],
    ['its whole folder', () => rm(dirname(path), { recursive: true })],
  ])('takes up the new one that another process made in its place: %s', async (_what, remove) => {
    const database = open();
    addKey(database, 'lost');

    await remove();
    const { stderr } = await runProgram('open-database', [path]);
    expect(stderr).toBe('');
    vi.advanceTimersByTime(lookMs);
    expect(keyIds(database)).toHaveLength(1);
    addKey(database, 'new');
    expect(keyIds(open())).toHaveLength(2);
  });

  it('refuses what took its place when that is no database', async () => {
    const database = open();
    await rm(dirname(path), { recursive: true });
    await mkdir(dirname(path));
    await writeFile(
      path,
      'something else entirely, and long enough to be looked at as a database file\n'.repeat(20),
    );

    vi.advanceTimersByTime(lookMs);
    await expect(database.ping()).rejects.toThrow('not a database');
  });
});
