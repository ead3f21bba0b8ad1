import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { ChangePage } from '../../../src/views/change.ts';
import { Service } from '../../../src/views/service.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { soon } from '../../support/soon.ts';

const [alpha, beta] = [serviceNamed('alpha'), serviceNamed('beta')];

let workplace: Workplace;
let catalog: GitFolder;
let server: RunningServer;

beforeEach(async () => {
  workplace = await Workplace.make();
  catalog = await GitFolder.init(workplace.catalog);
  await writeCatalog(workplace.catalog, alpha);
  await catalog.commitAll('Begin');
  server = await startServer(workplace.environment);
});

afterEach(async () => {
  await server.stop('SIGKILL', true);
  await workplace.remove();
});

const ask = (search = ''): Promise<Response> => fetch(`${server.url}/api/changes${search}`);

async function changes(search = ''): Promise<z.infer<typeof ChangePage>> {
  return ChangePage.parse(await (await ask(search)).json());
}

async function kinds(search = ''): Promise<string[]> {
  return (await changes(search)).changes.map(({ kind, id }) => `${kind} ${id}`);
}

/** Waits for what git tells of the time before the database, and gives the cursor after it. */
async function filledFromGit(): Promise<string> {
  return vi.waitFor(async () => {
    const { changes: told, next } = await changes();
    expect(told.map(({ id }) => id)).toContain(alpha.id);
    return next;
  }, soon);
}

async function restart(between: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
  await server.stop('SIGTERM', true);
  await between();
  server = await startServer(workplace.environment);
}

const loseDatabase = (): Promise<void> =>
  rm(join(workplace.folder, 'data'), { recursive: true, force: true });

async function commitFile(path: string, text: string | null): Promise<void> {
  if (text === null) await catalog.remove(path);
  else await catalog.write(path, text);
  await catalog.commitAll('Change a file');
}

async function registered(name: string, key: string): Promise<string> {
  const answer = await register(server.url, key, { ...aRegistration(name), category: alpha.category });
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}

describe('the feed of a server', () => {
  it('has a registration before it is answered', async () => {
    const id = await registered('one', await workplace.key());

    expect(await kinds()).toContain(`created ${id}`);
  });

  it('goes on from a cursor after a restart, with what others merged meanwhile', async () => {
    const next = await filledFromGit();
    await restart(() => commitFile(serviceFilePath(beta.id), printServiceFile(beta)));

    await vi.waitFor(async () => {
      expect(await kinds(`?since=${next}`)).toEqual([`created ${beta.id}`]);
    }, soon);
  });

  it('tells what a rewritten branch takes away', async () => {
    await commitFile(serviceFilePath(beta.id), printServiceFile(beta));
    await vi.waitFor(async () => {
      expect(await kinds()).toContain(`created ${beta.id}`);
    }, soon);
    const { next } = await changes();
    await restart(() => catalog.git('reset', '--hard', '--quiet', 'HEAD~1'));

    await vi.waitFor(async () => {
      expect(await kinds(`?since=${next}`)).toContain(`deleted ${beta.id}`);
    }, soon);
  });

  it('begins anew from git without its database, and says so to those who had a cursor', async () => {
    const id = await registered('one', await workplace.key());
    const { next } = await changes();
    await restart(loseDatabase);

    const lost = await ask(`?since=${next}`);
    expect([lost.status, await lost.json()]).toMatchObject([410, { code: 'cursor_expired' }]);
    await vi.waitFor(async () => {
      expect((await kinds()).sort()).toEqual([`created ${alpha.id}`, `created ${id}`].sort());
    }, soon);
  });

  it('notices that its database was deleted under it', async () => {
    const { next } = await changes();
    await loseDatabase();
    await vi.waitFor(async () => {
      expect((await ask(`?since=${next}`)).status).toBe(410);
      expect(await kinds()).toEqual([`created ${alpha.id}`]);
    }, soon);

    const { next: anew } = await changes();
    const id = await registered('one', await workplace.key());
    expect(await kinds(`?since=${anew}`)).toEqual([`created ${id}`]);
  });

  it('answers those who wait, and ends streams, when it stops', async () => {
    const { next } = await changes();
    const waiting = ask(`?since=${next}&wait=30`);
    const stream = await fetch(`${server.url}/api/changes/stream`);
    const read = stream.text();

    expect(await server.stop('SIGTERM')).toBe(0);
    expect((await waiting).status).toBe(200);
    expect(await read).toMatch(/^retry: \d+\nid: \S+\n\n$/);
  });
});

/** A copy of the catalog that follows the feed. */
class Copy {
  readonly services = new Map<string, unknown>();
  #cursor: string | undefined;

  /** Applies what is new; begins with an empty catalog. */
  async follow(): Promise<boolean> {
    const page = await changes(`?limit=50${this.#cursor === undefined ? '' : `&since=${this.#cursor}`}`);
    for (const { id, service } of page.changes) {
      if (service) this.services.set(id, service);
      else this.services.delete(id);
    }
    this.#cursor = page.next;
    return page.more;
  }
}

async function listed(): Promise<Map<string, unknown>> {
  const services = new Map<string, unknown>();
  for (let offset = 0; ; offset += 100) {
    const answer = await fetch(`${server.url}/api/services?sortBy=name&limit=100&offset=${String(offset)}`);
    const page = z.array(Service).parse(await answer.json());
    for (const service of page) services.set(service.id, service);
    if (page.length < 100) return services;
  }
}

describe('a copy that follows the feed', () => {
  it('has everything that was acknowledged, however often the server is killed', async () => {
    const key = await workplace.key();
    const copy = new Copy();
    const ids: string[] = [];
    let isOver = false;
    const write = async (writer: number): Promise<void> => {
      for (let i = 0; !isOver; i += 1) {
        const id = await registered(`${String(writer)}-${String(i)}`, key).catch(() => undefined);
        if (id !== undefined) ids.push(id);
      }
    };
    const writers = Array.from({ length: 8 }, (_, i) => write(i));

    for (const goal of [40, 80, 120]) {
      await vi.waitFor(() => {
        expect(ids.length).toBeGreaterThan(goal);
      }, soon);
      await copy.follow();
      await server.stop('SIGKILL', true);
      server = await startServer(workplace.environment);
    }
    isOver = true;
    await Promise.all(writers);

    await vi.waitFor(async () => {
      while (await copy.follow());
      expect(copy.services).toEqual(await listed());
    }, soon);
    expect(ids.filter((id) => !copy.services.has(id))).toEqual([]);
  });
});
