import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { soon, testTimeoutMs } from '../../support/soon.ts';
import { aServer } from '../../support/workplace.ts';

const paths = ['/api/export', '/api/export.ndjson', '/api/export.csv', '/api/export.sqlite'];
const Line = z.object({ id: z.string() });
const Exported = z.object({ endpoints: z.array(Line) });

/** The ids in an export. */
const readers: Readonly<Record<string, (body: Buffer) => string[]>> = {
  '/api/export': (body) => Exported.parse(JSON.parse(body.toString())).endpoints.map(({ id }) => id),
  '/api/export.ndjson': (body) =>
    body
      .toString()
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => Line.parse(JSON.parse(line)).id),
  '/api/export.csv': (body) =>
    z
      .array(Line)
      .parse(parse(body, { columns: true, record_delimiter: '\r\n' }))
      .map(({ id }) => id),
  '/api/export.sqlite': (body) => {
    const database = new Database(body);
    const ids = z.array(z.string()).parse(database.prepare('SELECT id FROM services').pluck().all());
    database.close();
    return ids;
  },
};

/** The services that a commit lists. */
async function idsAt(workplace: Workplace, commit: string): Promise<string[]> {
  const files = await workplace.git('ls-tree', '-r', '--name-only', commit, 'services');

  return [...files.matchAll(/([^/]+)\.json$/gm)].map(([, id = '']) => id).sort();
}

/** A registration in a category of the fixtures. */
const newcomer = (number: number | string): object => ({
  ...aRegistration(number),
  category: 'ai-inference',
});

/** Long descriptions, so that an export has many slices. */
async function writeServices(workplace: Workplace, count: number): Promise<void> {
  const services = Array.from({ length: count }, (_, i) =>
    serviceNamed(`service-${i}`, { description: `Rain ${'and snow '.repeat(200)}${i}.` }),
  );
  await writeCatalog(workplace.catalog, ...services);
}

describe('exports of a running server', () => {
  let workplace: Workplace;
  let server: RunningServer;
  let key: string;

  beforeAll(async () => {
    workplace = await Workplace.make();
    await writeServices(workplace, 300);
    key = await workplace.key();
    server = await startServer(workplace.environment);
  });

  afterAll(async () => {
    await server.stop('SIGKILL', true);
    await workplace.remove();
  });

  const idsIn = async (path: string): Promise<string[] | undefined> =>
    readers[path]?.(Buffer.from(await (await fetch(server.url + path)).arrayBuffer()));

  it('are a database that is fetched in parts, of which one file is cached', async () => {
    const path = '/api/export.sqlite';
    const fetchHalves = async (): Promise<Response[]> => {
      const url = server.url + path;
      const head = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } });
      const half = Math.floor(Number(head.headers.get('content-length')) / 2);
      const ranges = [`bytes=0-${half - 1}`, `bytes=${half}-`];
      const known = { 'If-Range': head.headers.get('etag') ?? '' };
      return Promise.all(ranges.map((Range) => fetch(url, { headers: { Range, ...known } })));
    };

    // While the feed is filled from git, another database takes the place of the first: a client begins again then.
    const parts = await vi.waitFor(async () => {
      const halves = await fetchHalves();
      expect(halves.map(({ status }) => status)).toEqual([206, 206]);
      return halves;
    }, soon);
    const bytes = await Promise.all(parts.map(async (part) => Buffer.from(await part.arrayBuffer())));
    expect(readers[path]?.(Buffer.concat(bytes))).toHaveLength(300);

    await register(server.url, key, newcomer('after'));
    expect(await idsIn(path)).toHaveLength(301);
    expect(await readdir(join(workplace.folder, 'data/exports'))).toHaveLength(1);
  });

  it('hold the services of their commit, whatever is registered meanwhile', async () => {
    const state = { isDone: false };
    const registering = Promise.all(
      Array.from({ length: 30 }, (_, i) => register(server.url, key, newcomer(i))),
    ).finally(() => (state.isDone = true));

    while (!state.isDone) {
      await Promise.all(
        paths.map(async (path) => {
          const answer = await fetch(server.url + path);
          const [commit = ''] = (answer.headers.get('x-catalog-version') ?? '').split('+');
          const ids = readers[path]?.(Buffer.from(await answer.arrayBuffer()));
          expect(ids?.sort(), path).toEqual(await idsAt(workplace, commit));
        }),
      );
    }

    for (const { status } of await registering) expect(status).toBe(201);
    for (const path of paths) expect(await idsIn(path), path).toHaveLength(331);
  });

  it('keep their tags over a restart, and no file', async () => {
    const tags = async (): Promise<(string | null)[]> => {
      const answers = await Promise.all(paths.map((path) => fetch(server.url + path, { method: 'HEAD' })));
      return answers.map(({ headers }) => headers.get('etag'));
    };
    const before = await tags();
    expect(new Set(before).size).toBe(4);

    expect(await server.stop('SIGTERM')).toBe(0);
    expect(await readdir(join(workplace.folder, 'data'))).not.toContain('exports');
    server = await startServer(workplace.environment);
    expect(await tags()).toEqual(before);
  });
});

describe('an export that its client does not read', () => {
  const count = 3_000;
  /** So many copies that no kernel keeps them all for a client that reads nothing. */
  const copies = 8;
  /** The server reads them all at its start, and waits for the client when it stops. */
  const patient = { timeout: 2 * testTimeoutMs };
  let workplace: Workplace;

  beforeAll(async () => {
    workplace = await Workplace.make();
    await writeServices(workplace, count);
  });

  afterAll(() => workplace.remove());

  it('leaves the server to others, and is cut off when that stops', patient, async () => {
    const server = await aServer(workplace);
    const { hostname, port } = new URL(server.url);
    const stuck = connect(Number(port), hostname);
    stuck.write(`GET /api/export.ndjson HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`.repeat(copies));
    await once(stuck, 'readable');

    const whole = await (await fetch(`${server.url}/api/export.ndjson`)).arrayBuffer();
    expect(readers['/api/export.ndjson']?.(Buffer.from(whole))).toHaveLength(count);
    expect((await fetch(`${server.url}/api/services`)).status).toBe(200);

    expect(await server.stop('SIGTERM')).toBe(0);
    await text(stuck).catch(() => 'reset');
    expect(stuck.bytesRead).toBeLessThan(copies * whole.byteLength);
  });
});
