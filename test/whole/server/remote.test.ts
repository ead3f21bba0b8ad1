import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { BareRepository } from '../../support/bare-repository.ts';
import { serviceNamed } from '../../support/catalog-on-disk.ts';
import { GitDaemon } from '../../support/git-daemon.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { buildTimeoutMs, soon, soonBuilt } from '../../support/soon.ts';

const Service = z.object({ id: z.string(), endpoint: z.string() });
const Health = z.object({ status: z.string(), checks: z.record(z.string(), z.string()) });

/** One server, with a key to write to it. */
class Site {
  readonly workplace: Workplace;
  readonly key: string;
  readonly settings: NodeJS.ProcessEnv;
  server: RunningServer;

  private constructor(workplace: Workplace, key: string, settings: NodeJS.ProcessEnv, server: RunningServer) {
    this.workplace = workplace;
    this.key = key;
    this.settings = settings;
    this.server = server;
  }

  static async open(url: string): Promise<Site> {
    const workplace = await Workplace.make();
    const key = await workplace.key();
    const settings = { ...workplace.environment, CATALOG_REMOTE: url, CATALOG_POLL_INTERVAL: '1s' };
    return new Site(workplace, key, settings, await startServer(settings));
  }

  register(body: unknown, idempotencyKey?: string): Promise<Response> {
    const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
    return register(this.server.url, this.key, body, headers);
  }

  async ids(offset = 0): Promise<string[]> {
    const answer = await fetch(`${this.server.url}/api/services?limit=100&offset=${String(offset)}`);
    const page = z.array(Service).parse(await answer.json());
    const ids = page.map(({ id }) => id);
    return page.length < 100 ? ids : [...ids, ...(await this.ids(offset + 100))];
  }

  async health(): Promise<z.infer<typeof Health>> {
    return Health.parse(await (await fetch(`${this.server.url}/health`)).json());
  }

  /** Kills the process, and starts another one. */
  async restart(): Promise<void> {
    await this.server.stop('SIGKILL');
    this.server = await startServer(this.settings);
  }

  async close(): Promise<void> {
    await this.server.stop('SIGTERM');
    await this.workplace.remove();
  }
}

let home: Workplace;
let remote: BareRepository;
let daemon: GitDaemon;
let one: Site;
let two: Site;

beforeAll(async () => {
  home = await Workplace.make();
  const { id } = serviceNamed('alpha');
  remote = await BareRepository.make(join(home.folder, 'listings.git'), [
    { path: `catalog/${serviceFilePath(id)}`, content: printServiceFile(serviceNamed('alpha')) },
    { path: 'README.md', content: 'Ours.' },
  ]);
  await mkdir(join(remote.path, 'hooks'), { recursive: true });
  daemon = await GitDaemon.start(remote);
  one = await Site.open(daemon.url);
  two = await Site.open(daemon.url);
});

afterEach(async () => {
  for (const name of ['pre-receive', 'post-receive']) {
    await rm(join(remote.path, 'hooks', name), { force: true });
  }
});

afterAll(async () => {
  await Promise.all([one.close(), two.close()]);
  await daemon.goAway();
  await home.remove();
});

async function hook(name: string, script: string): Promise<void> {
  const path = join(remote.path, 'hooks', name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
}

const filesNamed = async (part: string): Promise<string[]> =>
  (await remote.files('main')).filter((path) => path.includes(part));

describe('a server whose remote has no commit yet', () => {
  it('has a front page after its first build', { timeout: buildTimeoutMs }, async () => {
    const workplace = await Workplace.make();
    const { path } = await BareRepository.empty(join(workplace.folder, 'empty.git'));
    await workplace.lendBundle();
    const settings = { ...workplace.environment, CATALOG_REMOTE: path, BUILD_INTERVAL: '1h' };
    const server = await startServer(settings, '--build');

    const status = async (): Promise<number> => (await fetch(`${server.url}/`)).status;
    await expect.poll(status, soonBuilt).toBe(200);
    expect(server.output()).not.toContain('the build of the site failed');
    await server.stop('SIGTERM');
    await workplace.remove();
  });
});

describe('a second server on the clone of another', () => {
  it('refuses to start before it touches the clone', async () => {
    const lock = join(one.settings['DATA_DIR'] ?? '', 'remote', '.git', 'HEAD.lock');
    await writeFile(lock, 'held by git');

    await expect(startServer(one.settings)).rejects.toThrow('is already served by another Tollbook');
    expect(await readFile(lock, 'utf8')).toBe('held by git');
    await rm(lock);
  });
});

describe('two servers with a catalog at one git remote', () => {
  it('answer 201 once the commit is on the branch, and show what the other did', async () => {
    const answer = await one.register(aRegistration('first'));
    expect(answer.status).toBe(201);

    const { id } = Service.parse(await answer.json());
    expect(await one.ids()).toContain(id);
    expect(await filesNamed(id)).toHaveLength(1);
    await expect.poll(() => two.ids()).toContain(id);
  });

  it('take 100 registrations at once, and each endpoint one time only', async () => {
    const bodies = Array.from({ length: 50 }, (_, i) => aRegistration(`many-${String(i)}`));
    /** Asks again while the other server was quicker several times in a row, as the 503 says. */
    const register = (site: Site, body: object): Promise<number> =>
      vi.waitFor(async () => {
        const { status } = await site.register(body);
        expect(status).not.toBe(503);
        return status;
      }, soon);
    const ask = (site: Site) => Promise.all(bodies.map((body) => register(site, body)));

    const statuses = await Promise.all([ask(one), ask(two)]);
    for (const [i] of bodies.entries()) {
      expect(statuses.map((of) => of[i]).sort()).toEqual([201, 409]);
    }
    expect(await filesNamed('/service-many-')).toHaveLength(50);
    for (const site of [one, two]) {
      const listed = async () => (await site.ids()).filter((id) => id.startsWith('service-many-')).length;
      await expect.poll(listed).toBe(50);
    }
    expect(await remote.file('main', 'README.md')).toBe('Ours.');
  });
});

describe('a server whose catalog is at a git remote', () => {
  it('answers 503 when a hook refuses the commit, and says why in its log only', async () => {
    await hook('pre-receive', 'echo "only on Mondays" >&2; exit 1');

    const answer = await one.register(aRegistration('refused'));
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('Retry-After'))).toBe(60);
    expect(await answer.text()).not.toContain('Mondays');
    await expect.poll(() => one.server.output()).toContain('only on Mondays');
    expect((await one.health()).checks['commits']).not.toBe('ok');
    expect(JSON.stringify(await one.health())).not.toContain('Mondays');
    expect((await one.ids()).filter((id) => id.startsWith('service-refused'))).toEqual([]);
  });

  it('makes a commit once that was killed before its push arrived', async () => {
    const [begun, go] = [join(home.folder, 'begun'), join(home.folder, 'go')];
    await hook('pre-receive', `touch ${begun}; while ! test -e ${go}; do sleep 0.05; done; exit 1`);
    const lost = one.register(aRegistration('before-push'), 'before-push').catch(() => undefined);
    await vi.waitFor(() => readFile(begun), soon);
    const restarted = one.restart();
    await lost;
    await writeFile(go, '');
    await restarted;
    await rm(join(remote.path, 'hooks', 'pre-receive'));

    const answer = await one.register(aRegistration('before-push'), 'before-push');
    expect(answer.status).toBe(201);
    expect(await filesNamed('/service-before-push-')).toHaveLength(1);
  });

  it('gives the answer to a commit that was killed after its push arrived', async () => {
    const [arrived, end] = [join(home.folder, 'arrived'), join(home.folder, 'end')];
    await hook('post-receive', `touch ${arrived}; while ! test -e ${end}; do sleep 0.05; done`);
    const lost = one.register(aRegistration('after-push'), 'after-push').catch(() => undefined);
    await vi.waitFor(() => readFile(arrived), soon);
    const restarted = one.restart();
    await lost;
    await writeFile(end, '');
    await restarted;

    const answer = await one.register(aRegistration('after-push'), 'after-push');
    expect(answer.status).toBe(201);
    const { id } = Service.parse(await answer.json());
    expect(await filesNamed('/service-after-push-')).toEqual([expect.stringContaining(id)]);
  });

  it('follows a branch that was rewritten, with the histories of its services', async () => {
    const answer = await one.register(aRegistration('rewritten'));
    const { id } = Service.parse(await answer.json());
    const history = async (): Promise<unknown> =>
      (await fetch(`${one.server.url}/api/services/${id}/history`)).json();
    expect(await history()).toMatchObject({ changes: [{ commit: await remote.head('main') }] });

    const author = { name: 'Grace', email: 'grace@example.com', date: '2026-02-01T00:00:00.000Z' };
    const tree = await remote.treeOf('main');
    const anew = await remote.commit('All in one', tree, [], author);
    await remote.setHead('main', anew);
    await expect.poll(history).toMatchObject({ changes: [{ commit: anew }] });
    expect(await one.ids()).toContain(id);
  });

  it('serves what it has while the remote is away, also after a restart', async () => {
    const { id } = Service.parse(await (await one.register(aRegistration('kept'))).json());
    await daemon.goAway();
    await one.restart();

    expect(await one.ids()).toContain(id);
    await expect.poll(async () => (await one.health()).checks['branch']).not.toBe('ok');
    const answer = await one.register(aRegistration('away'));
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);

    await daemon.comeBack();
    const again = async () => (await one.register(aRegistration('away'))).status;
    await expect.poll(again, { interval: 1_000 }).toBe(201);
    await expect.poll(async () => (await one.health()).checks['branch']).toBe('ok');
    expect((await one.health()).checks['commits']).toBe('ok');
  });
});
