import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { Client } from 'pg';
import { CatalogClient } from '../src/mirror/catalog-client.ts';
import { ChangeFeed, type Page } from '../src/mirror/change-feed.ts';
import { UnknownMembers } from '../src/mirror/mirrored-service.ts';
import { serviceLines } from '../src/mirror/services-file.ts';
import { type Notice, usualSurroundings } from '../src/mirror/surroundings.ts';
import { takeExport } from '../src/mirror/take-export.ts';
import { runCommand } from './run-command.ts';

/**
 * The table of services. `words` is for PostgreSQL's own search; ParadeDB takes the same table with an index of its own, as docs/scale.md
 * shows.
 */
const schema = `
  CREATE TABLE IF NOT EXISTS tollbook_service (
    id          text PRIMARY KEY,
    service     jsonb NOT NULL,
    name        text GENERATED ALWAYS AS (service->>'name') STORED,
    description text GENERATED ALWAYS AS (service->>'description') STORED,
    words       tsvector GENERATED ALWAYS AS (
      setweight(to_tsvector('english', service->>'name'), 'A') ||
      setweight(to_tsvector('english', service->>'description'), 'B')) STORED
  );
  CREATE INDEX IF NOT EXISTS tollbook_service_words ON tollbook_service USING gin (words);
  CREATE TABLE IF NOT EXISTS tollbook_cursor (cursor text NOT NULL);
`;

const putServices = `
  INSERT INTO tollbook_service (id, service)
  SELECT service->>'id', service FROM jsonb_array_elements($1::jsonb) AS service
  ON CONFLICT (id) DO UPDATE SET service = excluded.service`;

/** Seconds for which the catalog holds an answer without changes. */
const waitSeconds = 30;

/** The most bytes of an export. */
const maxExportBytes = 4 * 1024 ** 3;

/** How long a request waits in all for a catalog that does not answer. */
const patienceMs = 120_000;

interface Options {
  readonly from: string;
  readonly to?: string;
  readonly follow?: true;
}

const command = new Command('feed-postgres')
  .description('Copy a catalog into a PostgreSQL table with a full-text index, and go on with its changes.')
  .requiredOption('--from <url>', 'the catalog, which must be a server')
  .option('--to <url>', 'the database; without it, PGHOST, PGDATABASE, PGUSER … name one')
  .option('--follow', 'go on with the changes as they come; without it, end at the newest one')
  .action(feed);

/** Goes on from the cursor that the database has. Each step is one transaction, so it may be killed and started again at any time. */
async function feed({ from, to, follow }: Options): Promise<void> {
  const catalog = catalogAt(new URL(from.endsWith('/') ? from : `${from}/`));
  const database = new Client(to === undefined ? {} : { connectionString: to });
  await database.connect();

  try {
    await database.query(schema);
    let cursor = (await cursorIn(database)) ?? (await load(catalog, database));
    for (let isBehind = true; isBehind || follow;) {
      const page = await catalog.feed.after(cursor, follow ? waitSeconds : 0);
      cursor = page === 'expired' ? await load(catalog, database) : await apply(page, database);
      isBehind = page === 'expired' || page.more;
    }
  } finally {
    await database.end();
  }
}

type Catalog = ReturnType<typeof catalogAt>;

/** A catalog as mirrors read it: each answer has a budget of bytes and time, and is asked for again when it is cut off. */
function catalogAt(from: URL) {
  const notice = ({ level, text }: Notice): void => {
    if (level === 'warning') console.error(text);
  };
  const client = new CatalogClient({
    from,
    surroundings: usualSurroundings,
    patienceMs,
    wasReached: true,
    notice,
  });

  return { from, client, feed: new ChangeFeed(client, from), notice, unknown: new UnknownMembers(notice) };
}

async function cursorIn(database: Client): Promise<string | undefined> {
  const { rows } = await database.query<{ cursor: string }>('SELECT cursor FROM tollbook_cursor');

  return rows[0]?.cursor;
}

/** Puts the export in the place of what the table holds. Returns the cursor that was taken with it. */
async function load({ client, from, notice, unknown }: Catalog, database: Client): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tollbook-'));
  try {
    const to = join(folder, 'services.ndjson');
    const { cursor, services } = await takeExport(client, {
      ...{ from, to, notice, unknown },
      maxBytes: maxExportBytes,
    });
    if (cursor === null) throw new Error(`${from.href} gives no cursor; name a server, not a copy`);

    await inTransaction(cursor, database, async () => {
      await database.query('DELETE FROM tollbook_service');
      for await (const lines of serviceLines(to)) {
        await database.query(putServices, [`[${lines.map(({ line }) => line.toString()).join()}]`]);
      }
    });
    console.log(`loaded ${String(services)} services`);
    return cursor;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A change holds its service as it is now, so the last one of each service counts. Returns the cursor after them. */
async function apply({ changes, next }: Page, database: Client): Promise<string> {
  const services = new Map(changes.map(({ id, service }) => [id, service]));
  const gone = [...services].filter(([, service]) => !service).map(([id]) => id);

  await inTransaction(next, database, async () => {
    await database.query('DELETE FROM tollbook_service WHERE id = ANY ($1)', [gone]);
    await database.query(putServices, [JSON.stringify([...services.values()].filter((each) => each))]);
  });
  if (changes.length > 0) console.log(`applied ${String(changes.length)} changes`);
  return next;
}

async function inTransaction(cursor: string, database: Client, work: () => Promise<void>): Promise<void> {
  await database.query('BEGIN');
  await work();
  await database.query('DELETE FROM tollbook_cursor');
  await database.query('INSERT INTO tollbook_cursor (cursor) VALUES ($1)', [cursor]);
  await database.query('COMMIT');
}

export function feedPostgresCommand(args?: readonly string[]): Promise<void> {
  return runCommand(command, args);
}

if (import.meta.main) await feedPostgresCommand();
