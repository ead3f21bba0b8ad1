import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { serviceNamed, writeCatalog } from '../support/catalog-on-disk.ts';
import { aRegistration, register } from '../support/registration.ts';
import { DidNotStart } from '../support/running-server.ts';
import { makeSigningKey } from '../support/signing-key.ts';
import { aServer, aWorkplace } from '../support/workplace.ts';

const token = 'ghp_recognisable1token';
const providerKey = 'recognisable2provider';
const password = 'recognisable3password';

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
  await expect.poll(health, { timeout: 30_000 }).toContain('payments are not counted');
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
}, 120_000);

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
