import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { HistoryView } from '../../../src/views/history.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { documentCommands } from '../../support/document-commands.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type Ended, runProcess } from '../../support/run-process.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { isSigned, makeSigningKey, signerOf } from '../../support/signing-key.ts';
import { soon } from '../../support/soon.ts';
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
/** What must be gone of a listing that is erased, of one whose very id names a person, and of one that stays. */
const secrets = [
  ...['John Doe', 'john.example.com', wallet, wallet.toLowerCase()],
  ...['Jane Roe', 'jane.example.com', 'jane-roe'],
  'Main Street 5',
];

const Registered = z.object({ id: z.string() });
const Listed = z.array(z.looseObject({ id: z.string(), description: z.string() }));

let repository: GitFolder;
let workplace: Workplace;
let server: RunningServer;
let key: string;

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

/** Listings that name persons, among others, after several changes; there are another branch and a tag too. */
async function manyCommits() {
  const rain = await list('rain');
  const john = await list('john', {
    name: 'John Doe',
    endpoint: 'https://john.example.com/photos',
    x402Config: { paymentAddress: wallet, network: 'base-sepolia' },
  });
  const jane = await list('jane', { name: 'Jane Roe', endpoint: 'https://jane.example.com/photos' });
  const jim = await list('jim', { description: 'Photos by Jim, Main Street 5.' });
  await repository.git('branch', 'other');
  await change(rain, { description: 'Answers two questions for a price.' });
  await change(john, { pricing: { currency: 'USDC', pricePerRequest: '0.002' } });
  await change(jim, { pricing: { currency: 'USDC', pricePerRequest: '0.002' } });
  await list('snow');
  await repository.git('tag', 'v1');
  await change(jim, { description: 'Photos of weddings.' });

  return { rain, john, jane, jim };
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
  let rain: string;
  let john: string;
  let jane: string;
  let jim: string;
  let before: z.infer<typeof Listed>;
  let history: unknown;
  let settings: { readonly SIGNING_KEY: string };

  beforeAll(async () => {
    workplace = await Workplace.make();
    repository = await GitFolder.init(workplace.folder);
    await repository.write('.gitignore', 'data\ndist\nsigning-key*\n');
    await repository.commitAll('Start');
    key = await workplace.key();
    settings = { SIGNING_KEY: await makeSigningKey(workplace.folder) };
    server = await startServer({ ...workplace.environment, ...settings });
    ({ rain, john, jane, jim } = await manyCommits());
    await leaveCopies();
    await follow([named(john, remove), named(jane, remove)], settings);
    await vi.waitFor(async () => {
      expect((await read(jane)).status).toBe(410);
    }, soon);
    [before, history] = [await listed(), await historyOf(rain)];
    await server.stop('SIGTERM');
    const stored = await everything();
    expect(secrets.filter((secret) => !stored.includes(secret))).toEqual([]);
  });

  afterAll(() => workplace.remove());

  it('is gone with its listing', async () => {
    const { stdout } = await follow(
      [`export ID=${john}`, prepare, signAgain, eraseFiles, collect, 'echo BEGIN', look, 'echo END', forget],
      settings,
    );

    expect(stdout).toContain('BEGIN\nEND\n');
  });

  it('is gone with the id too, if that is wanted', async () => {
    const forgetAll = forget.replace("--reason 'Erased on request.'", '--and-its-id');

    expect(forgetAll).not.toBe(forget);
    await follow(
      [`export ID=${jane}`, prepare, signAgain, eraseTheId, eraseFiles, collect, forgetAll],
      settings,
    );
  });

  it('is gone from all versions of a listing that stays, and nothing is left of any', async () => {
    await follow([`export ID=${jim}`, prepare, signAgain, replaceText, collect, forget], settings);

    const left = await everything();
    expect(secrets.filter((secret) => left.includes(secret))).toEqual([]);
    expect(await repository.git('status', '--porcelain', '--untracked-files=no')).toBe('');
    expect(await repository.git('fsck', '--strict', '--unreachable', '--no-progress')).toBe('');
  });

  it('leaves all else as before, and commits signed', async () => {
    server = await aServer(workplace, settings);
    expect(await listed()).toEqual(before);
    await expect.poll(() => historyOf(rain)).toEqual(history);
    expect(await read(john)).toMatchObject({
      status: 410,
      body: { id: john, name: john, reason: 'Erased on request.' },
    });
    expect(await historyOf(john)).toMatchObject([{ kind: 'deleted', fields: [] }]);
    expect(await read(jane)).toMatchObject({ status: 404 });
    expect(await historyOf(jane)).toBeUndefined();
    const changes = (await historyOf(jim)) ?? [];
    expect(changes.map(({ kind }) => kind)).toEqual(['updated', 'updated', 'created']);
    expect(changes[0]?.fields).toEqual([
      { pointer: '/description', before: 'Photos by Jim, [erased].', after: 'Photos of weddings.' },
    ]);

    await list('hail');
    expect(await everything()).not.toContain('John Doe');
    const signers = join(workplace.folder, 'data', 'signers');
    await writeFile(signers, (await signerOf(settings.SIGNING_KEY)).describe(['tollbook']));
    // Git, and not Tollbook, made the first one.
    const commits = await repository.lines('rev-list', '--branches', '--tags', '--min-parents=1');
    for (const commit of commits) expect(await isSigned(repository.path, commit, signers)).toBe(true);
  });
});

describe('a catalog at the top of its repository that began with personal data', () => {
  it('is rid of it, too', async () => {
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
