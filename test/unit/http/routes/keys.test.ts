import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { LedgerFault } from '../../../../src/domain/unavailable.ts';
import { IssuerUnavailable, type TokenVerifier } from '../../../../src/registration/workflow-identity.ts';
import { IssuedKey, KeysView, SignInChallengeView } from '../../../../src/views/keys.ts';
import { anApi, register, request, siteUrl, type TestApi } from '../../../fixtures/api.ts';
import { codeOf, faultsOf, problemOf } from '../../../fixtures/bodies.ts';
import { aRegistration } from '../../../fixtures/registrations.ts';
import {
  challengeFor,
  evmWallet,
  post,
  signIn,
  solanaWallet,
  stellarWallet,
  type Wallet,
} from '../../../fixtures/wallets.ts';

const dayMs = 24 * 60 * 60_000;

/** Hostile values for any member. */
const wrongValues: readonly unknown[] = [
  null,
  true,
  1,
  1e308,
  [],
  ['a'],
  {},
  { toString: 'x' },
  { $ne: null },
];

const answerTo = (api: TestApi, message: unknown, signature: unknown): Promise<Response> =>
  post(api, '/api/keys', { message, signature });

/** Sends a request with a key. */
const withToken = (api: TestApi, token: string, path: string, method = 'GET'): Promise<Response> =>
  request(api, path, { method, headers: { authorization: `Bearer ${token}` } });

const keysOf = async (api: TestApi, token: string): Promise<KeysView> =>
  KeysView.parse(await (await withToken(api, token, '/api/keys')).json());
type KeysView = z.infer<typeof KeysView>;

const block = (subject: string) =>
  ({ kind: 'owner', subject, reason: 'Imitates others.', at: new Date() }) as const;

describe('a challenge', () => {
  it.each([evmWallet(), evmWallet(31337), solanaWallet(), stellarWallet()])(
    'is for $account, this site and 5 minutes',
    async ({ account, address }) => {
      const api = anApi();
      const response = await post(api, '/api/challenges', { account });
      const { message, nonce, expiresAt } = SignInChallengeView.parse(await response.json());

      expect(response.status).toBe(201);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(message.split('\n')[0]).toMatch(/^catalog\.example\.com wants you to sign in/);
      expect(message.split('\n')[1]).toBe(address);
      expect(message).toContain(`\nURI: ${siteUrl}\n`);
      expect(message).toContain(`\nNonce: ${nonce}\n`);
      expect(expiresAt).toBe(api.time.in(300_000).toISOString());
    },
  );

  it('does not heed what the request says its host is', async () => {
    const response = await post(
      anApi(),
      'http://evil.example/api/challenges',
      { account: evmWallet().account },
      {
        headers: {
          'content-type': 'application/json',
          host: 'evil.example',
          origin: 'https://evil.example',
          'x-forwarded-host': 'evil.example',
        },
      },
    );

    expect(response.status).toBe(201);
    expect(await response.text()).not.toContain('evil');
  });

  it('takes an EVM address in any letter case', async () => {
    const { account, address } = evmWallet();
    const { message } = await challengeFor(anApi(), account.toUpperCase());

    expect(message.split('\n')[1]).toBe(address);
  });

  it.each<readonly [unknown, string]>([
    [{}, '/account required'],
    [[], ' wrong_type'],
    [null, ' wrong_type'],
    ['"account"', ' wrong_type'],
    [{ account: 'x' }, '/account account_malformed'],
    [{ account: 'aptos:1:0x1' }, '/account account_family_unknown'],
    [{ account: 'stellar:pubnet:GABC' }, '/account account_address_malformed'],
    [{ account: 'eip155:0:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }, '/account account_chain_malformed'],
    [{ account: 'eip155:8453:0x12' }, '/account account_address_malformed'],
    [{ account: 'x'.repeat(60_000) }, '/account account_malformed'],
    [{ account: 'eip155:1:\u202e0x' }, '/account account_address_malformed'],
    [{ account: evmWallet().account, domain: 'evil.example' }, '/domain unknown_field'],
    [`{"account": "${evmWallet().account}", "__proto__": {"a": 1}}`, '/__proto__ unknown_field'],
    ...wrongValues.map((account) => [{ account }, '/account wrong_type'] as const),
  ])('is refused to %j', async (body, fault) => {
    const response = await post(anApi(), '/api/challenges', body);

    expect(response.status).toBe(422);
    expect((await problemOf(response.clone())).code).toBe('challenge_invalid');
    expect(await faultsOf(response)).toEqual([fault]);
  });

  it('is given to each client 10 times a minute', async () => {
    const api = anApi();
    const { account } = evmWallet();
    for (let i = 0; i < 10; i += 1) await challengeFor(api, account);
    const response = await post(api, '/api/challenges', { account });

    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.headers.get('ratelimit-policy')).toBe('"challenge";q=10;w=60');
  });

  it('is refused with 503 while too many are open', async () => {
    const api = anApi();
    api.challenges.most = 0;
    const response = await post(api, '/api/challenges', { account: evmWallet().account });

    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('60');
  });
});

describe('a signed challenge', () => {
  it.each([evmWallet(), solanaWallet(), stellarWallet()])(
    'is worth a key for 30 days: $account',
    async (wallet) => {
      const api = anApi();
      const { message } = await challengeFor(api, wallet.account);
      const response = await answerTo(api, message, await wallet.sign(message));
      const { key, owner, expiresAt } = IssuedKey.parse(await response.json());

      expect(response.status).toBe(201);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(owner).toBe(`wallet:${wallet.address}`);
      expect(expiresAt).toBe(api.time.in(30 * dayMs).toISOString());
      expect((await register({ ...api, token: key }, aRegistration())).status).toBe(201);
    },
  );

  it('counts once', async () => {
    const api = anApi();
    const wallet = evmWallet();
    const { message } = await challengeFor(api, wallet.account);
    const signature = await wallet.sign(message);

    expect((await answerTo(api, message, signature)).status).toBe(201);
    const second = await answerTo(api, message, signature);
    expect(second.status).toBe(422);
    expect(await faultsOf(second)).toEqual(['/message challenge_unknown']);
  });

  it('is used up by a first attempt that fails', async () => {
    const api = anApi();
    const wallet = evmWallet();
    const { message } = await challengeFor(api, wallet.account);

    expect((await answerTo(api, message, '0x00')).status).toBe(422);
    expect(await faultsOf(await answerTo(api, message, await wallet.sign(message)))).toEqual([
      '/message challenge_unknown',
    ]);
  });

  it.each<readonly [string, (message: string) => string, string]>([
    ['another host', (text) => text.replace('catalog', 'other'), 'message_of_other_host'],
    [
      'a nonce nobody gave',
      (text) => text.replace(/Nonce: \w+/, `Nonce: ${'a'.repeat(32)}`),
      'challenge_unknown',
    ],
    ['another chain', (text) => text.replace('8453', '1'), 'message_changed'],
    ['60 KB more', (text) => text + ' '.repeat(60_000), 'message_changed'],
    ['30 KB of line breaks', () => '\n'.repeat(30_000), 'message_malformed'],
    ['60 KB of nonces', (text) => `${text}\n${`Nonce: ${'a'.repeat(32)}\n`.repeat(1400)}`, 'message_changed'],
  ])('is refused with %s, however well it is signed', async (_what, edit, code) => {
    const api = anApi();
    const wallet = evmWallet();
    const message = edit((await challengeFor(api, wallet.account)).message);
    const response = await answerTo(api, message, await wallet.sign(message));

    expect(response.status).toBe(422);
    expect(await faultsOf(response)).toEqual([`/message ${code}`]);
  });

  it.each<readonly [string, Wallet, (message: string) => Promise<string>, string]>([
    ['of another wallet', evmWallet(), evmWallet().sign, 'signature_wrong'],
    ['of Solana for an EVM account', evmWallet(), solanaWallet().sign, 'signature_malformed'],
    ['of nothing', evmWallet(), () => Promise.resolve(''), 'signature_malformed'],
  ])('is refused with a signature %s', async (_what, { account }, sign, code) => {
    const api = anApi();
    const { message } = await challengeFor(api, account);
    const response = await answerTo(api, message, await sign(message));

    expect(response.status).toBe(422);
    expect(await codeOf(response.clone())).toBe('signature_invalid');
    expect(await faultsOf(response)).toEqual([`/signature ${code}`]);
  });

  it('may be sent by each client 10 times a minute, also in vain', async () => {
    const api = anApi();
    for (let i = 0; i < 10; i += 1) expect((await answerTo(api, '', '')).status).toBe(422);
    const response = await answerTo(api, '', '');

    expect(response.status).toBe(429);
    expect(response.headers.get('ratelimit-policy')).toBe('"key";q=10;w=60');
  });
});

describe('a contract wallet', () => {
  const contract = { ...evmWallet(), sign: () => Promise.resolve(`0x${'5a'.repeat(300)}`) };

  it('owns by its account on that chain alone', async () => {
    const asked: unknown[] = [];
    const accepts = (...args: unknown[]): Promise<boolean> => {
      asked.push(args);
      return Promise.resolve(true);
    };
    const { owner } = await signIn(anApi({ parts: { contracts: { accepts } } }), contract);

    expect(owner).toBe(`wallet:${contract.account}`);
    expect(asked).toEqual([
      [
        { family: 'eip155', chain: '8453', address: contract.address },
        expect.any(Uint8Array),
        new Uint8Array(300).fill(0x5a),
      ],
    ]);
  });

  it('is not asked when the address itself signed', async () => {
    const accepts = (): never => {
      throw new Error('asked');
    };
    const wallet = evmWallet();

    expect((await signIn(anApi({ parts: { contracts: { accepts } } }), wallet)).owner).toBe(
      `wallet:${wallet.address}`,
    );
  });

  it.each([solanaWallet(), evmWallet()])('that refuses gets no key: $account', async ({ account }) => {
    const accepts = (): Promise<boolean> => Promise.resolve(account.startsWith('solana'));
    const api = anApi({ parts: { contracts: { accepts } } });
    const { message } = await challengeFor(api, account);

    expect(await faultsOf(await answerTo(api, message, `0x${'5a'.repeat(64)}`))).toEqual([
      '/signature signature_wrong',
    ]);
  });

  it('is answered with 503 while its chain cannot be asked', async () => {
    const accepts = (): Promise<boolean> => Promise.reject(new LedgerFault('the RPC provider is down'));
    const api = anApi({ parts: { contracts: { accepts } } });
    const { message } = await challengeFor(api, contract.account);
    const response = await answerTo(api, message, await contract.sign());

    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await response.text()).not.toContain('is down');
  });
});

describe('the token of a workflow', () => {
  const actor = { owner: 'github:9919', repository: '4242' };
  const tokens: TokenVerifier = {
    verify: (token) => Promise.resolve(token === 'good' ? { actor } : { fault: 'its issuer is unknown' }),
  };

  it('is worth a key of its repository for 15 minutes', async () => {
    const api = anApi({ parts: { tokens } });
    const response = await post(api, '/api/keys', { oidcToken: 'good' });
    const { key, owner, expiresAt } = IssuedKey.parse(await response.json());

    expect(response.status).toBe(201);
    expect(owner).toBe('github:9919');
    expect(expiresAt).toBe(api.time.in(15 * 60_000).toISOString());
    expect(await keysOf(api, key)).toMatchObject([{ owner: 'github:9919', repository: '4242' }]);
  });

  it('is refused with the reason', async () => {
    const response = await post(anApi({ parts: { tokens } }), '/api/keys', { oidcToken: 'bad' });

    expect(response.status).toBe(422);
    expect(await problemOf(response)).toMatchObject({
      code: 'token_invalid',
      errors: [
        {
          pointer: '/oidcToken',
          code: 'token_refused',
          detail: 'oidcToken is refused: its issuer is unknown',
        },
      ],
    });
  });

  it('is answered with 503 while its issuer cannot be asked', async () => {
    const verify = () => Promise.reject(new IssuerUnavailable('the issuer is down'));
    const response = await post(anApi({ parts: { tokens: { verify } } }), '/api/keys', { oidcToken: 'good' });

    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(await response.text()).not.toContain('is down');
  });

  it('is refused where none are accepted', async () => {
    const response = await post(anApi(), '/api/keys', { oidcToken: 'good' });

    expect(response.status).toBe(422);
    expect(await faultsOf(response)).toEqual(['/oidcToken token_not_accepted']);
  });
});

describe('a request for a key', () => {
  it.each<readonly [unknown, readonly string[]]>([
    [{}, ['/message required', '/signature required']],
    [[], [' wrong_type']],
    ['null', [' wrong_type']],
    ['"oidcToken"', [' wrong_type']],
    ['["oidcToken"]', [' wrong_type']],
    [{ message: '' }, ['/signature required']],
    [{ message: '', signature: '', account: 'x' }, ['/account unknown_field']],
    [
      { oidcToken: 'a', message: 'b', signature: 'c' },
      ['/message unknown_field', '/signature unknown_field'],
    ],
    [
      '{"__proto__": {"oidcToken": "a"}}',
      ['/message required', '/signature required', '/__proto__ unknown_field'],
    ],
    ['{"constructor": 1, "message": "", "signature": ""}', ['/constructor unknown_field']],
    ...wrongValues.flatMap((value) => [
      [{ message: value, signature: '' }, ['/message wrong_type']] as const,
      [{ message: '', signature: value }, ['/signature wrong_type']] as const,
      [{ oidcToken: value }, ['/oidcToken wrong_type']] as const,
    ]),
  ])('is refused when it is %j', async (body, faults) => {
    const response = await post(anApi(), '/api/keys', body);

    expect(response.status).toBe(422);
    expect(await codeOf(response.clone())).toBe('key_request_invalid');
    expect(await faultsOf(response)).toEqual(faults);
  });

  it.each(['message', 'signature', 'oidcToken'])('is refused with a %s of a megabyte', async (name) => {
    const body = { message: '', signature: '', [name]: '0'.repeat(1024 * 1024) };

    expect((await post(anApi(), '/api/keys', body)).status).toBe(413);
  });

  it('is refused to blocked owners, with the reason', async () => {
    const api = anApi();
    const wallet = evmWallet();
    api.blocks.add(block(`wallet:${wallet.address}`));
    const { message } = await challengeFor(api, wallet.account);
    const response = await answerTo(api, message, await wallet.sign(message));

    expect(response.status).toBe(403);
    expect(await problemOf(response)).toMatchObject({ code: 'owner_blocked', reason: 'Imitates others.' });
  });

  it('is refused to owners who hold 100 live keys', async () => {
    const api = anApi();
    const wallet = evmWallet();
    for (let i = 0; i < 100; i += 1) {
      api.keys.make(api.time.now(), api.time.in(1000), { owner: `wallet:${wallet.address}` });
    }
    const { message } = await challengeFor(api, wallet.account);
    const response = await answerTo(api, message, await wallet.sign(message));

    expect(response.status).toBe(429);
    expect(await codeOf(response)).toBe('too_many_keys');
  });
});

describe('where self-service is turned off', () => {
  it.each(['/api/challenges', '/api/keys'])('POST %s is answered with 404', async (path) => {
    const api = anApi({ parts: { issuer: undefined } });
    for (let i = 0; i < 12; i += 1) {
      const response = await post(api, path, {});

      expect(response.status).toBe(404);
      expect(await codeOf(response)).toBe('self_service_off');
    }
  });

  it('owners still see and revoke the keys that the operator gave them', async () => {
    const api = anApi({ parts: { issuer: undefined } });
    const { id, token } = api.keys.make(api.time.now());

    expect(await keysOf(api, token)).toHaveLength(2);
    expect((await withToken(api, token, `/api/keys/${id}`, 'DELETE')).status).toBe(204);
  });
});

describe('the keys of an owner', () => {
  it('are listed without their secrets', async () => {
    const api = anApi();
    const wallet = evmWallet();
    const first = await signIn(api, wallet);
    const second = await signIn(api, wallet);
    await signIn(api, evmWallet());
    const response = await withToken(api, first.key, '/api/keys');
    const text = await response.text();

    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(JSON.parse(text)).toEqual(
      [first, second].map(({ id, owner, expiresAt }) => ({
        id,
        owner,
        scope: 'write',
        createdAt: api.time.now().toISOString(),
        expiresAt,
        revokedAt: null,
      })),
    );
    for (const { key } of [first, second]) expect(text).not.toContain(key.slice(-52));
  });

  it('are those of one repository for a key of it, and all for a key of the owner', async () => {
    const api = anApi();
    const owner = 'github:9919';
    const make = (repository?: string) => api.keys.make(api.time.now(), undefined, { owner, repository });
    const [one, other, whole] = [make('1'), make('2'), make()];

    expect((await keysOf(api, one.token)).map(({ id }) => id)).toEqual([one.id]);
    expect((await keysOf(api, whole.token)).map(({ id }) => id)).toEqual([one.id, other.id, whole.id]);
    expect((await withToken(api, one.token, `/api/keys/${other.id}`, 'DELETE')).status).toBe(404);
    expect((await withToken(api, one.token, `/api/keys/${whole.id}`, 'DELETE')).status).toBe(404);
    expect((await withToken(api, whole.token, `/api/keys/${other.id}`, 'DELETE')).status).toBe(204);
  });

  it('can be revoked, also that which asks, and then open nothing at once', async () => {
    const api = anApi();
    const wallet = evmWallet();
    const [first, second] = [await signIn(api, wallet), await signIn(api, wallet)];
    const revoked = await withToken(api, first.key, `/api/keys/${second.id}`, 'DELETE');

    expect(revoked.status).toBe(204);
    expect(await revoked.text()).toBe('');
    expect((await withToken(api, second.key, '/api/keys')).status).toBe(401);
    expect((await withToken(api, first.key, `/api/keys/${second.id}`, 'DELETE')).status).toBe(204);
    expect(await keysOf(api, first.key)).toMatchObject([
      { id: first.id, revokedAt: null },
      { id: second.id, revokedAt: api.time.now().toISOString() },
    ]);
    expect((await withToken(api, first.key, `/api/keys/${first.id}`, 'DELETE')).status).toBe(204);
    expect((await withToken(api, first.key, '/api/keys')).status).toBe(401);
  });

  it('of others are answered like keys that do not exist', async () => {
    const api = anApi();
    const { key } = await signIn(api, evmWallet());
    const other = await signIn(api, evmWallet());
    const ids = [other.id, 'nonsense', '__proto__', 'a'.repeat(4000), '%00', "'; DROP TABLE api_key; --"];
    const answers = await Promise.all(
      ids.map((id) => withToken(api, key, `/api/keys/${encodeURIComponent(id)}`, 'DELETE')),
    );

    expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 404));
    expect(new Set(await Promise.all(answers.map((response) => response.text()))).size).toBe(1);
    expect((await withToken(api, other.key, '/api/keys')).status).toBe(200);
  });

  it.each<readonly [string, string]>([
    ['GET', '/api/keys'],
    ['DELETE', '/api/keys/x'],
  ])('are nobody else’s business: %s %s needs a key', async (method, path) => {
    const response = await request(anApi(), path, { method });

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="tollbook"');
  });

  it('open nothing while their owner is blocked', async () => {
    const api = anApi();
    const wallet = evmWallet();
    const { key, id } = await signIn(api, wallet);
    api.blocks.add(block(`wallet:${wallet.address}`));
    const answers = await Promise.all([
      withToken(api, key, '/api/keys'),
      withToken(api, key, `/api/keys/${id}`, 'DELETE'),
      register({ ...api, token: key }, aRegistration()),
    ]);

    for (const response of answers) {
      expect(response.status).toBe(403);
      expect(await problemOf(response)).toMatchObject({
        code: 'owner_blocked',
        detail: expect.stringContaining('Imitates others.') as string,
        reason: 'Imitates others.',
      });
    }
    expect(api.store.snapshot.size).toBe(0);
  });
});
