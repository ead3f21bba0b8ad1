import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { gitShim } from '../../support/git-shim.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { startServer, Workplace } from '../../support/running-server.ts';
import { soon } from '../../support/soon.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';

/** A git that pauses before each commit: it creates a file `waiting` and continues once a file `go` exists. */
const patientGit = `
  if [ "$command" = fast-import ]; then
    : > "$shim/waiting"
    while [ -e "$shim" ] && [ ! -e "$shim/go" ]; do sleep 0.02; done
  fi`;

/** Waits until git pauses before a commit. */
async function commitBegins(shim: string): Promise<void> {
  await vi.waitFor(() => access(join(shim, 'waiting')), soon);
}

async function letGo(shim: string): Promise<void> {
  await writeFile(join(shim, 'go'), '');
}

/** A server whose commit never ends. It is asked to stop before all other tests and examined after them, to save time. */
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
  it('accepts no new requests, and first commits and answers a registration in progress', async () => {
    const workplace = await aWorkplace();
    const key = await workplace.key();
    const shim = await gitShim(patientGit);
    const server = await aServer(workplace, { PATH: shim.path });
    const registering = register(server.url, key, aRegistration(1));
    await commitBegins(shim.folder);

    const ended = server.stop('SIGTERM');
    await expect
      .poll(() =>
        fetch(`${server.url}/health`, { headers: { connection: 'close' } }).then(
          () => 'taken',
          () => 'refused',
        ),
      )
      .toBe('refused');
    await letGo(shim.folder);

    const answer = await registering;
    expect(answer.status).toBe(201);
    expect(await ended).toBe(0);
    const { id } = (await answer.json()) as { id: string };
    expect(await workplace.git('ls-tree', '-r', '--name-only', 'HEAD')).toContain(`${id}.json`);
    expect(await workplace.git('status', '--porcelain')).toBe('');
  });
});

describe('a server that cannot shut down cleanly', () => {
  it('exits after ten seconds', async () => {
    expect(await stuck.code).toBe(1);
    expect(await stuck.seconds).toBeGreaterThan(9);
  });
});
