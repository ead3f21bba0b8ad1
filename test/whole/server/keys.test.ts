import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { IssuedKey, SignInChallengeView } from '../../../src/views/keys.ts';
import { evmWallet } from '../../fixtures/wallets.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

const CreatedKey = z.object({ id: z.string(), key: z.string() });

let workplace: Workplace;
let server: RunningServer;
let number = 0;

beforeAll(async () => {
  workplace = await Workplace.make();
  server = await startServer({ ...workplace.environment });
});

afterAll(async () => {
  await server.stop('SIGKILL', true);
  await workplace.remove();
});

async function newKey(...options: readonly string[]): Promise<z.infer<typeof CreatedKey>> {
  const text = await workplace.script('keys.ts', 'create', '--owner', 'tests', '--json', ...options);
  return CreatedKey.parse(JSON.parse(text));
}

/** The response to a registration with this key. */
async function answer(key: string): Promise<Response> {
  number += 1;
  return register(server.url, key, aRegistration(number));
}

async function statusWith(key: string): Promise<number> {
  return (await answer(key)).status;
}

describe('a key', () => {
  it('created while the server runs works at once', async () => {
    const { key } = await newKey();

    expect(await statusWith(key)).toBe(201);
  });

  it('revoked while the server runs stops working', async () => {
    const { id, key } = await newKey();
    expect(await statusWith(key)).toBe(201);

    await workplace.script('keys.ts', 'revoke', id);
    expect(await statusWith(key)).toBe(401);
  });

  it('stops working once it has expired', async () => {
    const { key } = await newKey('--expires', '1s');

    await expect.poll(() => statusWith(key)).toBe(401);
  });

  it('gets the same answer whether it is missing, malformed, unknown, revoked or expired', async () => {
    const [revoked, expired] = [await newKey(), await newKey('--expires', '1s')];
    await workplace.script('keys.ts', 'revoke', revoked.id);
    await expect.poll(() => statusWith(expired.key)).toBe(401);

    const wrong = [
      '',
      'nonsense',
      `tbk_0000000000000_${'0'.repeat(52)}`,
      `${revoked.key.slice(0, -1)}${revoked.key.endsWith('0') ? '1' : '0'}`,
      revoked.key,
      expired.key,
    ];
    const answers = await Promise.all(wrong.map(answer));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect(new Set(await Promise.all(answers.map((response) => response.text()))).size).toBe(1);
  });
});

describe('a key that an owner makes with its wallet', () => {
  const wallet = evmWallet();
  const post = (path: string, body: object): Promise<Response> =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  const challenge = async () =>
    SignInChallengeView.parse(await (await post('/api/challenges', { account: wallet.account })).json());

  it('registers services until the operator blocks its owner, without a restart', async () => {
    const { message } = await challenge();
    const response = await post('/api/keys', { message, signature: await wallet.sign(message) });
    const { key, owner } = IssuedKey.parse(await response.json());
    expect(response.status).toBe(201);
    expect(owner).toBe(`wallet:${wallet.address}`);
    expect(await statusWith(key)).toBe(201);

    await workplace.script('keys.ts', 'block', owner, '--reason', 'Imitates others.');
    const refused = await answer(key);
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain('Imitates others.');
    const { message: next } = await challenge();
    expect((await post('/api/keys', { message: next, signature: await wallet.sign(next) })).status).toBe(403);

    await workplace.script('keys.ts', 'unblock', owner);
    expect(await statusWith(key)).toBe(201);
  });

  it('is made once, however many send the same signature at once', async () => {
    const { message } = await challenge();
    const signature = await wallet.sign(message);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => post('/api/keys', { message, signature })),
    );

    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
  });
});

describe('a database that is deleted while the server runs', () => {
  it.each([
    ['its file alone', 'data/tollbook.db'],
    ['its whole folder', 'data'],
  ])('loses only its contents: reads keep working, and so does a new key (%s)', async (_what, path) => {
    const old = await newKey();
    const created = await answer(old.key);
    const location = created.headers.get('location') ?? '';
    expect(created.status).toBe(201);

    await rm(join(workplace.folder, path), { recursive: true });
    const { key } = await newKey();
    expect((await fetch(server.url + location)).status).toBe(200);
    await expect.poll(() => statusWith(key)).toBe(201);
    expect(await statusWith(old.key)).toBe(401);
    expect(await (await fetch(`${server.url}/health`)).json()).toMatchObject({ checks: { state: 'ok' } });
  });
});
