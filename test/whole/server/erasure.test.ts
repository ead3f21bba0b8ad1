import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HistoryView } from '../../../src/views/history.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { documentCommands } from '../../support/document-commands.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type Ended, runProcess } from '../../support/run-process.ts';
import type { RunningServer, Workplace } from '../../support/running-server.ts';
import { isSigned, makeSigningKey, signerOf } from '../../support/signing-key.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';

const root = join(import.meta.dirname, '../../..');

/** The commands of the documentation, in its order. */
const [
  remove = '',
  prepare = '',
  signAgain = '',
  eraseTheId = '',
  eraseFiles = '',
  replaceText = '',
  collect = '',
  look = '',
  forget = '',
] = documentCommands('docs/operation/erasure.md', 'Steps');

const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const secrets = ['John Doe', 'john.example.com', 'Main Street 5', wallet, wallet.toLowerCase()];

const Registered = z.object({ id: z.string() });
const Listed = z.array(z.looseObject({ id: z.string(), description: z.string() }));

/** A repository whose folder `catalog` is the catalog. */
let repository: GitFolder;
let workplace: Workplace;
let server: RunningServer;
let key: string;

beforeEach(async () => {
  workplace = await aWorkplace();
  repository = await GitFolder.init(workplace.folder);
  await repository.write('.gitignore', 'data\ndist\nsigning-key*\n');
  await repository.commitAll('Start');
  key = await workplace.key();
});

async function list(name: string, changes: object = {}): Promise<string> {
  const body = { ...aRegistration(name), ...changes };
  const answer = await register(server.url, key, body, { 'Idempotency-Key': name });
  expect(answer.status).toBe(201);
  return Registered.parse(await answer.json()).id;
}

async function change(id: string, patch: object): Promise<void> {
  const answer = await fetch(`${server.url}/api/services/${id}`, {
    method: 'PATCH',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(patch),
  });
  expect(answer.status).toBe(200);
}

/** A listing that names a person, among others, after several changes; there are another branch and a tag too. */
async function manyCommits(settings: NodeJS.ProcessEnv = {}) {
  server = await aServer(workplace, settings);
  const rain = await list('rain');
  const john = await list('john', {
    name: 'John Doe',
    description: 'Photos by John Doe, Main Street 5.',
    endpoint: 'https://john.example.com/photos',
    x402Config: { paymentAddress: wallet, network: 'base-sepolia' },
  });
  await repository.git('branch', 'other');
  await change(rain, { description: 'Answers two questions for a price.' });
  await change(john, { pricing: { currency: 'USDC', pricePerRequest: '0.002' } });
  await list('snow');
  await repository.git('tag', 'v1');

  return { rain, john };
}

/** The whole catalog. */
async function listed() {
  return Listed.parse(await (await fetch(`${server.url}/api/services?sortBy=name`)).json());
}

async function read(id: string): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${server.url}/api/services/${id}`);
  return { status: answer.status, body: await answer.json() };
}

/** What became of a service, without the ids of commits, which a new history changes; undefined when nobody knows it. */
async function historyOf(id: string) {
  const answer = await fetch(`${server.url}/api/services/${id}/history`);
  if (answer.status === 404) return undefined;
  return HistoryView.parse(await answer.json()).changes.map(({ commit: _commit, ...rest }) => rest);
}

/** Runs commands of the documentation in one shell, as an operator would. */
async function follow(steps: readonly string[], settings: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const ended = await runProcess('sh', ['-euc', steps.join('\n')], {
    cwd: root,
    env: {
      ...workplace.environment,
      GIT_CONFIG_GLOBAL: '/dev/null',
      ...settings,
      PATH: [dirname(process.execPath), process.env['PATH']].join(':'),
    },
  });
  expect(ended, ended.stderr).toMatchObject({ code: 0 });
  return ended;
}

/** Everything that is on disk: objects of git, messages, and the files of the workplace. */
async function everything(): Promise<string> {
  const objects = await repository.git('cat-file', '--batch-all-objects', '--batch');
  const entries = await readdir(workplace.folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
  );

  return [objects, ...files.map(({ name }) => name), ...texts].join('\n');
}

/** Vectors and builds of services that are erased. */
async function leaveCopies(): Promise<void> {
  for (const folder of ['data/vectors', 'data/github', 'dist/builds']) {
    await mkdir(join(workplace.folder, folder), { recursive: true });
    await writeFile(join(workplace.folder, folder, 'copy'), 'John Doe');
  }
}

const named = (id: string, command: string): string => command.replace('ID=rain-radar-7x3k9m2p', `ID=${id}`);

describe('personal data that is erased as the documentation says', () => {
  it('is gone with its listing; all others are as before', async () => {
    const { rain, john } = await manyCommits();
    const [before, history] = [await listed(), await historyOf(rain)];
    await leaveCopies();
    await follow([named(john, remove)]);
    await expect.poll(async () => (await read(john)).status).toBe(410);
    await server.stop('SIGTERM');
    expect(await everything()).toContain('Main Street 5');

    const { stdout } = await follow([
      `export ID=${john}`,
      prepare,
      eraseFiles,
      collect,
      'echo BEGIN',
      look,
      'echo END',
      forget,
    ]);
    expect(stdout).toContain('BEGIN\nEND\n');
    const left = await everything();
    for (const secret of secrets) expect(left).not.toContain(secret);
    expect(await repository.git('status', '--porcelain', '--untracked-files=no')).toBe('');
    expect(await repository.git('fsck', '--strict', '--unreachable', '--no-progress')).toBe('');

    server = await aServer(workplace);
    expect(await listed()).toEqual(before.filter(({ id }) => id !== john));
    await expect.poll(() => historyOf(rain)).toEqual(history);
    expect(await read(john)).toMatchObject({
      status: 410,
      body: { id: john, name: john, reason: 'Erased on request.' },
    });
    expect(await historyOf(john)).toMatchObject([{ kind: 'deleted', fields: [] }]);
    await list('hail');
    expect(await everything()).not.toContain('John Doe');
  });

  it('is gone with the id too, and the commits stay signed, if that is wanted', async () => {
    const SIGNING_KEY = await makeSigningKey(workplace.folder);
    const { rain, john } = await manyCommits({ SIGNING_KEY });
    const [before, history] = [await listed(), await historyOf(rain)];
    await follow([named(john, remove)], { SIGNING_KEY });
    await expect.poll(async () => (await read(john)).status).toBe(410);
    await server.stop('SIGTERM');

    const forgetAll = forget.replace("--reason 'Erased on request.'", '--and-its-id');
    expect(forgetAll).not.toBe(forget);
    await follow([`export ID=${john}`, prepare, signAgain, eraseTheId, eraseFiles, collect, forgetAll], {
      SIGNING_KEY,
    });
    const left = await everything();
    for (const secret of [...secrets, john]) expect(left).not.toContain(secret);

    server = await aServer(workplace, { SIGNING_KEY });
    expect(await listed()).toEqual(before.filter(({ id }) => id !== john));
    await expect.poll(() => historyOf(rain)).toEqual(history);
    expect(await read(john)).toMatchObject({ status: 404 });
    expect(await historyOf(john)).toBeUndefined();
    await list('hail');
    const signers = join(workplace.folder, 'data', 'signers');
    await writeFile(signers, (await signerOf(SIGNING_KEY)).describe(['tollbook']));
    // Git, and not Tollbook, made the first one.
    const commits = await repository.lines('rev-list', '--branches', '--tags', '--min-parents=1');
    for (const commit of commits) expect(await isSigned(repository.path, commit, signers)).toBe(true);
  });

  it('is gone from all versions of a listing that stays', async () => {
    const { rain, john } = await manyCommits();
    await change(john, { description: 'Photos of weddings.' });
    const [before, history] = [await listed(), await historyOf(rain)];
    await server.stop('SIGTERM');

    await follow([`export ID=${john}`, prepare, replaceText, collect, forget]);
    expect(await everything()).not.toContain('Main Street 5');
    expect(await repository.git('status', '--porcelain', '--untracked-files=no')).toBe('');

    server = await aServer(workplace);
    expect(await listed()).toEqual(before);
    await expect.poll(() => historyOf(rain)).toEqual(history);
    const changes = (await historyOf(john)) ?? [];
    expect(changes.map(({ kind }) => kind)).toEqual(['updated', 'updated', 'created']);
    expect(changes[0]?.fields).toEqual([
      { pointer: '/description', before: 'Photos by John Doe, [erased].', after: 'Photos of weddings.' },
    ]);
  });

  it('is gone from a catalog that began with it, at the top of its repository', async () => {
    const [john, rain] = [serviceNamed('john', { name: 'John Doe' }), serviceNamed('rain')];
    workplace = await aWorkplace();
    await writeCatalog(workplace.catalog, john, rain);
    server = await aServer(workplace);
    const before = await listed();
    await follow([named(john.id, remove)]);
    await expect.poll(async () => (await read(john.id)).status).toBe(410);
    await server.stop('SIGTERM');

    repository = new GitFolder(workplace.catalog);
    await follow([`export ID=${john.id}`, prepare, eraseFiles, collect, forget]);
    expect(await everything()).not.toContain('John Doe');
    expect(await repository.lines('log', '--format=%s')).toContain('Start the catalog');
    server = await aServer(workplace);
    expect(await listed()).toEqual(before.filter(({ id }) => id !== john.id));
  });
});
