import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { DistFolder } from '../../../src/build/dist-folder.ts';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { serviceDigest, termsDigest } from '../../../src/transparency/entry.ts';
import { LogCopy, openCheckpoint } from '../../../src/transparency/log-copy.ts';
import { readVerifier } from '../../../src/transparency/signed-note.ts';
import { readEntries, tilePath, tilesOf } from '../../../src/transparency/tiles.ts';
import { Service } from '../../../src/views/service.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { runProcess } from '../../support/run-process.ts';
import { soon } from '../../support/soon.ts';

const [alpha, beta] = [serviceNamed('alpha'), serviceNamed('beta')];

let workplace: Workplace;
let catalog: GitFolder;
let server: RunningServer;
let environment: NodeJS.ProcessEnv;

beforeEach(async () => {
  workplace = await Workplace.make();
  const key = join(workplace.folder, 'key');
  await runProcess('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key], {});
  environment = { ...workplace.environment, SIGNING_KEY: key, SITE_URL: 'https://catalog.example' };
  catalog = await GitFolder.init(workplace.catalog);
  await writeCatalog(workplace.catalog, alpha);
  await catalog.commitAll('Begin');
  server = await startServer(environment);
});

afterEach(async () => {
  await server.stop('SIGKILL', true);
  await workplace.remove();
});

async function get(path: string): Promise<Response> {
  const answer = await fetch(`${server.url}${path}`);
  if (!answer.ok) throw new Error(`${path}: ${String(answer.status)} ${await answer.text()}`);
  return answer;
}

/** A visit of a mirror: reads what is new, and compares it with what is signed. Gives what the log says of each service. */
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
async function expectComplete(): Promise<void> {
  const { known } = await visit();
  const services = z.array(Service).parse(await (await get('/api/services?limit=100')).json());
  const said = [...known].filter(([, terms]) => terms !== null);

  expect(new Map(said)).toEqual(
    new Map(services.map((service) => [serviceDigest(service.id), termsDigest(service)])),
  );
}

async function registered(name: string, key: string): Promise<string> {
  const answer = await register(server.url, key, { ...aRegistration(name), category: alpha.category });
  return z.object({ id: z.string() }).parse(await answer.json()).id;
}

describe('the log of a server', () => {
  it('tells of what was there before it, of a registration at once, and of what others merge', async () => {
    await vi.waitFor(expectComplete, soon);
    const key = await workplace.key();
    await registered('one', key);
    await expectComplete();

    await catalog.write(serviceFilePath(beta.id), printServiceFile(beta));
    await catalog.commitAll('Merge a pull request');
    await vi.waitFor(async () => {
      expect((await visit()).known.get(serviceDigest(beta.id))).toBe(termsDigest(beta));
    }, soon);
    await expectComplete();
    expect(await catalog.git('status', '--porcelain')).toBe('');
  });

  it('goes on after being killed in the middle of commits, from the same past', async () => {
    await vi.waitFor(expectComplete, soon);
    const { copy } = await visit();
    const key = await workplace.key();
    let isOver = false;
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let i = 0; !isOver; i += 1) {
        await registered(`${String(writer)}-${String(i)}`, key).catch(() => undefined);
      }
    });
    for (let kills = 0; kills < 2; kills += 1) {
      const { size } = (await visit()).copy;
      await vi.waitFor(async () => {
        expect((await visit()).copy.size).toBeGreaterThan(size + 10);
      }, soon);
      await server.stop('SIGKILL', true);
      server = await startServer(environment);
    }
    isOver = true;
    await Promise.all(writers);

    await visit(copy);
    await vi.waitFor(async () => {
      const { known } = await visit();
      const total = Number((await get('/api/services?limit=1')).headers.get('x-total-count'));
      expect([...known.values()].filter((terms) => terms !== null)).toHaveLength(total);
    }, soon);
  });

  it('signs no other past: a rewritten branch leaves the last checkpoint, and health says what to do', async () => {
    await vi.waitFor(expectComplete, soon);
    const before = await catalog.head();
    await registered('one', await workplace.key());
    const note = await (await get('/log/checkpoint')).text();
    await server.stop('SIGTERM', true);
    await catalog.git('reset', '--hard', '--quiet', before);
    server = await startServer(environment);

    expect(await (await get('/log/checkpoint')).text()).toBe(note);
    const health = z.object({ checks: z.record(z.string(), z.string()) });
    await vi.waitFor(async () => {
      expect(health.parse(await (await get('/health')).json()).checks['log']).toContain(
        'put the files below log/ back',
      );
    }, soon);
  });

  it('answers tiles for ever, the checkpoint for seconds, and 404 for what there is not', async () => {
    await vi.waitFor(expectComplete, soon);
    const tile = await get('/log/tile/0/000.p/1');
    expect([tile.headers.get('cache-control'), tile.headers.get('content-type')]).toEqual([
      'public, max-age=31536000, immutable',
      'application/octet-stream',
    ]);
    expect((await tile.arrayBuffer()).byteLength).toBe(32);

    expect((await get('/log/checkpoint')).headers.get('cache-control')).toBe('public, max-age=5');
    for (const path of ['tile/0/001', 'tile/7/000', 'tile/entries/000.p/2', 'tile/0/..%2f000', 'nothing']) {
      expect((await fetch(`${server.url}/log/${path}`)).status, path).toBe(404);
    }
  });
});

describe('a static build', () => {
  it('holds the log as it is committed, signed', async () => {
    await vi.waitFor(expectComplete, soon);
    await registered('one', await workplace.key());
    const [checkpoint, vkey] = await Promise.all(
      ['/log/checkpoint', '/log/vkey'].map(async (path) => (await get(path)).text()),
    );
    const built = await workplace.build({
      SIGNING_KEY: environment['SIGNING_KEY'],
      SITE_URL: environment['SITE_URL'],
    });
    expect(built.stderr).toBe('');

    const folder = (await new DistFolder(join(workplace.folder, 'dist')).current())?.folder ?? '';
    const files = await readdir(join(folder, 'client', 'log'), { recursive: true, withFileTypes: true });
    expect(
      files
        .filter((file) => file.isFile())
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name))),
    ).toEqual(
      expect.arrayContaining(
        ['checkpoint', 'tile/0/000.p/2', 'tile/entries/000.p/2', 'vkey'].map((path) => `client/log/${path}`),
      ),
    );
    const read = (name: string): Promise<string> => readFile(join(folder, 'client', 'log', name), 'utf8');
    expect([await read('checkpoint'), await read('vkey')]).toEqual([checkpoint, vkey]);
  });
});
