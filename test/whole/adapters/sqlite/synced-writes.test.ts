import type * as Files from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { SqliteDatabase } from '../../../../src/adapters/sqlite/database.ts';
import { all, get, run } from '../../../../src/adapters/state/database.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** How often the log of the database was synced, and what the next sync fails with. */
const disk = vi.hoisted(() => ({ syncs: 0, failure: undefined as Error | undefined }));

vi.mock('node:fs/promises', async (original) => {
  const files = await original<typeof Files>();
  const open: typeof Files.open = async (path, ...rest) => {
    const handle = await files.open(path, ...rest);
    handle.datasync = async () => {
      if (disk.failure) throw disk.failure;
      if (String(path).endsWith('tollbook.db-wal')) disk.syncs += 1;
    };
    return handle;
  };
  return { ...files, open };
});

let folder: string;
let database: SqliteDatabase;

beforeEach(async () => {
  folder = await temporaryFolder();
  database = await SqliteDatabase.in(folder);
  await database.run('CREATE TABLE notes (text)');
  Object.assign(disk, { syncs: 0, failure: undefined });
});

it('syncs its log before a write is answered', async () => {
  await database.run("INSERT INTO notes VALUES ('a')");
  expect(disk.syncs).toBe(1);

  await database.transaction(() => get("INSERT INTO notes VALUES ('b') RETURNING text"));
  expect(disk.syncs).toBe(2);
});

it('syncs once for writes that share a transaction', async () => {
  await Promise.all(['a', 'b', 'c'].map((text) => database.run('INSERT INTO notes VALUES (?)', text)));

  expect(disk.syncs).toBe(1);
});

it('syncs nothing for reads', async () => {
  await database.all('SELECT * FROM notes');
  await database.transaction(() => all('SELECT * FROM notes'));

  expect(disk.syncs).toBe(0);
});

it('does not answer a write that may not survive a power cut', async () => {
  disk.failure = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });

  await expect(database.transaction(() => run("INSERT INTO notes VALUES ('a')"))).rejects.toThrow(
    `the state database ${join(folder, 'tollbook.db')}`,
  );
});
