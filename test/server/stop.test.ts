import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { gitShim } from '../support/git-shim.ts';
import { aRegistration, register } from '../support/registration.ts';
import { startServer, Workplace } from '../support/running-server.ts';
import { aServer, aWorkplace } from '../support/workplace.ts';

const soon = { timeout: 60_000, interval: 10 };

/** Git stops before each commit, makes a file `waiting`, and goes on once there is a file `go`. */
const patientGit = `
  if [ "$command" = fast-import ]; then
    : > "$shim/waiting"
    while [ -e "$shim" ] && [ ! -e "$shim/go" ]; do sleep 0.02; done
  fi`;

/** Waits until git stands before a commit. */
async function commitBegins(shim: string): Promise<void> {
  await vi.waitFor(() => access(join(shim, 'waiting')), soon);
}

async function letGo(shim: string): Promise<void> {
  await writeFile(join(shim, 'go'), '');
}

/** A server that is committing a registration, and goes on when its git is let go. */
async function aCommittingServer() {
  const workplace = await aWorkplace();
  const key = await workplace.key();
  const shim = await gitShim(patientGit);
  const server = await aServer(workplace, { PATH: shim.path });
  const registering = register(server.url, key, aRegistration(1));
  await commitBegins(shim.folder);

  return { workplace, shim, server, registering };
}

/** A server whose commit does not end, asked to stop before all other tests and looked at after them, so that nobody waits twice. */
let stuck: {
  readonly workplace: Workplace;
  readonly shim: string;
  readonly code: Promise<number | null>;
  readonly seconds: Promise<number>;
};

beforeAll(async () => {
  const workplace = await Workplace.make();
  const shim = join(workplace.folder, 'shim');
  await mkdir(shim);
  const { path } = await gitShim(patientGit, shim);
  const key = await workplace.key();
  const server = await startServer({ ...workplace.environment, PATH: path });
  void register(server.url, key, aRegistration(1)).catch(() => undefined);
  await commitBegins(shim);

  const asked = performance.now();
  const code = server.stop('SIGTERM');
  stuck = { workplace, shim, code, seconds: code.then(() => (performance.now() - asked) / 1000) };
});

afterAll(async () => {
  await letGo(stuck.shim);
  await stuck.workplace.remove();
});

describe('a server that is asked to stop', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'answers and commits a running registration first (%s)',
    async (signal) => {
      const { workplace, shim, server, registering } = await aCommittingServer();

      const ended = server.stop(signal);
      await expect.poll(() => server.output(), soon).toContain('"msg":"stopping"');
      await letGo(shim.folder);

      const answer = await registering;
      expect(answer.status).toBe(201);
      expect(await ended).toBe(0);
      const { id } = (await answer.json()) as { id: string };
      expect(await workplace.git('ls-tree', '-r', '--name-only', 'HEAD')).toContain(`${id}.json`);
      expect(await workplace.git('status', '--porcelain')).toBe('');
    },
  );

  it('takes no new request', async () => {
    const { shim, server, registering } = await aCommittingServer();

    const ended = server.stop('SIGTERM');
    await expect
      .poll(
        () =>
          fetch(`${server.url}/health`, { headers: { connection: 'close' } }).then(
            () => 'taken',
            () => 'refused',
          ),
        soon,
      )
      .toBe('refused');
    await letGo(shim.folder);
    expect((await registering).status).toBe(201);
    expect(await ended).toBe(0);
  });

  it('ends at once when nothing is running, whoever keeps a connection open', async () => {
    const server = await aServer(await aWorkplace());
    for (let i = 0; i < 5; i += 1) await (await fetch(`${server.url}/api/services`)).text();

    // A server that waited for these connections would run out of time, and end with 1.
    expect(await server.stop('SIGTERM')).toBe(0);
  });
});

describe('a server that cannot stop in order', () => {
  it('ends all the same after ten seconds', { timeout: 180_000 }, async () => {
    expect(await stuck.code).toBe(1);
    expect(await stuck.seconds).toBeGreaterThan(9);
  });
});
