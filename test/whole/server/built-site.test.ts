import { once } from 'node:events';
import { access, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { serviceFilePath } from '../../../src/domain/service-file.ts';
import { formats, mirror, type MirrorOptions, type MirrorReport } from '../../../src/mirror/mirror.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { documentCommands } from '../../support/document-commands.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { listening } from '../../support/listening.ts';
import { faultsOfAtom, readJsonFeed } from '../../support/read-feeds.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type Ended, runProcess } from '../../support/run-process.ts';
import {
  type RunningServer,
  startServer,
  startServerWithin,
  Workplace,
} from '../../support/running-server.ts';
import { aSigner, makeSigningKey } from '../../support/signing-key.ts';
import { buildTimeoutMs, soon } from '../../support/soon.ts';

/** The commands by which the documentation has commits verified. */
const [, , commands = ''] = documentCommands('docs/operation/signing.md', 'Signed builds and commits');

const Registered = z.object({ id: z.string() });
const category = 'ai-inference';
const declared = ['one', 'two', 'three'].map((name) => serviceNamed(name, { category }));

let workplace: Workplace;
let catalog: GitFolder;
let server: RunningServer;
let key: string;
let signers: string;
let settings: NodeJS.ProcessEnv;
/** The log as the first server showed it, before the build. */
let log: readonly string[];

const client = (): string => join(workplace.folder, 'dist', 'client');
const built = (path: string): Promise<string> => readFile(join(client(), path), 'utf8');

beforeAll(async () => {
  workplace = await Workplace.make();
  catalog = new GitFolder(workplace.catalog);
  settings = {
    SIGNING_KEY: await makeSigningKey(workplace.folder),
    SITE_URL: 'https://catalog.example.com',
    CATALOG_LICENCE: 'CC0-1.0',
  };
  await writeCatalog(workplace.catalog, ...declared);
  key = await workplace.key();

  // The first run gives every service its first place in the feed and in the log; the build then knows both.
  const first = await startServer({ ...workplace.environment, ...settings });
  await mirror({ from: first.url, to: join(workplace.folder, 'first'), verify: true });
  log = await Promise.all(
    ['checkpoint', 'vkey'].map(async (name) => (await fetch(`${first.url}/log/${name}`)).text()),
  );
  await first.stop('SIGTERM');
  expect(await workplace.build(settings)).toMatchObject({ code: 0, stderr: '' });
  signers = await built('.well-known/tollbook-signers');
  server = await startServer({ ...workplace.environment, ...settings });
}, buildTimeoutMs);

afterAll(async () => {
  await server.stop('SIGKILL', true);
  await workplace.remove();
});

const visit = (name: string, options: Partial<MirrorOptions> = {}): Promise<MirrorReport> =>
  mirror({ from: server.url, to: join(workplace.folder, name), verify: true, signers, ...options });
const linesOf = (name: string): Promise<string> =>
  readFile(join(workplace.folder, name, 'services.ndjson'), 'utf8');

async function registered(name: string): Promise<string> {
  const answer = await register(server.url, key, { ...aRegistration(name), category });
  return Registered.parse(await answer.json()).id;
}

/** What the owner of the key does with a service. */
async function act(method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(`${server.url}/api/services/${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(answer.ok).toBe(true);
}

describe('a mirror of a real server', () => {
  it.each(formats)('holds signature, manifest and log, in the format %s', async (format) => {
    expect(await visit(format, { format })).toMatchObject({
      services: 3,
      created: 3,
      signature: { signedBy: 'tollbook,catalog.example.com', same: 3 },
      log: { size: 3 },
    });
    const state: unknown = JSON.parse(await readFile(join(workplace.folder, format, 'mirror.json'), 'utf8'));
    expect(state).toMatchObject({ source: 'changes', licence: 'CC0-1.0' });
  });

  it('equals the export after every kind of change', async () => {
    const [a, b, c] = [await registered('a'), await registered('b'), await registered('c')];
    await act('PATCH', a, { pricing: { pricePerRequest: '0.5' } });
    await act('DELETE', b);
    await act('DELETE', c);
    await act('POST', `${c}/restore`);

    for (const format of formats) {
      expect(await visit(format)).toMatchObject({
        services: 5,
        created: 2,
        updated: 0,
        signature: { same: 3 },
        log: { size: 10 },
      });
    }
    expect(await linesOf('ndjson')).toBe(await (await fetch(`${server.url}/api/export.ndjson`)).text());
  });
});

describe('a static build', () => {
  it('holds all that a mirror checks', async () => {
    const from = await listening(
      createServer((request, response) => {
        readFile(join(client(), new URL(request.url ?? '/', 'http://x').pathname)).then(
          (bytes) => response.end(bytes),
          () => response.writeHead(404).end(),
        );
      }),
    );

    expect(await visit('static', { from, format: 'ndjson' })).toMatchObject({
      services: 3,
      signature: { same: 3 },
      log: { size: 3 },
    });
    expect(await linesOf('static')).toBe(await built('api/export.ndjson'));
  });

  it('holds the log as it is committed, signed', async () => {
    expect([await built('log/checkpoint'), await built('log/vkey')]).toEqual(log);
    for (const path of ['tile/0/000.p/3', 'tile/entries/000.p/3']) await access(join(client(), 'log', path));
  });
});

describe('the feeds of a running server', () => {
  const get = async (path: string): Promise<string> => (await fetch(server.url + path)).text();
  /** The titles of a feed, newest first. */
  const titles = async (path = '/feed.json'): Promise<string[]> =>
    readJsonFeed(await get(path)).items.map(({ title }) => title);

  it('tell of what an owner does as soon as it is answered', async () => {
    const id = await registered('rain');
    expect((await titles())[0]).toBe('New: Service rain');

    await act('PATCH', id, { pricing: { pricePerRequest: '0.02' } });
    expect((await titles())[0]).toBe('Service rain: price 0.001 → 0.02 USDC');
    await act('PATCH', id, { description: 'Nothing that a feed tells of.' });
    expect(await titles(`/services/${id}/feed.json`)).toEqual([
      'Service rain: price 0.001 → 0.02 USDC',
      'New: Service rain',
    ]);
    expect(await titles(`/categories/${category}/feed.json`)).toEqual(await titles());
    expect(await titles('/search/feed.json?query=rain')).toHaveLength(2);

    await act('DELETE', id);
    expect((await titles())[0]).toBe('Withdrawn: Service rain');
    expect(await titles('/search/feed.json?query=rain')).toEqual([]);
    expect(faultsOfAtom(await get('/feed.atom'))).toEqual([]);
  });
});

describe('the commits of a catalog with a key', () => {
  const subjects = (): Promise<string[]> => catalog.lines('log', '--format=%s');

  /** Follows the documentation in a new clone of the catalog. */
  async function verify(name: string, strangers?: string): Promise<Ended> {
    const clone = join(workplace.folder, name);
    await catalog.git('clone', '--quiet', workplace.catalog, clone);
    const code = commands.replaceAll('https://catalog.example.com', server.url);
    const swap = strangers === undefined ? [] : [`cp '${strangers}' .git/tollbook-signers`];
    const [fetching = '', ...rest] = code.split('\n');

    return runProcess('sh', ['-ec', [fetching, ...swap, ...rest].join('\n')], { cwd: clone });
  }

  beforeAll(async () => {
    const [one, two] = declared;
    if (!one || !two) throw new Error('two services are needed');
    const file = join(workplace.folder, 'import.json');
    await writeFile(file, JSON.stringify([{ ...aRegistration('four'), category }]));
    for (const args of [
      ['import', file],
      ['transfer', one.id, '--to', 'acme'],
    ]) {
      expect(await workplace.attempt('catalog.ts', args, settings)).toMatchObject({ code: 0 });
    }
    await catalog.remove(serviceFilePath(two.id));
    await vi.waitFor(async () => {
      expect(await subjects()).toContain(`Remove ${two.id}`);
    }, soon);
    await vi.waitFor(async () => {
      expect(await subjects()).toContain('Log who is paid');
    }, soon);
  });

  it('are all signed, whoever made them, and anybody can tell by the commands of the documentation', async () => {
    const { code, stdout } = await verify('clone');

    expect(code).toBe(0);
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => line[0]).join('')).toBe('G'.repeat(lines.length));
    const verified = await new GitFolder(join(workplace.folder, 'clone')).lines('log', '--format=%s');
    const kinds = verified.map((subject) => subject.split(' ')[0]);
    expect(new Set(kinds)).toEqual(
      new Set(['Start', 'Register', 'Change', 'Remove', 'Restore', 'Import', 'Log']),
    );
    expect(lines).toHaveLength(kinds.length);
  });

  it('are not those of another key', async () => {
    const strangers = join(workplace.folder, 'strangers');
    const stranger = await aSigner(workplace.folder, 'strange-key');
    await writeFile(strangers, stranger.describe(['tollbook', '127.0.0.1']));

    expect((await verify('strange-clone', strangers)).code).not.toBe(0);
  });
});

describe('a server with few file descriptors, as in a small container', () => {
  const [descriptors, flood] = [300, 600];
  let sockets: Socket[] = [];

  beforeAll(async () => {
    await server.stop('SIGTERM');
    server = await startServerWithin(descriptors, { ...workplace.environment, ...settings });
  });

  afterAll(() => {
    for (const socket of sockets) socket.destroy();
  });

  it('survives more connections with downloads than it has file descriptors', async () => {
    const { hostname, port } = new URL(server.url);
    sockets = Array.from({ length: flood }, () =>
      connect(Number(port), hostname).on('error', () => undefined),
    );
    const settled = sockets.map((socket) => {
      socket.write('GET /og.png HTTP/1.1\r\nHost: catalog.example.com\r\n\r\n');
      return Promise.race([once(socket, 'data'), once(socket, 'close')]).catch(() => undefined);
    });
    await Promise.all(settled);
    expect(server.output()).not.toContain('EMFILE');

    for (const socket of sockets) socket.destroy();
    await expect
      .poll(() =>
        fetch(`${server.url}/health`).then(
          ({ status }) => status,
          () => undefined,
        ),
      )
      .toBe(200);
  });
});
