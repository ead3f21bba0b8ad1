import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { printServiceFile, serviceFilePath, tombstoneFilePath } from '../../../src/domain/service-file.ts';
import { serviceDigest, termsDigest } from '../../../src/transparency/entry.ts';
import { LogCopy, openCheckpoint } from '../../../src/transparency/log-copy.ts';
import { readVerifier } from '../../../src/transparency/signed-note.ts';
import { readEntries, tilePath, tilesOf } from '../../../src/transparency/tiles.ts';
import { ChangePage } from '../../../src/views/change.ts';
import { HistoryView } from '../../../src/views/history.ts';
import { Service } from '../../../src/views/service.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { makeSigningKey } from '../../support/signing-key.ts';
import { soon } from '../../support/soon.ts';

const Registered = z.object({ id: z.string() });
const Health = z.object({ checks: z.record(z.string(), z.string()) });

const [alpha, beta] = [serviceNamed('alpha'), serviceNamed('beta')];
const [file, stone] = [serviceFilePath(alpha.id), tombstoneFilePath(alpha.id)];

let workplace: Workplace;
let catalog: GitFolder;
let environment: NodeJS.ProcessEnv;
let server: RunningServer;
let key: string;

beforeAll(async () => {
  workplace = await Workplace.make();
  catalog = await GitFolder.init(workplace.catalog);
  await writeCatalog(workplace.catalog, alpha);
  await catalog.commitAll('Begin');
  environment = {
    ...workplace.environment,
    SIGNING_KEY: await makeSigningKey(workplace.folder),
    SITE_URL: 'https://catalog.example',
  };
  key = await workplace.key();
  server = await startServer(environment);
});

afterAll(async () => {
  await server.stop('SIGKILL', true);
  await workplace.remove();
});

async function get(path: string): Promise<Response> {
  const answer = await fetch(server.url + path);
  if (!answer.ok) throw new Error(`${path}: ${String(answer.status)} ${await answer.text()}`);
  return answer;
}

async function changes(search = ''): Promise<z.infer<typeof ChangePage>> {
  return ChangePage.parse(await (await get(`/api/changes${search}`)).json());
}

async function kinds(search: string): Promise<string[]> {
  return (await changes(search)).changes.map(({ kind, id }) => `${kind} ${id}`);
}

/** What the feed told last of a service. */
async function lastKind(id: string): Promise<string | undefined> {
  return (await changes('?limit=1000')).changes.findLast((change) => change.id === id)?.kind;
}

/** The cursor after all changes. */
async function lastCursor(): Promise<string> {
  return (await changes('?limit=1000')).next;
}

async function historyOf(id: string): Promise<HistoryView['changes']> {
  return HistoryView.parse(await (await get(`/api/services/${id}/history?limit=3`)).json()).changes;
}

const kindsOf = async (id: string): Promise<string[]> => (await historyOf(id)).map(({ kind }) => kind);

/** The whole catalog. */
async function listed(): Promise<Service[]> {
  const services: Service[] = [];
  for (;;) {
    const page = await get(`/api/services?sortBy=name&limit=100&offset=${String(services.length)}`);
    services.push(...z.array(Service).parse(await page.json()));
    if (services.length >= Number(page.headers.get('x-total-count'))) return services;
  }
}

/** Copies of the catalog that follow the feed. */
class Copy {
  readonly services = new Map<string, unknown>();
  #cursor: string | undefined;

  async follow(): Promise<Map<string, unknown>> {
    const page = await changes(`?limit=50${this.#cursor === undefined ? '' : `&since=${this.#cursor}`}`);
    for (const { id, service } of page.changes) {
      if (service) this.services.set(id, service);
      else this.services.delete(id);
    }
    this.#cursor = page.next;
    return page.more ? this.follow() : this.services;
  }

  async expectComplete(): Promise<void> {
    expect(await this.follow()).toEqual(new Map((await listed()).map((service) => [service.id, service])));
  }
}

/** A visit of a mirror to the log: reads what is new, and compares it with what is signed. Gives what the log says of each service. */
async function visit(copy = new LogCopy(), known = new Map<string, string | null>()) {
  const verifier = readVerifier(await (await get('/log/vkey')).text());
  if (!verifier) throw new Error('the key is not read');
  const checkpoint = openCheckpoint(await (await get('/log/checkpoint')).text(), verifier);
  expect(checkpoint.origin).toBe('catalog.example/log');

  for (const tile of tilesOf(checkpoint.size, copy.size)) {
    if (tile.level !== 'entries') continue;
    const bundle = new Uint8Array(await (await get(`/log/${tilePath(tile)}`)).arrayBuffer());
    const entries = readEntries(bundle, tile.width) ?? [];
    copy.append(entries.slice(Math.max(0, copy.size - tile.index * 256)));
  }
  copy.compare(checkpoint);
  for (const [digest, terms] of copy.news) known.set(digest, terms);
  return { copy, known };
}

/** Whether the log says of each listed service what the API says, and of no other that it is listed. */
async function expectCompleteLog(): Promise<void> {
  const { known } = await visit();
  const said = [...known].filter(([, terms]) => terms !== null);

  expect(new Map(said)).toEqual(
    new Map((await listed()).map((service) => [serviceDigest(service.id), termsDigest(service)])),
  );
}

async function commit(message: string, files: Readonly<Record<string, string | null>>): Promise<string> {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) await catalog.remove(path);
    else await catalog.write(path, text);
  }
  await catalog.commitAll(message);
  return catalog.head();
}

async function registered(name: number | string): Promise<string> {
  const answer = await register(server.url, key, { ...aRegistration(name), category: alpha.category });
  return Registered.parse(await answer.json()).id;
}

/** What an owner does with a service. */
async function act(method: string, path: string, sent?: object): Promise<void> {
  const answer = await fetch(`${server.url}/api/services/${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(sent ? { body: JSON.stringify(sent) } : {}),
  });
  expect([200, 204]).toContain(answer.status);
}

async function restart(between: () => Promise<unknown>): Promise<void> {
  await server.stop('SIGTERM', true);
  await between();
  server = await startServer(environment);
}

const database = (): string => join(workplace.folder, 'data', 'tollbook.db');
const loseDatabase = (): Promise<void> =>
  rm(join(workplace.folder, 'data'), { recursive: true, maxRetries: 5 });

/** A service whose owner has done something with it. */
let owned: string;

describe('the feed, the histories and the log of a server', () => {
  it('tell of what was there before them', async () => {
    await vi.waitFor(() => new Copy().expectComplete(), soon);
    await vi.waitFor(expectCompleteLog, soon);
  });

  it('have a registration before it is answered, however many come at once', async () => {
    const next = await lastCursor();
    const made = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const id = await registered(i);
        expect(await kinds(`?since=${next}`)).toContain(`created ${id}`);
        return historyOf(id);
      }),
    );

    await expectCompleteLog();
    const commits = await catalog.lines('log', '--format=%H');
    for (const [created, ...others] of made) {
      expect(created).toMatchObject({ kind: 'created', owner: 'tests' });
      expect(created?.fields).toContainEqual({ pointer: '/category', before: null, after: alpha.category });
      expect(commits).toContain(created?.commit);
      expect(others).toEqual([]);
    }
  });

  it('tell what an owner did, each act at once and once', async () => {
    owned = await registered('owned');
    await act('PATCH', owned, { pricing: { pricePerRequest: '0.5' } });
    expect(await kindsOf(owned)).toEqual(['updated', 'created']);
    await act('DELETE', owned);
    expect(await kindsOf(owned)).toEqual(['deleted', 'updated', 'created']);
    await act('POST', `${owned}/restore`);
    const told = await historyOf(owned);

    expect(told.map(({ kind, owner }) => `${kind} by ${owner ?? ''}`)).toEqual([
      'restored by tests',
      'deleted by tests',
      'updated by tests',
    ]);
    expect(told[2]?.fields).toEqual([{ pointer: '/pricing/pricePerRequest', before: '0.001', after: '0.5' }]);
    await expectCompleteLog();
  });

  it('follow commits, a pull request, a removal and a file that was broken by hand', async () => {
    const dear = { ...alpha, pricing: { currency: 'USDC', pricePerRequest: '9' }, owner: 'acme' };
    await catalog.git('switch', '--quiet', '-c', 'request');
    await commit('Draft', { [file]: printServiceFile({ ...dear, name: 'Draft' }) });
    await commit('Final', { [file]: printServiceFile(dear) });
    await catalog.git('switch', '--quiet', 'main');
    await commit('Meanwhile', { README: 'Read me.' });
    await catalog.git('merge', '--quiet', '--no-ff', '--message=Merge', 'request');
    const merge = await catalog.head();
    await expect.poll(() => kindsOf(alpha.id)).toEqual(['updated', 'created']);
    const [merged, created] = await historyOf(alpha.id);
    expect(created?.owner).toBeNull();
    expect(merged).toMatchObject({ commit: merge, owner: 'acme' });
    expect(merged?.fields).toContainEqual({
      pointer: '/pricing/pricePerRequest',
      before: alpha.pricing.pricePerRequest,
      after: '9',
    });
    await vi.waitFor(expectCompleteLog, soon);
    expect(await catalog.git('status', '--porcelain')).toBe('');

    await commit('Break', { [file]: '<<<<<<< HEAD' });
    await commit('Fix', { [file]: printServiceFile(dear) });
    await commit('Remove', { [file]: null });
    await commit('Bury', { [stone]: '{}' });
    await expect.poll(() => kindsOf(alpha.id)).toEqual(['deleted', 'updated', 'updated']);
    await expect.poll(() => lastKind(alpha.id)).toBe('deleted');
    await commit('Restore', { [stone]: null, [file]: printServiceFile(dear) });
    await expect.poll(async () => (await kindsOf(alpha.id))[0]).toBe('restored');
    await expect.poll(() => lastKind(alpha.id)).toBe('restored');
  });
});

describe('the log', () => {
  it('answers tiles for ever, the checkpoint for seconds, and 404 for what there is not', async () => {
    const tile = await get('/log/tile/0/000.p/1');
    expect([tile.headers.get('cache-control'), tile.headers.get('content-type')]).toEqual([
      'public, max-age=31536000, immutable',
      'application/octet-stream',
    ]);
    expect((await tile.arrayBuffer()).byteLength).toBe(32);

    expect((await get('/log/checkpoint')).headers.get('cache-control')).toBe('public, max-age=5');
    for (const path of ['tile/0/001', 'tile/7/000', 'tile/entries/000.p/99', 'tile/0/..%2f000', 'nothing']) {
      expect((await fetch(`${server.url}/log/${path}`)).status, path).toBe(404);
    }
  });
});

describe('a server that stops and starts again', () => {
  it('answers those who wait, ends streams, and goes on from a cursor with what others merged meanwhile', async () => {
    const [next, history] = [await lastCursor(), await historyOf(alpha.id)];
    const waiting = fetch(`${server.url}/api/changes?since=${next}&wait=30`);
    const stream = await fetch(`${server.url}/api/changes/stream`);
    const streamed = stream.text();
    await restart(() => commit('Merge', { [serviceFilePath(beta.id)]: printServiceFile(beta) }));

    expect((await waiting).status).toBe(200);
    expect(await streamed).toMatch(/^retry: \d+\nid: \S+\n\n$/);
    await expect.poll(() => kinds(`?since=${next}`)).toEqual([`created ${beta.id}`]);
    expect(await historyOf(alpha.id)).toEqual(history);
    await vi.waitFor(expectCompleteLog, soon);
  });

  it('has sent copies everything that was acknowledged, from the same past, however often it is killed', async () => {
    const [copy, { copy: log }] = [new Copy(), await visit()];
    const ids: string[] = [];
    let isOver = false;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; !isOver; i += 1) {
        const id = await registered(`${String(writer)}-${String(i)}`).catch(() => undefined);
        if (id !== undefined) ids.push(id);
      }
    });

    for (const goal of [25, 50]) {
      await vi.waitFor(() => {
        expect(ids.length).toBeGreaterThan(goal);
      }, soon);
      await copy.follow();
      await server.stop('SIGKILL', true);
      server = await startServer(environment);
    }
    isOver = true;
    await Promise.all(writers);

    await vi.waitFor(() => copy.expectComplete(), soon);
    expect(ids.filter((id) => !copy.services.has(id))).toEqual([]);
    await vi.waitFor(expectCompleteLog, soon);
    await visit(log);
  });

  it('begins a new feed from git without its database, and says so to those who had a cursor', async () => {
    const [next, history] = [await lastCursor(), await historyOf(alpha.id)];
    await restart(loseDatabase);

    const lost = await fetch(`${server.url}/api/changes?since=${next}`);
    expect([lost.status, await lost.json()]).toMatchObject([410, { code: 'cursor_expired' }]);
    await vi.waitFor(() => new Copy().expectComplete(), soon);
    expect(await historyOf(alpha.id)).toEqual(history);
    key = await workplace.key();
  });

  it('signs no other past: a rewritten branch leaves the last checkpoint, and health says what to do', async () => {
    await vi.waitFor(expectCompleteLog, soon);
    const [before, history] = [await catalog.head(), await historyOf(owned)];
    await act('PATCH', owned, { pricing: { pricePerRequest: '0.7' } });
    const id = await registered('taken-back');
    const [next, note] = [await lastCursor(), await (await get('/log/checkpoint')).text()];
    await restart(() => catalog.git('reset', '--hard', '--quiet', before));

    expect(await (await get('/log/checkpoint')).text()).toBe(note);
    await vi.waitFor(async () => {
      expect(Health.parse(await (await get('/health')).json()).checks['log']).toContain(
        'put the files below log/ back',
      );
    }, soon);
    await vi.waitFor(async () => {
      expect(await kinds(`?since=${next}`)).toEqual(
        expect.arrayContaining([`deleted ${id}`, `updated ${owned}`]),
      );
    }, soon);
    await expect.poll(() => historyOf(owned)).toEqual(history);
  });
});

describe('a server whose database is lost under it', () => {
  it('notices, and begins a new feed', async () => {
    const [next, history] = [await lastCursor(), await historyOf(alpha.id)];
    await loseDatabase();
    expect(await historyOf(alpha.id)).toEqual(history);
    await vi.waitFor(async () => {
      expect((await fetch(`${server.url}/api/changes?since=${next}`)).status).toBe(410);
      await new Copy().expectComplete();
    }, soon);

    const anew = await lastCursor();
    key = await workplace.key();
    const id = await registered('anew');
    expect(await kinds(`?since=${anew}`)).toEqual([`created ${id}`]);
    await expect.poll(() => historyOf(alpha.id)).toEqual(history);
  });

  it('has the same histories with a file that is no database', async () => {
    const history = await historyOf(alpha.id);
    await writeFile(database(), 'no database'.repeat(1000));

    expect(await historyOf(alpha.id)).toEqual(history);
  });
});
