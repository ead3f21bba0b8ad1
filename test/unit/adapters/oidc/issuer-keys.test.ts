import { gzipSync } from 'node:zlib';
import { errors } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { IssuerKeys } from '../../../../src/adapters/oidc/issuer-keys.ts';
import { IssuerUnavailable } from '../../../../src/registration/workflow-identity.ts';
import { type Answer, Issuer, type SigningKey, signingKey } from '../../../support/issuer.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let first: SigningKey;
let second: SigningKey;

beforeAll(async () => {
  first = await signingKey('first');
  second = await signingKey('second', 'ES256');
});

interface Setting {
  readonly issuer: Issuer;
  /** Whether the key is found. */
  readonly finds: (kid: string, alg?: string) => Promise<boolean>;
  readonly wait: (ms: number) => void;
}

async function aSetting(timeoutMs = 5_000): Promise<Setting> {
  let time = 0;
  const issuer = await Issuer.start(first);
  const keys = new IssuerKeys({ issuer: issuer.url, timeoutMs, monotonic: () => time });

  return {
    issuer,
    finds: async (kid, alg = 'RS256') => {
      try {
        return (await keys.find({ alg, kid })).type === 'public';
      } catch (error) {
        if (error instanceof errors.JWKSNoMatchingKey) return false;
        throw error;
      }
    },
    wait: (ms) => {
      time += ms;
    },
  };
}

const fail: Answer = (_request, response) => {
  response.statusCode = 500;
  response.end();
};

describe('the keys of an issuer', () => {
  it('are loaded for the first token, and cached', async () => {
    const { issuer, finds, wait } = await aSetting();
    expect(issuer.asked).toEqual([]);

    for (let minute = 0; minute < 9; minute += 1) {
      expect(await finds('first')).toBe(true);
      wait(minuteMs);
    }
    expect(issuer.asked).toEqual(['/.well-known/openid-configuration', '/jwks']);
  });

  it('are loaded once for many tokens at the same time', async () => {
    const { issuer, finds } = await aSetting();

    await Promise.all(Array.from({ length: 50 }, () => finds('first')));
    expect(issuer.keyRequests).toBe(1);
  });

  it('are loaded again at once for a new key', async () => {
    const { issuer, finds } = await aSetting();
    expect(await finds('first')).toBe(true);

    issuer.published = { keys: [second.jwk] };
    expect(await finds('second', 'ES256')).toBe(true);
    expect(await finds('first')).toBe(false);
  });

  it('go out of use within ten minutes after the issuer withdrew them', async () => {
    const { issuer, finds, wait } = await aSetting();
    await finds('first');
    issuer.published = { keys: [second.jwk] };

    wait(10 * minuteMs);
    expect(await finds('first')).toBe(false);
  });

  it('are loaded five times a minute at most, however many tokens name others', async () => {
    const { issuer, finds, wait } = await aSetting();
    for (let token = 0; token < 100; token += 1) expect(await finds(`unknown-${String(token)}`)).toBe(false);
    await Promise.all(Array.from({ length: 100 }, (_, token) => finds(`again-${String(token)}`)));

    expect(issuer.keyRequests).toBe(5);
    expect(await finds('first')).toBe(true);
    issuer.published = { keys: [second.jwk] };
    wait(minuteMs);
    expect(await finds('second', 'ES256')).toBe(true);
    expect(issuer.keyRequests).toBe(6);
  });

  it('are never taken without their name, nor for another algorithm', async () => {
    const { issuer, finds } = await aSetting();
    const keys = new IssuerKeys({ issuer: issuer.url });

    await expect(keys.find({ alg: 'RS256' })).rejects.toThrow(errors.JWKSNoMatchingKey);
    expect(await finds('first', 'ES256')).toBe(false);
  });
});

describe('an issuer that fails', () => {
  it('is said to be unavailable, until it is back', async () => {
    const { issuer, finds } = await aSetting();
    issuer.answer = fail;
    await expect(finds('first')).rejects.toThrow(
      new IssuerUnavailable(`${issuer.url}/.well-known/openid-configuration answers HTTP 500`),
    );

    issuer.answer = undefined;
    expect(await finds('first')).toBe(true);
  });

  it('is not asked more often than one that answers', async () => {
    const { issuer, finds, wait } = await aSetting();
    issuer.answer = fail;

    for (let token = 0; token < 20; token += 1) {
      await expect(finds('first')).rejects.toThrow(IssuerUnavailable);
    }
    expect(issuer.asked).toHaveLength(5);
    issuer.answer = undefined;
    wait(minuteMs);
    expect(await finds('first')).toBe(true);
  });

  it('leaves its keys in use for a day', async () => {
    const { issuer, finds, wait } = await aSetting();
    await finds('first');
    issuer.answer = fail;

    wait(23 * hourMs);
    expect(await finds('first')).toBe(true);
    wait(hourMs);
    await expect(finds('first')).rejects.toThrow(IssuerUnavailable);
  });

  it('cannot say whether a new key is its own', async () => {
    const { issuer, finds } = await aSetting();
    await finds('first');
    issuer.answer = fail;

    await expect(finds('second')).rejects.toThrow(IssuerUnavailable);
    expect(await finds('first')).toBe(true);
  });

  it('is distinguished from one that nobody answers for', async () => {
    const keys = new IssuerKeys({ issuer: 'http://127.0.0.1:2' });

    await expect(keys.find({ alg: 'RS256', kid: 'first' })).rejects.toThrow(
      new IssuerUnavailable(
        'http://127.0.0.1:2/.well-known/openid-configuration cannot be reached: the connection was refused',
      ),
    );
  });
});

const endless: Answer = (_request, response) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 10);
  response.on('close', () => {
    clearInterval(timer);
  });
};

const bomb = gzipSync(Buffer.alloc(10_000_000));

describe('an answer of an issuer', () => {
  it.each<[string, Answer]>([
    ['never comes', () => undefined],
    ['never ends', endless],
  ])('that %s is refused in time', async (_what, answer) => {
    const { issuer, finds } = await aSetting(200);
    issuer.answer = answer;

    await expect(finds('first')).rejects.toThrow(
      new IssuerUnavailable(`${issuer.url}/.well-known/openid-configuration does not answer in time`),
    );
  });

  it.each<[string, Answer, string]>([
    ['that breaks off', (_request, response) => response.destroy(), 'cannot be reached'],
    [
      'that is huge',
      (_request, response) => response.end('x'.repeat(70_000)),
      'answers with more than 65536 bytes',
    ],
    [
      'that becomes huge',
      (_request, response) => {
        response.setHeader('content-encoding', 'gzip');
        response.end(bomb);
      },
      'answers with more than 65536 bytes',
    ],
    ['that is empty', (_request, response) => response.end(), 'answers with something else'],
    ['that is no JSON', (_request, response) => response.end('<html>'), 'answers with something else'],
    [
      'that is nested',
      (_request, response) => response.end('['.repeat(60_000)),
      'answers with something else',
    ],
    [
      'that leads elsewhere',
      (_request, response) => response.writeHead(302, { location: '/jwks' }).end(),
      'answers HTTP 302',
    ],
  ])('%s is refused', async (_what, answer, fault) => {
    const { issuer, finds } = await aSetting();
    issuer.answer = answer;

    await expect(finds('first')).rejects.toThrow(fault);
    await expect(finds('first')).rejects.toThrow(IssuerUnavailable);
  });

  it.each<[string, unknown]>([
    ['that are too many', { keys: Array.from({ length: 101 }, () => ({ kty: 'RSA' })) }],
    ['that are none', { keys: {} }],
    ['that have no type', { keys: [{}] }],
    ['that are no object', [1]],
  ])('with keys %s is refused', async (_what, published) => {
    const { issuer, finds } = await aSetting();
    issuer.published = published as Issuer['published'];

    await expect(finds('first')).rejects.toThrow(`${issuer.url}/jwks answers with something else`);
  });

  it('with keys that cannot be used leaves the others in use', async () => {
    const { issuer, finds } = await aSetting();
    const bad = [
      { kty: 'RSA', kid: 'bad', alg: 'RS256', n: '!', e: 'AQAB' },
      { kty: 'oct', kid: 'oct', k: 'AAAA' },
      { kty: 'OKP', kid: 'okp', crv: 'Ed25519', x: 'AAAA' },
    ];
    issuer.published = { keys: [...bad, first.jwk] };

    expect(await finds('first')).toBe(true);
    expect(await finds('oct')).toBe(false);
  });

  it('must name the issuer itself', async () => {
    const { issuer, finds } = await aSetting();
    issuer.discovery = { ...issuer.discovery, issuer: 'https://evil.example.com' };

    await expect(finds('first')).rejects.toThrow('is that of "https://evil.example.com"; set OIDC_ISSUER');
  });

  it.each(['http://127.0.0.2:1/jwks', 'file:///etc/passwd', 'data:application/json,{}', '/jwks', 'no URL'])(
    'must not give its keys at %s',
    async (jwks_uri) => {
      const { issuer, finds } = await aSetting();
      issuer.discovery = { ...issuer.discovery, jwks_uri };

      await expect(finds('first')).rejects.toThrow('which is not https');
    },
  );
});
