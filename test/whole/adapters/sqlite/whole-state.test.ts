import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SqliteDatabase } from '../../../../src/adapters/sqlite/database.ts';
import { WholeSqliteState } from '../../../../src/adapters/sqlite/whole-state.ts';
import { StateUnavailable } from '../../../../src/domain/unavailable.ts';
import { fillState } from '../../../support/filled-state.ts';
import { startProgram } from '../../../support/programs.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});

async function fill(rows: number): Promise<void> {
  const database = await SqliteDatabase.in(folder);
  await fillState(database, rows);
  await database.close();
}

function whole(): WholeSqliteState {
  const state = WholeSqliteState.in(folder);
  onTestFinished(() => {
    state.close();
  });
  return state;
}

const held = { name: StateUnavailable.name, fault: 'busy' };

describe('a whole SQLite state', () => {
  it('is refused while another process has it open, though that does nothing', async () => {
    await fill(1);
    const holder = await startProgram('open-idle', [folder]);

    expect(() => WholeSqliteState.in(folder)).toThrow(expect.objectContaining(held));
    await holder.kill();
    expect(whole().countOf('webhook')).toBe(1);
  });

  it('keeps others out until it is closed', async () => {
    await fill(1);
    const path = join(folder, 'tollbook.db');
    const state = WholeSqliteState.in(folder);

    await expect(SqliteDatabase.open(path, { lockTimeoutMs: 0 })).rejects.toMatchObject(held);
    state.close();
    await (await SqliteDatabase.open(path)).close();
  });

  it('has what a crash left in the write-ahead log', async () => {
    await fill(1);
    const holder = await startProgram('open-idle', [
      folder,
      "INSERT INTO block VALUES ('host', 'a', 'b', 1)",
    ]);
    await holder.kill();

    expect(whole().countOf('block')).toBe(2);
  });

  it('can be closed while a table is being read', async () => {
    await fill(3);
    const state = WholeSqliteState.in(folder);
    const rows = state.rowsOf('webhook');

    expect(rows.next().done).toBe(false);
    expect(() => {
      state.close();
    }).not.toThrow();
  });

  it('is refused when it is damaged, or not there', async () => {
    expect(() => WholeSqliteState.in(folder)).toThrow('ENOENT');
    await writeFile(join(folder, 'tollbook.db'), 'no database at all, '.repeat(1000));

    expect(() => WholeSqliteState.in(folder)).toThrow('is damaged, or no database of Tollbook');
  });
});
