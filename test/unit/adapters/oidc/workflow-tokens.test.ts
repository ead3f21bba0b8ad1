import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { base64url, exportSPKI, importJWK, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { IssuerKeys } from '../../../../src/adapters/oidc/issuer-keys.ts';
import { WorkflowTokens } from '../../../../src/adapters/oidc/workflow-tokens.ts';
import type { Claims } from '../../../../src/registration/workflow-identity.ts';
import { StateUnavailable } from '../../../../src/domain/unavailable.ts';
import { MemoryUsedTokens } from '../../../fixtures/memory-state.ts';
import { caseCount, seed } from '../../../support/cases.ts';
import { Issuer, sign, type SigningKey, signingKey } from '../../../support/issuer.ts';

const audience = 'https://catalog.example.com';
const now = new Date('2026-11-21T12:00:00.500Z');
const second = Math.floor(now.getTime() / 1000);

let rsa: SigningKey;
let ec: SigningKey;

beforeAll(async () => {
  rsa = await signingKey('one');
  ec = await signingKey('two', 'ES256');
});

interface Setting {
  readonly issuer: Issuer;
  readonly tokens: WorkflowTokens;
  /** Signs the claims of a push to main, with these in place of some. */
  readonly token: (changes?: Claims, header?: Record<string, unknown>, key?: SigningKey) => Promise<string>;
  /** What becomes of a token: its owner, or the fault. */
  readonly outcome: (token: string, at?: Date) => Promise<string>;
}

let count = 0;

async function aSetting(usedTokens = new MemoryUsedTokens()): Promise<Setting> {
  const issuer = await Issuer.start(rsa, ec);
  const keys = new IssuerKeys({ issuer: issuer.url });
  const tokens = new WorkflowTokens({ issuer: issuer.url, audience, keys, usedTokens });

  return {
    issuer,
    tokens,
    token: (changes = {}, header = {}, key = rsa) =>
      sign(key, { ...claimsOf(issuer.url), ...changes }, header),
    outcome: async (token, at = now) => {
      const verified = await tokens.verify(token, at);
      return 'fault' in verified ? verified.fault : verified.actor.owner;
    },
  };
}

/** the claims of GitHub's tokens. */
function claimsOf(iss: string): Claims {
  count += 1;

  return {
    iss,
    aud: audience,
    sub: 'repo:acme/radar:ref:refs/heads/main',
    jti: `token-${String(count)}`,
    iat: second - 5,
    nbf: second - 605,
    exp: second + 295,
    ref: 'refs/heads/main',
    ref_type: 'branch',
    event_name: 'push',
    repository: 'acme/radar',
    repository_id: '74',
    repository_owner: 'acme',
    repository_owner_id: '9919',
    job_workflow_ref: 'acme/radar/.github/workflows/tollbook.yml@refs/heads/main',
  };
}

describe('the token of a workflow', () => {
  it('names the owner and the repository that it acts for', async () => {
    const { issuer, tokens, token } = await aSetting();
    const owner = `oidc:${new URL(issuer.url).host}:9919`;

    expect(await tokens.verify(await token(), now)).toEqual({ actor: { owner, repository: '74' } });
    expect(await tokens.verify(await token({}, {}, ec), now)).toEqual({ actor: { owner, repository: '74' } });
  });

  it('is good once', async () => {
    const { token, outcome } = await aSetting();
    const given = await token();

    expect(await outcome(given)).toMatch(/^oidc:/);
    expect(await outcome(given)).toBe('the token was used before; ask for a new one for every key');
    expect(await outcome(await token())).toMatch(/^oidc:/);
  });

  it('is good once when it comes several times at the same moment', async () => {
    const { token, outcome } = await aSetting();
    const given = await token();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(given)));

    expect(outcomes.filter((text) => text.startsWith('oidc:'))).toHaveLength(1);
  });

  it('is used once by its id, even when it is signed again', async () => {
    const { token, outcome } = await aSetting();

    expect(await outcome(await token({ jti: 'same' }))).toMatch(/^oidc:/);
    expect(await outcome(await token({ jti: 'same', exp: second + 250 }, {}, ec))).toContain('used before');
  });

  it('stays used for as long as it could be good', async () => {
    const { token, outcome } = await aSetting();
    const given = await token({ iat: second, exp: second + 86_400 });

    expect(await outcome(given)).toMatch(/^oidc:/);
    for (const minutes of [1, 30, 60]) {
      expect(await outcome(given, new Date(now.getTime() + minutes * 60_000))).toContain('used before');
    }
    expect(await outcome(given, new Date(now.getTime() + 61 * 60_000))).toContain('expired');
  });

  it('is not used up while it is refused', async () => {
    const { token, outcome } = await aSetting();
    const early = await token({ jti: 'kept', nbf: second + 60 });

    expect(await outcome(early)).toContain('not valid yet');
    expect(await outcome(early, new Date(now.getTime() + 60_000))).toMatch(/^oidc:/);
  });

  it('is no fault of the client when it cannot be noted as used', async () => {
    const broken = new MemoryUsedTokens();
    broken.use = () => Promise.reject(new StateUnavailable('full', 'no space'));
    const { token, tokens } = await aSetting(broken);

    await expect(tokens.verify(await token(), now)).rejects.toThrow(StateUnavailable);
  });
});

describe('a token is refused, with the cure,', () => {
  const minute = 60;

  it.each<[string, Claims, string]>([
    [
      'of another issuer',
      { iss: 'https://evil.example.com' },
      'the token was issued by "https://evil.example.com"; get it from http://127.0.0.1',
    ],
    ['of nearly the same issuer', { iss: 'http://127.0.0.1' }, 'get it from'],
    ['without an issuer', { iss: undefined }, 'get it from'],
    [
      'for another audience',
      { aud: 'https://other.example.com' },
      `the token was issued for "https://other.example.com"; ask for one with the audience "${audience}" alone`,
    ],
    ['for nearly the same audience', { aud: `${audience}/` }, 'audience'],
    ['for others too', { aud: [audience, 'https://other.example.com'] }, 'audience'],
    ['for nobody', { aud: [] }, 'audience'],
    ['without an audience', { aud: undefined }, 'audience'],
    ['that expired', { exp: second - 30 }, 'the token has expired; ask for a new one'],
    ['that never expires', { exp: undefined }, 'the claim exp of the token is "null"; send'],
    ['whose expiry is a text', { exp: String(second + minute) }, 'the claim exp of the token is'],
    [
      'that is not valid yet',
      { nbf: second + 31 },
      'the token is not valid yet, by its claim nbf; set the clock of its issuer',
    ],
    ['that is issued in the future', { iat: second + 31 }, 'the token is not valid yet, by its claim iat'],
    ['that is issued too long ago', { iat: second - 3_631 }, 'the token has expired'],
    ['without a time of issue', { iat: undefined }, 'the claim iat of the token is'],
    ['without an id', { jti: undefined }, 'the claim jti of the token is'],
    ['with an empty id', { jti: '' }, 'the claim jti of the token is'],
    ['with a long id', { jti: 'x'.repeat(257) }, 'the claim jti of the token is'],
    ['with an id that is a number', { jti: 7 }, 'the claim jti of the token is'],
    ['of a feature branch', { ref: 'refs/heads/feature-x' }, 'main or master'],
    ['of a pull request', { event_name: 'pull_request_target' }, 'run the workflow on push'],
    ['without an owner', { repository_owner_id: undefined }, 'repository_owner_id'],
  ])('%s', async (_what, changes, fault) => {
    const { token, outcome } = await aSetting();

    expect(await outcome(await token(changes))).toContain(fault);
  });

  it.each<[string, Claims]>([
    ['that expired just now', { exp: second - 29 }],
    ['that is valid in a moment', { nbf: second + 30 }],
    ['that is issued in a moment', { iat: second + 30 }],
    ['without a first moment', { nbf: undefined }],
    ['for one audience, in a list', { aud: [audience] }],
  ])('but not one %s', async (_what, changes) => {
    const { token, outcome } = await aSetting();

    expect(await outcome(await token(changes))).toMatch(/^oidc:/);
  });

  it('without a signature', async () => {
    const { issuer, outcome } = await aSetting();
    const payload = base64url.encode(JSON.stringify(claimsOf(issuer.url)));

    for (const alg of ['none', 'None', 'NONE', '']) {
      const header = base64url.encode(JSON.stringify({ alg, kid: 'one', typ: 'JWT' }));
      expect(await outcome(`${header}.${payload}.`), alg).toMatch(/not signed with RS256|not a signed JSON/);
    }
    expect(issuer.asked).toEqual([]);
  });

  it('with the public key as the secret of an HMAC', async () => {
    const { issuer, outcome } = await aSetting();
    const key = await importJWK(rsa.jwk, 'RS256', { extractable: true });
    const secret = new TextEncoder().encode(await exportSPKI(key as CryptoKey));

    for (const alg of ['HS256', 'HS384', 'HS512']) {
      const forged = new SignJWT(claimsOf(issuer.url)).setProtectedHeader({ alg, kid: 'one' });
      expect(await outcome(await forged.sign(secret))).toContain('not signed with RS256 or ES256');
    }
  });

  it('with an algorithm that is not allowed, though the key is the issuer’s', async () => {
    const { issuer, token, outcome } = await aSetting();
    for (const alg of ['RS512', 'PS256', 'ES384', 'EdDSA']) {
      const key = await signingKey(alg, alg);
      issuer.published = { keys: [...issuer.published.keys, key.jwk] };

      expect(await outcome(await token({}, {}, key))).toContain('not signed with RS256 or ES256');
    }
  });

  it('with a key of another’s, under whichever name', async () => {
    const { token, outcome } = await aSetting();
    const stranger = await signingKey('stranger');

    expect(await outcome(await token({}, {}, stranger))).toContain('not signed with a key that http://127');
    expect(await outcome(await token({}, { kid: 'one' }, stranger))).toContain('the signature does not fit');
    expect(await outcome(await token({}, { kid: 'two' }, stranger))).toContain('not signed with a key');
    expect(await outcome(await token({}, { kid: undefined }))).toContain('not signed with a key');
    expect(await outcome(await token({}, { kid: 7 }))).toContain('not signed with a key');
  });

  it('with a key that it brings along', async () => {
    const { issuer, token, outcome } = await aSetting();
    const stranger = await signingKey('stranger');
    const own = { jwk: stranger.jwk, jku: `${issuer.url}/own`, x5u: `${issuer.url}/own` };

    expect(await outcome(await token({}, own, stranger))).toContain('not signed with a key');
    expect(issuer.asked).not.toContain('/own');
  });

  it('with a key that is too weak, or broken, though the issuer publishes it', async () => {
    const { issuer, token, outcome } = await aSetting();
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const weak = publicKey.export({ format: 'jwk' });
    const [n, x] = ['!', 'AAAA'];
    issuer.published = {
      keys: [
        { ...weak, kty: 'RSA', kid: 'weak' },
        { kty: 'RSA', kid: 'no number', n, e: 'AQAB' },
        { kty: 'RSA', kid: 'empty' },
        { kty: 'EC', crv: 'P-256', kid: 'no point', x, y: x },
        { ...rsa.jwk, kid: 'twice' },
        { ...rsa.jwk, kid: 'twice' },
      ],
    };

    for (const { kid } of issuer.published.keys) {
      for (const alg of ['RS256', 'ES256']) {
        const given = await token({}, { kid, alg }, alg === 'RS256' ? rsa : ec);
        expect(await outcome(given), kid).toMatch(/^the .{20,300}$/);
      }
    }
  });

  it('with extensions that nobody understands', async () => {
    const { issuer, outcome } = await aSetting();
    const header = base64url.encode(JSON.stringify({ alg: 'RS256', kid: 'one', crit: ['own'], own: 1 }));
    const payload = base64url.encode(JSON.stringify(claimsOf(issuer.url)));

    expect(await outcome(`${header}.${payload}.AAAA`)).toContain('not a signed JSON Web Token');
  });

  it('that is too long, without a look at it', async () => {
    const { issuer, token, outcome } = await aSetting();

    expect(await outcome(await token({ padding: 'x'.repeat(16_384) }))).toBe(
      'the token is longer than 16 KiB; send it as the issuer made it',
    );
    expect(await outcome('.'.repeat(1_000_000))).toContain('longer than 16 KiB');
    expect(issuer.asked).toEqual([]);
  });

  it.each([
    '',
    '.',
    '..',
    '...',
    'a.b.c',
    'null',
    '{}',
    '\u0000',
    '\ud800.\ud800.\ud800',
    'e30.e30.',
    'e30.e30.e30.e30.e30',
  ])('that is no token at all: %j', async (text) => {
    const { outcome } = await aSetting();

    expect(await outcome(text)).toContain('not a signed JSON Web Token (RFC 7519)');
  });

  it('when any character of it is changed', async () => {
    const { token, outcome } = await aSetting();
    const given = await token();
    const change = fc.tuple(
      fc.nat(given.length - 1),
      fc.constantFrom('', 'A', 'B', '-', '.', '=', ' ', 'é', '\n'),
    );

    await fc.assert(
      fc.asyncProperty(change, async ([at, text]) => {
        const tampered = `${given.slice(0, at)}${text}${given.slice(at + 1)}`;
        fc.pre(!isSameToken(given, tampered));

        expect(await outcome(tampered)).toMatch(/^the .{20,300}$/u);
      }),
      { seed, numRuns: caseCount(500) },
    );
    expect(await outcome(given)).toMatch(/^oidc:/);
  });

  it('when any claim or any member of the header is changed', async () => {
    const { issuer, token, outcome } = await aSetting();
    const [header = '', payload = '', signature = ''] = (await token()).split('.');
    const claim = fc.constantFrom(...Object.keys(claimsOf(issuer.url)));
    const member = fc.constantFrom('alg', 'kid', 'typ', 'crit', 'b64', 'zip', 'jwk', 'x5c');

    await fc.assert(
      fc.asyncProperty(fc.boolean(), claim, member, fc.jsonValue(), async (isClaim, name, own, value) => {
        const forged = isClaim
          ? [header, changed(payload, name, value), signature]
          : [changed(header, own, value), payload, signature];
        fc.pre(forged.join('.') !== [header, payload, signature].join('.'));

        expect(await outcome(forged.join('.'))).toMatch(/^the .{20,300}$/u);
      }),
      { seed, numRuns: caseCount(500) },
    );
  });
});

/** The last character of a signature has bits that are not used, so several texts are one token. */
function isSameToken(a: string, b: string): boolean {
  try {
    const parts = (token: string): string[] =>
      token.split('.').map((part) => Buffer.from(part, 'base64url').toString('hex'));
    return (
      parts(a).join('.') === parts(b).join('.') &&
      a.split('.').slice(0, 2).join('.') === b.split('.').slice(0, 2).join('.')
    );
  } catch {
    return false;
  }
}

function changed(part: string, name: string, value: unknown): string {
  const members = JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;

  return base64url.encode(JSON.stringify({ ...members, [name]: value }));
}
