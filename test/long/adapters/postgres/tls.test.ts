import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PostgresDatabase } from '../../../../src/adapters/postgres/database.ts';
import { StateUnavailable } from '../../../../src/domain/unavailable.ts';
import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { stopServerIn, tlsServerIn } from '../../../support/postgres-server.ts';
import { aPostgresUrl, describePostgres } from '../../../support/state-database.ts';

const password = 'recognisable1password';

describePostgres('a URL that asks for TLS', () => {
  let folder = '';
  let host = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tollbook-tls-'));
    await chmod(folder, 0o755);
    host = await tlsServerIn(folder);
  });
  afterAll(async () => {
    await stopServerIn(folder);
    await rm(folder, { recursive: true, force: true });
  });

  /** Whether the connection that a URL makes is encrypted. */
  async function isEncrypted(search: string, at = host): Promise<unknown> {
    const url = `postgres://tollbook:${password}@${at}/postgres?${search}`;
    const database = await PostgresDatabase.open(url, { timeoutMs: 2_000 });
    try {
      return await database.get('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
    } finally {
      await database.close();
    }
  }

  const root = (): string => `sslrootcert=${encodeURIComponent(join(folder, 'certificate.pem'))}`;

  it.each(['verify-full', 'require'])(
    'is served with sslmode=%s where the certificate is known',
    async (mode) => {
      expect(await isEncrypted(`sslmode=${mode}&${root()}`)).toEqual({ ssl: true });
    },
  );

  it('is served without a known certificate where it says not to look', async () => {
    expect(await isEncrypted('sslmode=no-verify')).toEqual({ ssl: true });
  });

  it.each(['verify-full', 'require'])(
    'is refused with sslmode=%s where the certificate is unknown',
    async (mode) => {
      const error: unknown = await isEncrypted(`sslmode=${mode}`).catch((reason: unknown) => reason);

      expect(error).toBeInstanceOf(StateUnavailable);
      expect(String(error)).toContain('its TLS certificate is refused; add sslrootcert=');
      expect(String(error)).not.toContain(password);
    },
  );

  it('is refused where the certificate is for another host', async () => {
    const numeric = host.replace('localhost', '127.0.0.1');

    await expect(isEncrypted(`sslmode=verify-full&${root()}`, numeric)).rejects.toThrow(
      'its TLS certificate is refused',
    );
  });

  it('is refused where the server has no TLS', async () => {
    const url = new URL(await aPostgresUrl());
    url.searchParams.set('sslmode', 'verify-full');

    await expect(PostgresDatabase.open(url.href, { timeoutMs: 2_000 })).rejects.toThrow(
      'does not support SSL',
    );
  });
});
