import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ChangePage } from '../../../src/views/change.ts';
import { NewWebhook } from '../../../src/views/webhook.ts';
import { BareRepository } from '../../support/bare-repository.ts';
import { documentCommands } from '../../support/document-commands.ts';
import { programs } from '../../support/postgres-server.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { runProcess } from '../../support/run-process.ts';
import type { RunningServer, Workplace } from '../../support/running-server.ts';
import { testTimeoutMs } from '../../support/soon.ts';
import { aPostgresDatabaseUrl, describePostgres } from '../../support/state-database.ts';
import { verified, type WebhookTarget, webhookTarget } from '../../support/webhook-target.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';

/** Each test starts servers, and runs the commands of an operator between them. */
const patient = { timeout: 2 * testTimeoutMs };

const root = join(import.meta.dirname, '../../..');
const Registered = z.looseObject({ id: z.string() });

const [dump = '', backUp = ''] = documentCommands('docs/operation/backup.md', 'Back up');
const [restoreDump = ''] = documentCommands('docs/operation/backup.md', 'Restore with PostgreSQL');
const [restoreFile = ''] = documentCommands('docs/operation/backup.md', 'Restore with SQLite');
const [copy = ''] = documentCommands('docs/operation/postgres.md', 'Copy');

/** A server over a git remote, whose state is wherever its settings say. */
interface Site {
  readonly workplace: Workplace;
  readonly settings: NodeJS.ProcessEnv;
  server: RunningServer;
}

async function openSite(workplace: Workplace, settings: NodeJS.ProcessEnv): Promise<Site> {
  return { workplace, settings, server: await aServer(workplace, settings) };
}

/** Runs a documented command in the project, with the settings of a site; what it writes goes into `folder`. */
async function perform(command: string, folder: string, workplace: Workplace, settings: NodeJS.ProcessEnv) {
  const text = command.replaceAll(/\bstate\.(db|dump)\b/g, (name) => join(folder, name));
  const { code, stderr } = await runProcess('sh', ['-e', '-c', text], {
    cwd: root,
    env: {
      ...workplace.environment,
      ...settings,
      PATH: [programs, process.env['PATH']].join(delimiter),
    },
  });
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}: ${stderr}`);
}

async function aTarget(): Promise<WebhookTarget> {
  const target = await webhookTarget();
  onTestFinished(() => target.close());
  return target;
}

async function registered({ server }: Site, key: string, name: string): Promise<string> {
  const answer = await register(server.url, key, aRegistration(name));
  expect(answer.status).toBe(201);
  return Registered.parse(await answer.json()).id;
}

async function webhook({ server }: Site, key: string, url: string): Promise<string> {
  const answer = await fetch(`${server.url}/api/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url, kinds: ['created'] }),
  });
  expect(answer.status).toBe(201);
  return NewWebhook.parse(await answer.json()).secret;
}

const changesOf = ({ server }: Site, since = ''): Promise<Response> =>
  fetch(`${server.url}/api/changes?limit=1000${since === '' ? '' : `&since=${since}`}`);

async function changes(site: Site, since = ''): Promise<z.infer<typeof ChangePage>> {
  const answer = await changesOf(site, since);
  expect(answer.status).toBe(200);
  return ChangePage.parse(await answer.json());
}

/** The cursor after the change that tells of a service. */
async function cursorAfter(site: Site, id: string): Promise<string> {
  return expect
    .poll(async () => (await changes(site)).changes.find((change) => change.id === id)?.cursor)
    .toBeDefined()
    .then(async () => (await changes(site)).next);
}

/** Waits until a site has told of these services after a cursor, in any order: a start tells of what it missed in the background. */
async function expectTold(site: Site, since: string, ...ids: readonly string[]): Promise<void> {
  const told = async (): Promise<string[]> =>
    (await changes(site, since)).changes.map((change) => `${change.kind} ${change.id}`).sort();

  await expect.poll(told).toEqual(ids.map((id) => `created ${id}`).sort());
}

const heard = (target: WebhookTarget, secret: string): string[] =>
  target.received.map((delivery) => verified(delivery, secret).data.id);

async function isListed({ server }: Site, id: string): Promise<boolean> {
  return (await fetch(`${server.url}/api/services/${id}`)).status === 200;
}

const local = { ALLOW_INSECURE_ENDPOINTS: '1', PROBE_ALLOW_PRIVATE: '1', CATALOG_POLL_INTERVAL: '1s' };

describePostgres('a catalog whose state moved from SQLite to PostgreSQL', patient, () => {
  it('goes on with its keys, webhooks and cursors, which miss nothing', async () => {
    const [workplace, target] = [await aWorkplace(), await aTarget()];
    const site = await openSite(workplace, local);
    const key = await workplace.key('acme');
    const secret = await webhook(site, key, target.url);
    const first = await registered(site, key, 'first');
    const cursor = await cursorAfter(site, first);
    const second = await registered(site, key, 'second');
    await cursorAfter(site, second);
    await expect.poll(() => target.received.length).toBe(2);
    await site.server.stop('SIGTERM');

    const settings = { ...local, DATABASE_URL: await aPostgresDatabaseUrl() };
    await perform(copy, workplace.folder, workplace, settings);
    const moved = await openSite(workplace, settings);
    const third = await registered(moved, key, 'third');
    await expectTold(moved, cursor, second, third);
    await expect.poll(() => heard(target, secret)).toContain(third);
    expect(heard(target, secret)).toEqual([first, second, third]);
    expect((await fetch(`${moved.server.url}/api/changes?since=nonsense`)).status).toBe(400);
  });
});

/** A dump holds the leases of the server that was killed, and the next one waits for their end. */
const shortLeases = { LEASE_DURATION: '3s' };

describePostgres('an empty machine', patient, () => {
  it.each([
    { kind: 'PostgreSQL', saved: dump, restored: restoreDump },
    { kind: 'SQLite', saved: backUp, restored: restoreFile },
  ])(
    'that is restored from the git remote and one backup of $kind has everything acknowledged',
    async ({ kind, saved, restored }) => {
      const [former, next, target] = [await aWorkplace(), await aWorkplace(), await aTarget()];
      const remote = await BareRepository.make(join(former.folder, 'remote.git'), []);
      const settings = async (): Promise<NodeJS.ProcessEnv> => ({
        ...local,
        CATALOG_REMOTE: remote.path,
        ...(kind === 'PostgreSQL' ? { DATABASE_URL: await aPostgresDatabaseUrl(), ...shortLeases } : {}),
      });

      const formerly = await settings();
      const site = await openSite(former, formerly);
      const key = await former.key('acme', formerly);
      const secret = await webhook(site, key, target.url);
      const first = await registered(site, key, 'first');
      const before = await cursorAfter(site, first);
      await expect.poll(() => target.received.length).toBe(1);
      await perform(saved, former.folder, former, formerly);
      const second = await registered(site, key, 'second');
      const after = await cursorAfter(site, second);
      await site.server.stop('SIGKILL', true);

      const nextly = await settings();
      await mkdir(join(next.folder, 'data'));
      await perform(restored, former.folder, next, nextly);
      const again = await openSite(next, nextly);
      expect(await isListed(again, first)).toBe(true);
      expect(await isListed(again, second)).toBe(true);
      const third = await registered(again, key, 'third');
      await expectTold(again, before, second, third);
      expect((await changesOf(again, after)).status).toBe(410);
      await expect.poll(() => heard(target, secret)).toContain(third);
    },
  );
});
