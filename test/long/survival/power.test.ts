import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BareRepository } from '../../support/bare-repository.ts';
import { caseCount } from '../../support/cases.ts';
import { DiskImage } from '../../support/disk-image.ts';
import { aRegistration, register } from '../../support/registration.ts';
import {
  descendantsOf,
  type MadeKey,
  type RunningServer,
  startServer,
  Workplace,
} from '../../support/running-server.ts';

/** How often the power of each configuration is cut. With `FUZZ_RUNS=10`, as in `npm run test:long`, a hundred times in all. */
const cuts = caseCount(3.4);

const Created = z.object({ id: z.string() });

/** The settings of a server by the folders of its disks. */
const configurations = {
  'local git, and SQLite beside it': ({ disk }) => ({ ...local(disk), DATA_DIR: join(disk, 'data') }),
  'local git, and SQLite on another disk': ({ disk, other }) => ({
    ...local(disk),
    DATA_DIR: join(other, 'data'),
  }),
  'a bare repository as the home': ({ disk, other }) => ({
    CATALOG_REMOTE: join(disk, 'home.git'),
    DATA_DIR: join(other, 'data'),
  }),
} satisfies Record<string, (places: Places) => NodeJS.ProcessEnv>;

interface Places {
  readonly disk: string;
  readonly other: string;
}

const local = (disk: string) => ({ CATALOG_DIR: join(disk, 'catalog') });

const canMount = await DiskImage.make(8).then(async (disk) => {
  await disk?.remove();
  return disk !== undefined;
});

let workplace: Workplace;
beforeAll(async () => {
  workplace = await Workplace.make();
});
afterAll(() => workplace.remove());

/** Asks one thing after another of a server, and notes what was acknowledged. */
class Load {
  readonly listed: string[] = [];
  readonly revoked: string[] = [];
  readonly hooks: string[] = [];
  readonly #server: RunningServer;
  readonly #key: string;
  #isOver = false;
  readonly #done: Promise<void>;

  constructor(server: RunningServer, key: string, keys: readonly MadeKey[]) {
    this.#server = server;
    this.#key = key;
    this.#done = this.#run([...keys]);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#done;
  }

  async #run(keys: MadeKey[]): Promise<void> {
    for (let i = 0; !this.#isOver; i += 1) {
      const made = await register(this.#server.url, this.#key, aRegistration(crypto.randomUUID()));
      if (made.status === 201) this.listed.push(Created.parse(await made.json()).id);

      const hook = await this.#send('POST', '/api/webhooks', { url: `https://h${String(i)}.example.com` });
      if (hook.status === 201) this.hooks.push(Created.parse(await hook.json()).id);

      const key = keys.pop();
      const revoked = key && (await this.#send('DELETE', `/api/keys/${key.id}`));
      if (key && revoked?.status === 204) this.revoked.push(key.token);
    }
  }

  #send(method: string, path: string, body?: object): Promise<Response> {
    return fetch(this.#server.url + path, {
      method,
      headers: { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }
}

describe.skipIf(!canMount).each(Object.entries(configurations))('with %s', (_name, settingsFor) => {
  it(
    `loses nothing that was acknowledged, ${String(cuts)} power cuts long`,
    { timeout: 1_800_000 },
    async () => {
      const [disk, other] = [await DiskImage.make(256), await DiskImage.make(256)];
      if (!disk || !other) throw new Error('no disk');
      await BareRepository.empty(join(disk.folder, 'home.git'));
      const settings = {
        ...workplace.environment,
        ...settingsFor({ disk: disk.folder, other: other.folder }),
      };
      const key = await workplace.key('tests', settings);
      const keys: MadeKey[] = [];
      for (let i = 0; i < 40; i += 1) keys.push(await workplace.makeKey({ owner: 'tests' }, settings));
      const server = await startServer(settings);
      const load = new Load(server, key, keys);

      for (let cut = 0; cut < cuts; cut += 1) {
        const least = load.listed.length + 1 + Math.floor(Math.random() * 5);
        await expect.poll(() => load.listed.length).toBeGreaterThanOrEqual(least);
        const [listed, revoked, hooks] = [[...load.listed], [...load.revoked], [...load.hooks]];
        const [left, leftOther] = await whileStopped(server, () => Promise.all([disk.cut(), other.cut()]));

        const after = await startServer({
          ...settings,
          ...settingsFor({ disk: left.folder, other: leftOther.folder }),
        });
        const ask = async (path: string, token = key) =>
          (await fetch(after.url + path, { headers: { Authorization: `Bearer ${token}` } })).status;
        for (const id of listed) expect.soft(await ask(`/api/services/${id}`), id).toBe(200);
        for (const id of hooks) expect.soft(await ask(`/api/webhooks/${id}`), id).toBe(200);
        for (const token of revoked) expect.soft(await ask('/api/keys', token), 'revoked').toBe(401);
        expect((await register(after.url, key, aRegistration(crypto.randomUUID()))).status).toBe(201);
        await after.stop('SIGKILL', true);
        await left.remove();
        await leftOther.remove();
      }

      await load.end();
      await server.stop('SIGKILL', true);
      await disk.remove();
      await other.remove();
    },
  );
});

/** Runs `work` while the server and every git that it started stand still, so that all disks are cut at one moment. */
async function whileStopped<Result>({ pid }: RunningServer, work: () => Promise<Result>): Promise<Result> {
  process.kill(pid, 'SIGSTOP');
  const pids = [pid, ...(await descendantsOf(pid))];
  signal(pids, 'SIGSTOP');
  try {
    return await work();
  } finally {
    signal(pids, 'SIGCONT');
  }
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended.
    }
  }
}
