import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formats, mirror, type MirrorOptions, type MirrorReport } from '../../../src/mirror/mirror.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { listening } from '../../support/listening.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { runProcess } from '../../support/run-process.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

let workplace: Workplace;
let server: RunningServer;
let key: string;
let signers: string;
let settings: NodeJS.ProcessEnv;

const client = (): string => join(workplace.folder, 'dist', 'client');

beforeAll(async () => {
  workplace = await Workplace.make();
  const signingKey = join(workplace.folder, 'key');
  await runProcess('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', signingKey]);
  settings = { SIGNING_KEY: signingKey, SITE_URL: 'https://catalog.example.com', CATALOG_LICENCE: 'CC0-1.0' };
  await writeCatalog(workplace.catalog, ...['one', 'two', 'three'].map((name) => serviceNamed(name)));
  key = await workplace.key();

  // The first run gives every service its first place in the feed and in the log; the build then knows both.
  const first = await startServer({ ...workplace.environment, ...settings });
  await mirror({ from: first.url, to: join(workplace.folder, 'first'), verify: true });
  await first.stop('SIGTERM');
  await workplace.build(settings);
  signers = await readFile(join(client(), '.well-known/tollbook-signers'), 'utf8');
  server = await startServer({ ...workplace.environment, ...settings });
});

afterAll(async () => {
  await server.stop('SIGTERM');
  await workplace.remove();
});

const visit = (name: string, options: Partial<MirrorOptions> = {}): Promise<MirrorReport> =>
  mirror({ from: server.url, to: join(workplace.folder, name), verify: true, signers, ...options });
const lines = (name: string): Promise<string> =>
  readFile(join(workplace.folder, name, 'services.ndjson'), 'utf8');
const exported = async (): Promise<string> => (await fetch(`${server.url}/api/export.ndjson`)).text();

describe('a mirror of a real server', () => {
  it.each(formats)('holds signature, manifest and log, in the format %s', async (format) => {
    expect(await visit(format, { format })).toMatchObject({
      services: 3,
      created: 3,
      signature: { signedBy: 'tollbook,catalog.example.com', same: 3 },
      log: { size: 3 },
    });
    const state = JSON.parse(
      await readFile(join(workplace.folder, format, 'mirror.json'), 'utf8'),
    ) as unknown;
    expect(state).toMatchObject({ source: 'changes', licence: 'CC0-1.0' });
  });

  it('equals the export after every kind of change', async () => {
    const send = async (method: string, path: string, body?: object): Promise<void> => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      expect((await fetch(`${server.url}/api/services${path}`, init)).ok).toBe(true);
    };
    const ids: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      const { id } = (await (
        await register(server.url, key, { ...aRegistration(name), category: 'ai-inference' })
      ).json()) as { id: string };
      ids.push(id);
    }
    const [a = '', b = '', c = ''] = ids;
    await send('PATCH', `/${a}`, { pricing: { pricePerRequest: '0.5' } });
    await send('DELETE', `/${b}`);
    await send('DELETE', `/${c}`);
    await send('POST', `/${c}/restore`);

    for (const format of formats) {
      expect(await visit(format)).toMatchObject({
        services: 5,
        created: 2,
        updated: 0,
        signature: { same: 3 },
        log: { size: 10 },
      });
    }
    expect(await lines('ndjson')).toBe(await exported());
  });

  it('is refused by a catalog that keeps no log', async () => {
    const { SIGNING_KEY: _, ...unsigned } = settings;
    const other = await startServer({
      ...workplace.environment,
      ...unsigned,
      CATALOG_DIR: join(workplace.folder, 'other'),
    });

    await expect(visit('none', { from: other.url, signers: undefined })).rejects.toThrow(
      'this catalog keeps no log',
    );
    await other.stop('SIGTERM');
  });
});

it('a mirror of the static site of a build holds them too', async () => {
  const files = createServer((request, response) => {
    readFile(join(client(), new URL(request.url ?? '/', 'http://x').pathname)).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  const from = await listening(files);

  expect(await visit('static', { from, format: 'ndjson' })).toMatchObject({
    services: 3,
    signature: { same: 3 },
    log: { size: 3 },
  });
  expect(await lines('static')).toBe(await readFile(join(client(), 'api/export.ndjson'), 'utf8'));
});
