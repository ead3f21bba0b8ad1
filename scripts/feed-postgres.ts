import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { Command } from 'commander';
import { Client } from 'pg';
import { z } from 'zod';
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

const rowsAtOnce = 1_000;

/** Seconds for which the catalog holds an answer without changes. */
const waitSeconds = 30;

const Page = z.object({
  changes: z.array(z.object({ id: z.string(), service: z.record(z.string(), z.unknown()).nullable() })),
  next: z.string(),
  more: z.boolean(),
});

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
  const catalog = new URL(from.endsWith('/') ? from : `${from}/`);
  const database = new Client(to === undefined ? {} : { connectionString: to });
  await database.connect();

  try {
    await database.query(schema);
    let cursor = (await cursorIn(database)) ?? (await load(catalog, database));
    for (let isBehind = true; isBehind || follow;) {
      const page = await changesAfter(cursor, catalog, follow ? waitSeconds : 0);
      cursor = page === 'expired' ? await load(catalog, database) : await apply(page, database);
      isBehind = page === 'expired' || page.more;
    }
  } finally {
    await database.end();
  }
}

async function cursorIn(database: Client): Promise<string | undefined> {
  const { rows } = await database.query<{ cursor: string }>('SELECT cursor FROM tollbook_cursor');

  return rows[0]?.cursor;
}

/** Puts the export in the place of what the table holds. Returns the cursor that was taken with it. */
async function load(catalog: URL, database: Client): Promise<string> {
  const { headers, body } = await ask(new URL('api/export.ndjson', catalog));
  const cursor = headers.get('x-catalog-cursor');
  if (cursor === null || !body) throw new Error(`${catalog.href} gives no cursor; name a server, not a copy`);

  let count = 0;
  await inTransaction(cursor, database, async () => {
    await database.query('DELETE FROM tollbook_service');
    let lines: string[] = [];
    const put = () => database.query(putServices, [`[${lines.join()}]`]);
    for await (const line of createInterface({ input: Readable.from(body) })) {
      lines.push(line);
      count += 1;
      if (lines.length < rowsAtOnce) continue;
      await put();
      lines = [];
    }
    await put();
  });
  console.log(`loaded ${String(count)} services`);
  return cursor;
}

/** The next page of changes; `expired` where the catalog keeps them no more. */
async function changesAfter(
  cursor: string,
  catalog: URL,
  wait: number,
): Promise<z.infer<typeof Page> | 'expired'> {
  const url = new URL(`api/changes?limit=${String(rowsAtOnce)}&wait=${String(wait)}`, catalog);
  url.searchParams.set('since', cursor);
  const answer = await ask(url, [410]);

  return answer.status === 410 ? 'expired' : Page.parse(await answer.json());
}

/** A change holds its service as it is now, so the last one of each service counts. Returns the cursor after them. */
async function apply({ changes, next }: z.infer<typeof Page>, database: Client): Promise<string> {
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

async function ask(url: URL, accepted: readonly number[] = []): Promise<Response> {
  const answer = await fetch(url);
  if (answer.ok || accepted.includes(answer.status)) return answer;
  throw new Error(`${url.href} answers ${String(answer.status)}: ${await answer.text()}`);
}

export function feedPostgresCommand(args?: readonly string[]): Promise<void> {
  return runCommand(command, args, { misuse: 2 });
}

if (import.meta.main) await feedPostgresCommand();
