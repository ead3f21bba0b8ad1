import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IssuedKey, SignInChallengeView } from '../../../src/views/keys.ts';
import { evmWallet } from '../../fixtures/wallets.ts';
import { startProgram } from '../../support/programs.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

let workplace: Workplace;
let server: RunningServer;
let number = 0;

const database = (): string => join(workplace.folder, 'data', 'tollbook.db');

beforeAll(async () => {
  workplace = await Workplace.make();
  server = await startServer(workplace.environment);
});

afterAll(async () => {
  await server.stop('SIGKILL', true);
  await workplace.remove();
});

/** The response to a new registration with this key. */
async function answer(key: string): Promise<Response> {
  number += 1;
  return register(server.url, key, aRegistration(number));
}

async function statusWith(key: string): Promise<number> {
  return (await answer(key)).status;
}

const read = (path: string): Promise<Response> => fetch(server.url + path);
const health = async (): Promise<unknown> => (await read('/health')).json();

describe('a server whose state database another process has locked', () => {
  const lock = () => startProgram('hold-database', [database()]);
  const registering = (key: string, id: string): Promise<Response> =>
    register(server.url, key, aRegistration(id), { 'idempotency-key': id });

  it('answers everything else meanwhile, and waiting requests once the lock is released', async () => {
    const key = await workplace.key();
    const holder = await lock();
    const waiting = registering(key, 'waiting');

    for (const path of ['/api/services', '/api/services/search/intent?q=rain', '/openapi.json']) {
      expect((await read(path)).status).toBe(200);
    }
    expect(await health()).toMatchObject({
      status: 'degraded',
      checks: { state: 'the state database is busy: another process holds it locked' },
    });
    await holder.kill();

    // If the machine took five seconds for all this, the request has been refused by now.
    expect([201, 503]).toContain((await waiting).status);
    expect((await registering(key, 'waiting')).status).toBe(201);
    expect(server.output()).not.toContain('"level":50');
  });

  it('answers 503 to a request that waited too long, and 201 when it is retried', async () => {
    const key = await workplace.key();
    const holder = await lock();
    const refused = await registering(key, 'refused');
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'unavailable' });

    await holder.kill();
    expect((await registering(key, 'refused')).status).toBe(201);
    expect(server.output()).toContain('tollbook.db is locked by another process');
  });
});

describe('a key', () => {
  it('that an owner makes with its wallet registers services until the operator blocks its owner, without a restart', async () => {
    const wallet = evmWallet();
    const post = (path: string, body: object): Promise<Response> =>
      fetch(server.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const signIn = async (): Promise<Response> => {
      const challenge = await post('/api/challenges', { account: wallet.account });
      const { message } = SignInChallengeView.parse(await challenge.json());
      return post('/api/keys', { message, signature: await wallet.sign(message) });
    };
    const signedIn = await signIn();
    const { key, owner } = IssuedKey.parse(await signedIn.json());
    expect(signedIn.status).toBe(201);
    expect(owner).toBe(`wallet:${wallet.address}`);
    expect(await statusWith(key)).toBe(201);

    const block = { kind: 'owner', subject: owner, reason: 'Imitates others.', at: new Date() } as const;
    await workplace.inState(({ blocks }) => blocks.add(block));
    const refused = await answer(key);
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('Imitates others.');
    expect((await signIn()).status).toBe(403);

    await workplace.inState(({ blocks }) => blocks.remove(block));
    expect(await statusWith(key)).toBe(201);
  });
});

describe('a state database under a running server', () => {
  it.each([
    ['its file alone', 'data/tollbook.db'],
    ['its whole folder', 'data'],
  ])(
    'loses only its contents when it is deleted: reads keep working, and so does a new key (%s)',
    async (_what, path) => {
      const old = await workplace.key();
      const created = await answer(old);
      const location = created.headers.get('location') ?? '';
      expect(created.status).toBe(201);

      await rm(join(workplace.folder, path), { recursive: true });
      const key = await workplace.key();
      expect((await read(location)).status).toBe(200);
      await expect.poll(() => statusWith(key)).toBe(201);
      expect(await statusWith(old)).toBe(401);
      expect(await health()).toMatchObject({ checks: { state: 'ok' } });
    },
  );

  it('that is damaged is reported in the log and in /health, and reads keep working', async () => {
    const key = await workplace.key();
    expect(await statusWith(key)).toBe(201);
    // A write by another process makes the server read its pages again. The first page, which holds the schema, is kept intact.
    await workplace.key();
    await writeFile(database(), (await readFile(database())).fill(0xa5, 4096));

    const refused = await register(server.url, key, aRegistration('damaged'), { 'idempotency-key': 'once' });
    expect(refused.status).toBe(503);
    expect((await read('/api/services')).status).toBe(200);
    expect(await health()).toMatchObject({
      status: 'degraded',
      checks: {
        state: 'the state database is damaged; reads go on, and the log names the file and the cure',
      },
    });
    expect(server.output()).toContain(`the state database ${database()} is damaged`);
  });
});
