import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../../src/config/config.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { programs, stopServerIn, tlsServerIn } from '../../support/postgres-server.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { startServer, Workplace } from '../../support/running-server.ts';
import { makeSigningKey } from '../../support/signing-key.ts';
import { soon, testTimeoutMs } from '../../support/soon.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';

const token = 'ghp_recognisable1token';
const providerKey = 'recognisable2provider';
const password = 'recognisable3password';
const wrongKey = `tbk_0000000000000_${'1'.repeat(52)}`;

/** A registration in a category of the fixtures. */
const registration = (name: string): object => ({ ...aRegistration(name), category: 'ai-inference' });

let workplace: Workplace;
let settings: NodeJS.ProcessEnv;
let key: string;
/** All that a server printed whose every call to another program failed, and what it answered. */
let output: string;
let answers: string;

beforeAll(async () => {
  workplace = await Workplace.make();
  await writeCatalog(workplace.catalog, serviceNamed('alpha'));
  key = await workplace.key();
  const [providerFile, tokenFile] = [join(workplace.folder, 'provider'), join(workplace.folder, 'token')];
  // Nothing listens at this port.
  await writeFile(providerFile, `http://user:${password}@127.0.0.1:9/${providerKey}\n`);
  await writeFile(tokenFile, `${token}\n`);
  settings = {
    METRICS: '1',
    LOG_LEVEL: 'trace',
    TRUSTED_PROXIES: '127.0.0.1',
    SIGNING_KEY_FILE: await makeSigningKey(workplace.folder),
    GITHUB_TOKEN_FILE: tokenFile,
    RPC_URL_BASE_SEPOLIA_FILE: providerFile,
    PAYMENT_INTERVAL: '1s',
  };
  const server = await startServer({ ...workplace.environment, ...settings });
  const { url } = server;

  const registered = await register(url, key, registration('one'), { 'X-Request-Id': 'order-1' });
  expect([registered.status, registered.headers.get('x-request-id')]).toEqual([201, 'order-1']);
  expect((await register(url, key, { name: key })).status).toBe(422);
  expect((await register(url, wrongKey, registration('two'))).status).toBe(401);
  const headers = { authorization: `Bearer ${key}` };
  const asked: readonly (readonly [path: string, init?: RequestInit])[] = [
    [`/api/services?api_key=${key}&limit=${key}`],
    [`/api/services/search/intent?q=${key}`],
    [`/services/?key=${key}`, { headers: { ...headers, cookie: `key=${key}` } }],
    ['/api/services', { method: 'DELETE', headers }],
    [
      '/api/services',
      {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(key)}`, 'x-request-id': `${key}!` },
        body: key,
      },
    ],
  ];
  for (const [path, init = {}] of asked) await (await fetch(url + path, init)).text();

  const read = async (path: string): Promise<string> => (await fetch(url + path)).text();
  await vi.waitFor(async () => {
    expect(await read('/health')).toContain('payments are not counted');
  }, soon);
  const paths = ['/metrics', '/health', '/ready', '/api/services', '/log/checkpoint', '/status/', '/nothing'];
  answers = (await Promise.all(paths.map(read))).join('\n');
  expect(await server.stop('SIGTERM')).toBe(0);
  output = server.output();
});

afterAll(async () => {
  await workplace.remove();
});

const lines = (): unknown[] =>
  output
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

describe('the log', () => {
  it('contains no key and no Authorization header, wherever a client puts its key', () => {
    expect(output).toContain('"method":"POST"');
    for (const secret of [key, key.slice(-52), wrongKey, wrongKey.slice(-52), btoa(key), 'Bearer', 'Basic']) {
      expect(output).not.toContain(secret);
    }
    expect(output.toLowerCase()).not.toContain('authorization');
  });

  it('leads from a request to its commit by the id that a trusted proxy gave it', () => {
    expect(lines()).toContainEqual(
      expect.objectContaining({ msg: 'committed', acts: 1, requests: ['order-1'] }),
    );
    expect(lines()).toContainEqual(
      expect.objectContaining({ msg: 'request', requestId: 'order-1', method: 'POST', status: 201 }),
    );
  });

  it('is one JSON object per line, with time and message', () => {
    expect(lines().length).toBeGreaterThanOrEqual(3);
    for (const line of lines()) {
      expect(line).toMatchObject({
        level: expect.any(Number) as number,
        time: expect.any(Number) as number,
        msg: expect.any(String) as string,
      });
    }
    expect(lines()).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        path: '/api/services',
        status: 401,
        requestId: expect.any(String) as string,
      }),
    );
  });
});

describe('a server', () => {
  it('keeps secrets out of its log, its metrics and its answers, whatever fails', async () => {
    const keyLines = (await readFile(settings['SIGNING_KEY_FILE'] ?? '', 'utf8'))
      .split('\n')
      .filter((line) => /^[\w+/=]{20,}$/.test(line));
    expect(keyLines.length).toBeGreaterThan(1);

    const secrets = [token, providerKey, password, ...keyLines];
    expect(secrets.filter((secret) => (output + answers).includes(secret))).toEqual([]);
    expect(readConfig({ ...workplace.environment, ...settings }).payments.providers[0]?.url).toContain(
      providerKey,
    );
  });

  it.skipIf(programs === undefined)(
    'keeps the password of its database and the secrets of keys and webhooks to itself, also while the database is away',
    // Starts and stops a database, too.
    { timeout: 2 * testTimeoutMs },
    async () => {
      const home = await aWorkplace();
      const folder = await aDatabaseFolder();
      const urlFile = join(folder, 'url');
      const host = await tlsServerIn(folder);
      await writeFile(urlFile, `postgres://tollbook:${password}@${host}/postgres?sslmode=no-verify`);
      const inDatabase = { DATABASE_URL_FILE: urlFile, METRICS: '1', LOG_LEVEL: 'trace' };
      const server = await aServer(home, inDatabase);
      const ada = await home.key('ada', inDatabase);
      const headers = { authorization: `Bearer ${ada}`, 'content-type': 'application/json' };
      const made = await fetch(`${server.url}/api/webhooks`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ url: 'https://hooks.example.com/' }),
      });
      const { secret } = z.object({ secret: z.string() }).parse(await made.json());

      await stopServerIn(folder);
      const refused = await register(server.url, ada, aRegistration('gamma'));
      expect(refused.status).toBe(503);
      const paths = ['/metrics', '/health', '/api/webhooks', '/api/keys', '/api/services', '/nothing'];
      const texts = await Promise.all(
        paths.map(async (path) => (await fetch(server.url + path, { headers })).text()),
      );
      const audit = await home.attempt('audit.ts', [], inDatabase);
      await server.stop('SIGTERM');

      const shown = [server.output(), audit.stdout, audit.stderr, await refused.text(), ...texts].join('\n');
      expect(shown).toContain('cannot be reached');
      const secrets = [password, ada.slice(-52), secret, secret.replace('whsec_', '')];
      expect(secrets.filter((each) => shown.includes(each))).toEqual([]);
    },
  );
});

/** An empty folder that the user of a database may read. */
async function aDatabaseFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tollbook-secrets-'));
  await chmod(folder, 0o755);
  onTestFinished(async () => {
    await stopServerIn(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  });
  return folder;
}
