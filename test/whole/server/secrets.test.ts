import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../../src/config.ts';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { programs, stopServerIn, tlsServerIn } from '../../support/postgres-server.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { DidNotStart } from '../../support/running-server.ts';
import { makeSigningKey } from '../../support/signing-key.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';

const token = 'ghp_recognisable1token';
const providerKey = 'recognisable2provider';
const password = 'recognisable3password';

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

it('keeps secrets out of its log, its metrics and its answers, whatever fails', async () => {
  const workplace = await aWorkplace();
  await writeCatalog(workplace.catalog, serviceNamed('alpha'));
  const key = await workplace.key();
  const signingKey = await makeSigningKey(workplace.folder);
  const providerFile = join(workplace.folder, 'provider');
  const tokenFile = join(workplace.folder, 'token');
  // Nothing listens at this port, so that each call fails.
  await writeFile(providerFile, `http://user:${password}@127.0.0.1:9/${providerKey}\n`);
  await writeFile(tokenFile, `${token}\n`);
  const settings = {
    METRICS: '1',
    LOG_LEVEL: 'trace',
    SIGNING_KEY_FILE: signingKey,
    GITHUB_TOKEN_FILE: tokenFile,
    RPC_URL_BASE_SEPOLIA_FILE: providerFile,
    PAYMENT_INTERVAL: '1s',
  };
  const server = await aServer(workplace, settings);
  const { category } = serviceNamed('alpha');
  expect((await register(server.url, key, { ...aRegistration('gamma'), category })).status).toBe(201);
  const health = async (): Promise<string> => (await fetch(`${server.url}/health`)).text();
  await expect.poll(health).toContain('payments are not counted');
  const answers = await Promise.all(
    ['/metrics', '/health', '/ready', '/api/services', '/log/checkpoint', '/status/', '/nothing'].map(
      async (path) => (await fetch(server.url + path)).text(),
    ),
  );
  await server.stop('SIGTERM');

  const shown = [server.output(), ...answers].join('\n');
  const keyLines = (await readFile(signingKey, 'utf8'))
    .split('\n')
    .filter((line) => /^[\w+/=]{20,}$/.test(line));
  expect(keyLines.length).toBeGreaterThan(1);
  expect([token, providerKey, password, ...keyLines].filter((secret) => shown.includes(secret))).toEqual([]);
  expect(readConfig({ ...workplace.environment, ...settings }).payments.providers[0]?.url).toContain(
    providerKey,
  );
});

it.skipIf(programs === undefined)(
  'keeps the password of its database and the secrets of keys and webhooks to itself, also while the database is away',
  async () => {
    const workplace = await aWorkplace();
    await writeCatalog(workplace.catalog, serviceNamed('alpha'));
    const folder = await aDatabaseFolder();
    const urlFile = join(folder, 'url');
    const host = await tlsServerIn(folder);
    await writeFile(urlFile, `postgres://tollbook:${password}@${host}/postgres?sslmode=no-verify`);
    const settings = { DATABASE_URL_FILE: urlFile, METRICS: '1', LOG_LEVEL: 'trace' };
    const server = await aServer(workplace, settings);
    const created = await workplace.attempt('keys.ts', ['create', '--owner', 'ada', '--json'], settings);
    const { key } = z.object({ key: z.string() }).parse(JSON.parse(created.stdout));
    const authorization = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const made = await fetch(`${server.url}/api/webhooks`, {
      method: 'POST',
      headers: authorization,
      body: JSON.stringify({ url: 'https://hooks.example.com/' }),
    });
    const { secret } = z.object({ secret: z.string() }).parse(await made.json());

    await stopServerIn(folder);
    const refused = await register(server.url, key, aRegistration('gamma'));
    expect(refused.status).toBe(503);
    const answers = await Promise.all([
      refused.text(),
      ...['/metrics', '/health', '/api/webhooks', '/api/keys', '/api/services', '/nothing'].map(
        async (path) => (await fetch(server.url + path, { headers: authorization })).text(),
      ),
    ]);
    const audit = await workplace.attempt('audit.ts', [], settings);
    await server.stop('SIGTERM');

    const shown = [server.output(), audit.stdout, audit.stderr, ...answers].join('\n');
    expect(shown).toContain('cannot be reached');
    const secrets = [password, key.slice(-52), secret, secret.replace('whsec_', '')];
    expect(secrets.filter((each) => shown.includes(each))).toEqual([]);
  },
);

it('keeps the login of its git remote out of the line that says why it cannot start', async () => {
  const settings = { CATALOG_REMOTE: `https://user:${password}@127.0.0.1:9/catalog.git`, LOG_LEVEL: 'trace' };
  const error: unknown = await aServer(await aWorkplace(), settings).catch((reason: unknown) => reason);

  expect(error).toBeInstanceOf(DidNotStart);
  expect(String(error)).not.toContain(password);
});

it.each([
  { SIGNING_KEY_FILE: providerKey },
  { SIGNING_KEY: providerKey },
  { RPC_URL_BASE: `ftp://${providerKey}` },
  { GITHUB_TOKEN: providerKey, GITHUB_TOKEN_FILE: providerKey },
])('keeps secrets out of the line that says why it cannot start: %j', async (settings) => {
  const error: unknown = await aServer(await aWorkplace(), settings).catch((reason: unknown) => reason);

  expect(error).toBeInstanceOf(DidNotStart);
  expect(error).toMatchObject({ code: 2 });
  expect(String(error)).not.toContain(providerKey);
});
