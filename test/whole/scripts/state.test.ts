import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { stateCommand } from '../../../scripts/state.ts';
import { PostgresDatabase } from '../../../src/adapters/postgres/database.ts';
import { SqliteDatabase } from '../../../src/adapters/sqlite/database.ts';
import { tables } from '../../../src/adapters/state/tables.ts';
import { callIn } from '../../support/call-command.ts';
import { fillState } from '../../support/filled-state.ts';
import { startProgram } from '../../support/programs.ts';
import type { Workplace } from '../../support/running-server.ts';
import { soon } from '../../support/soon.ts';
import { aPostgresUrl, describePostgres, tell } from '../../support/state-database.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';

const rowsOfEach = 20;
const script = join(import.meta.dirname, '../../../scripts/state.ts');

const Copy = z.object({
  outcome: z.enum(['copied', 'same']),
  tables: z.array(z.object({ table: z.string(), rows: z.int(), digest: z.string() })),
});

let workplace: Workplace;
let data: string;

beforeEach(async () => {
  workplace = await aWorkplace();
  data = join(workplace.folder, 'data');
});

async function fill(): Promise<void> {
  const database = await SqliteDatabase.in(data);
  await fillState(database, rowsOfEach);
  await database.close();
}

async function rowsIn(folder: string): Promise<Record<string, readonly unknown[]>> {
  const database = await SqliteDatabase.open(folder);
  onTestFinished(() => database.close());
  const rows = await Promise.all(tables.map((table) => database.all(`SELECT * FROM ${table}`)));
  return Object.fromEntries(tables.map((table, i) => [table, rows[i] ?? []]));
}

/** The last that a server writes by itself after its start. */
async function untilHistoryIsRead(): Promise<void> {
  await vi.waitFor(async () => {
    const { feed, version_progress: progress } = await rowsIn(join(data, 'tollbook.db'));
    expect(feed).toMatchObject([{ is_seeded: 1 }]);
    expect(progress).toMatchObject([{ is_whole: 1 }]);
  }, soon);
}

describePostgres('npm run state -- copy', () => {
  let url: string;

  beforeEach(async () => {
    url = await aPostgresUrl();
  });

  const copy = (...args: readonly string[]) =>
    callIn(workplace, stateCommand, ['copy', ...args], { DATABASE_URL: url });

  it('copies every table, says so of each, and changes nothing when it runs again', async () => {
    await fill();
    const [first, second] = [await copy('--json'), await copy('--json')];
    expect([first.code, second.code]).toEqual([0, 0]);
    const [copied, same] = [first, second].map(({ stdout }) => Copy.parse(JSON.parse(stdout)));

    expect(copied?.outcome).toBe('copied');
    expect(copied?.tables.map(({ table }) => table)).toEqual(tables);
    expect(same).toEqual({ ...copied, outcome: 'same' });
    expect((await copy()).stdout).toMatch(/'webhook_delivery' .* 20 [^]*nothing was changed\.\n$/);
  });

  it('leaves nothing behind when it is killed in the middle, and copies then', async () => {
    await fill();
    await (await PostgresDatabase.open(url)).close();
    await holdUpInsertsInto('webhook');
    const gate = new Client({ connectionString: url });
    await gate.connect();
    onTestFinished(() => gate.end());
    await gate.query('SELECT pg_advisory_lock(7, hashtext(current_schema()))');

    const child = spawn(process.execPath, [script, 'copy'], {
      env: { ...workplace.environment, DATABASE_URL: url },
      stdio: 'ignore',
    });
    await vi.waitFor(async () => {
      const waiting = await gate.query(
        `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND classid = 7 AND objid = (hashtext(current_schema())::bigint & 4294967295)::oid`,
      );
      expect(waiting.rows).toHaveLength(1);
    }, soon);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await gate.query('SELECT pg_advisory_unlock_all()');

    const database = await PostgresDatabase.open(url, { timeoutMs: 60_000 });
    expect(await database.all('SELECT 1 FROM api_key UNION ALL SELECT 1 FROM webhook')).toEqual([]);
    await database.close();
    const { code, stdout } = await copy('--json');
    expect(code).toBe(0);
    expect(Copy.parse(JSON.parse(stdout)).outcome).toBe('copied');
  });

  /** From now on, a table takes rows only while nobody holds a lock that is named after the schema. */
  async function holdUpInsertsInto(table: string): Promise<void> {
    await tell(
      url,
      `CREATE FUNCTION hold_up() RETURNS trigger LANGUAGE plpgsql AS $$
       BEGIN PERFORM pg_advisory_xact_lock(7, hashtext(current_schema())); RETURN NULL; END $$;
       CREATE TRIGGER hold_up BEFORE INSERT ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION hold_up()`,
    );
  }

  it('is refused while a server has the state open, which goes on', async () => {
    const server = await aServer(workplace);
    const { code, stderr } = await copy();

    expect(code).toBe(1);
    expect(stderr).toContain('tollbook.db is locked by another process; wait for that process or stop it');
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    await server.stop('SIGTERM');
    expect((await copy()).code).toBe(0);
  });

  it('is refused where the target holds another state', async () => {
    await fill();
    await (await PostgresDatabase.open(url)).close();
    await tell(url, "INSERT INTO block VALUES ('host', 'example.com', 'Spam.', 1)");
    const { code, stderr } = await copy();

    expect(code).toBe(1);
    expect(stderr).toContain('already holds another state (its table api_key differs)');
    expect(stderr).toContain('set DATABASE_URL to an empty database');
  });
});

describe('npm run state -- copy', () => {
  it('says which setting is missing', async () => {
    const { code, stderr } = await callIn(workplace, stateCommand, ['copy']);

    expect(code).toBe(2);
    expect(stderr).toContain('state: DATABASE_URL: write the URL of the database to copy into');
  });

  it('makes no state where there is none', async () => {
    const { code, stderr } = await callIn(workplace, stateCommand, ['copy'], {
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    });

    expect(code).toBe(1);
    expect(stderr).toContain(`there is no state in ${data}; set DATA_DIR`);
    await expect(stat(data)).rejects.toThrow('ENOENT');
  });

  it('is refused while another process has locked the state', async () => {
    await fill();
    await startProgram('hold-database', [join(data, 'tollbook.db')]);
    const { code, stderr } = await callIn(workplace, stateCommand, ['copy'], {
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    });

    expect(code).toBe(1);
    expect(stderr).toContain('is locked by another process');
  });
});

describe('npm run state -- backup', () => {
  it('copies everything into one file that only its owner can read, while a server runs', async () => {
    await aServer(workplace);
    await workplace.key('acme');
    await untilHistoryIsRead();
    const file = join(workplace.folder, 'backups', 'state.db');
    await mkdir(join(workplace.folder, 'backups'));
    const { code, stdout } = await callIn(workplace, stateCommand, ['backup', '--to', file]);

    expect(code).toBe(0);
    expect(stdout).toBe(`wrote ${file}\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(workplace.folder, 'backups'))).toEqual(['state.db']);
    const stored = await rowsIn(file);
    expect(stored['api_key']).toMatchObject([{ owner: 'acme' }]);
    expect(stored).toEqual(await rowsIn(join(data, 'tollbook.db')));
  });

  it('is never written over another file', async () => {
    await fill();
    const file = join(workplace.folder, 'state.db');
    await writeFile(file, 'precious');
    const { code, stderr } = await callIn(workplace, stateCommand, ['backup', '--to', file]);

    expect(code).toBe(2);
    expect(stderr).toContain('is there already; name a new file');
  });

  it('of a damaged state is refused, and leaves no file', async () => {
    await mkdir(data);
    await writeFile(join(data, 'tollbook.db'), 'no database at all, '.repeat(1000));
    const file = join(workplace.folder, 'state.db');
    const { code, stderr } = await callIn(workplace, stateCommand, ['backup', '--to', file]);

    expect(code).toBe(1);
    expect(stderr).toContain('is damaged, or no database of Tollbook');
    expect(await readdir(workplace.folder)).toEqual(['data']);
  });

  it('names pg_dump where the state is in PostgreSQL', async () => {
    const { code, stderr } = await callIn(workplace, stateCommand, ['backup', '--to', 'x.db'], {
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
    });

    expect(code).toBe(2);
    expect(stderr).toContain('back it up with pg_dump');
  });
});
