import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeKey, opens, readToken } from '../../../src/registration/api-key.ts';

const now = new Date('2026-01-31T12:00:00.000Z');
const later = new Date(now.getTime() + 1);

describe('a new key', () => {
  it('has the form tbk_<id>_<secret>, with 256 random bits', () => {
    const { key, token } = makeKey({ owner: 'Rain Works' }, now, undefined);
    const parts = readToken(token);

    expect(token).toMatch(/^tbk_[0-9a-hjkmnp-tv-z]+_[0-9a-hjkmnp-tv-z]{52}$/);
    expect(parts?.id).toBe(key.id);
    expect(key).toMatchObject({
      owner: 'Rain Works',
      createdAt: now,
      expiresAt: undefined,
      revokedAt: undefined,
    });
  });

  it('stores only the SHA-256 of its secret', () => {
    const { key, token } = makeKey({ owner: 'Rain Works' }, now, undefined);
    const { secret = '' } = readToken(token) ?? {};

    expect(Buffer.from(key.secretHash).toString('hex')).toBe(
      createHash('sha256').update(secret).digest('hex'),
    );
    expect(JSON.stringify(key)).not.toContain(secret);
  });

  it('is unique', () => {
    const tokens = Array.from({ length: 200 }, () => makeKey({ owner: 'Rain Works' }, now, undefined).token);

    expect(new Set(tokens.map((token) => readToken(token)?.id)).size).toBe(200);
    expect(new Set(tokens.map((token) => readToken(token)?.secret)).size).toBe(200);
  });
});

describe('a key', () => {
  const { key, token } = makeKey({ owner: 'Rain Works' }, now, later);
  const { secret = '' } = readToken(token) ?? {};

  it('accepts its secret until it expires', () => {
    expect(opens(key, secret, now)).toBe(true);
    expect(opens(key, secret, later)).toBe(false);
  });

  it('rejects every other secret', () => {
    for (const wrong of [
      '',
      secret.slice(1),
      `${secret}0`,
      secret.toUpperCase(),
      makeKey({ owner: 'x' }, now, undefined).token,
    ]) {
      expect(opens(key, wrong, now)).toBe(false);
    }
  });

  it('rejects its secret once it is revoked', () => {
    expect(opens({ ...key, revokedAt: now }, secret, now)).toBe(false);
  });
});

describe('a token', () => {
  const { token } = makeKey({ owner: 'Rain Works' }, now, undefined);

  it.each([
    '',
    'tbk_',
    'tbk__',
    'tbk_short_secret',
    token.slice(4),
    token.toUpperCase(),
    ` ${token}`,
    `${token} `,
    `${token}\n`,
    token.slice(0, -1),
    `${token}0`,
    token.replace('tbk', 'sk'),
  ])('is malformed as %j', (text) => {
    expect(readToken(text)).toBeUndefined();
  });
});
