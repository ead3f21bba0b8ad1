import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { copyState, type StateCopy } from '../src/adapters/postgres/copy-state.ts';
import { PostgresDatabase } from '../src/adapters/postgres/database.ts';
import { backUpState } from '../src/adapters/sqlite/backup.ts';
import { SqliteDatabase } from '../src/adapters/sqlite/database.ts';
import { WholeSqliteState } from '../src/adapters/sqlite/whole-state.ts';
import { tables } from '../src/adapters/state/tables.ts';
import { readConfig } from '../src/config/config.ts';
import { ConfigError } from '../src/config/config-error.ts';
import { Progress } from './progress.ts';
import { atNamedFile } from './named-file.ts';
import { runCommand } from './run-command.ts';
import { UsageFault } from './usage-fault.ts';

const program = new Command('state').description(
  'What Tollbook keeps beside the catalog: keys, blocks, checks, payments, the feed of changes and webhooks.',
);

program
  .command('backup')
  .description('copy the SQLite state in DATA_DIR into a new file; a server may be running')
  .requiredOption('--to <file>', 'the new file; it holds secrets')
  .action(backUp);

program
  .command('copy')
  .description('copy the SQLite state in DATA_DIR into the empty PostgreSQL database of DATABASE_URL')
  .option('--json', 'print JSON')
  .action(copy);

async function backUp({ to }: { to: string }): Promise<void> {
  const { dataDir, databaseUrl } = readConfig(process.env);
  if (databaseUrl !== undefined) {
    throw new ConfigError(
      'DATABASE_URL is set, so the state is in PostgreSQL: back it up with pg_dump; see docs/operation/backup.md',
    );
  }
  refuseWithoutState(dataDir);

  const file = resolve(to);
  if (existsSync(file)) throw new UsageFault(`${file} is there already; name a new file`);
  await atNamedFile(to, () => backUpState(dataDir, file));
  console.log(`wrote ${file}`);
}

async function copy({ json }: { json?: true }): Promise<void> {
  const { dataDir, databaseUrl } = readConfig(process.env);
  if (databaseUrl === undefined) {
    throw new ConfigError('DATABASE_URL: write the URL of the database to copy into');
  }
  refuseWithoutState(dataDir);

  const source = WholeSqliteState.in(dataDir);
  try {
    const target = await PostgresDatabase.open(databaseUrl);
    try {
      print(await copyWithProgress(source, target), json === true);
    } finally {
      await target.close();
    }
  } finally {
    source.close();
  }
}

/** Opening a state creates a missing one, which would hide a wrong DATA_DIR. */
function refuseWithoutState(dataDir: string): void {
  if (SqliteDatabase.isIn(dataDir)) return;

  throw new Error(`there is no state in ${dataDir}; set DATA_DIR to the folder that holds tollbook.db`);
}

function copyWithProgress(source: WholeSqliteState, target: PostgresDatabase): Promise<StateCopy> {
  let rows = 0;
  const copied = (): Promise<StateCopy> => copyState(source, target, (count) => (rows += count));
  const total = tables.reduce((sum, table) => sum + source.countOf(table), 0);

  return new Progress(process.stderr).stage('rows', copied, { total, done: () => rows });
}

function print({ outcome, tables: copied }: StateCopy, json: boolean): void {
  if (json) {
    console.log(JSON.stringify({ outcome, tables: copied }, null, 2));
    return;
  }

  console.table(copied);
  console.log(
    outcome === 'copied'
      ? 'Copied and compared. Start every server with DATABASE_URL from now on.'
      : 'The database already holds all of it; nothing was changed.',
  );
}

export function stateCommand(args?: readonly string[]): Promise<void> {
  return runCommand(program, args);
}

if (import.meta.main) await stateCommand();
