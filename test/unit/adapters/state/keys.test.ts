import { beforeEach, describe, expect, it } from 'vitest';
import { SqlKeys } from '../../../../src/adapters/state/keys.ts';
import { type ApiKey, makeKey } from '../../../../src/registration/api-key.ts';
import { aState, type Opener } from '../../../support/state-database.ts';

const now = new Date('2026-02-03T04:05:06.789Z');
const later = new Date('2026-05-04T04:05:06.789Z');

let state: Opener;
let keys: SqlKeys;

beforeEach(async () => {
  state = await aState();
  keys = await open();
});

async function open(): Promise<SqlKeys> {
  return new SqlKeys(await state());
}

function aKey(owner: string, createdAt = now, expiresAt?: Date, repository?: string): ApiKey {
  return makeKey({ owner, repository }, createdAt, expiresAt).key;
}

const dayMs = 24 * 60 * 60_000;
const after = (time: Date, ms: number): Date => new Date(time.getTime() + ms);

/** Makes keys comparable: the database returns the hash as a `Buffer`. */
function comparable(key: ApiKey | undefined): unknown {
  return key && { ...key, secretHash: [...key.secretHash] };
}

describe('SqlKeys', () => {
  it.each([
    ['that never expires', aKey('Ada "the first" Lovelace; DROP TABLE api_key')],
    ['that expires', aKey('世界 🌦', now, later)],
    ['that may operate', makeKey({ owner: 'ops', scope: 'operate' }, now, undefined).key],
  ])('finds a key %s as it was added', async (_what, key) => {
    await keys.add(key);

    expect(comparable(await keys.find(key.id))).toEqual(comparable(key));
  });

  it('finds no key by another id', async () => {
    await keys.add(aKey('me'));

    expect(await keys.find('none')).toBeUndefined();
  });

  it('lists keys, oldest first', async () => {
    const [second, first] = [aKey('second', later), aKey('first', now)];
    await keys.add(second);
    await keys.add(first);

    expect((await keys.list()).map(({ owner }) => owner)).toEqual(['first', 'second']);
  });

  it('revokes a key once, and keeps the time of its revocation', async () => {
    const [key, other] = [aKey('me'), aKey('another')];
    await keys.add(key);
    await keys.add(other);

    expect(await keys.revoke(key.id, later)).toBe(true);
    expect(await keys.find(key.id)).toMatchObject({ revokedAt: later });
    expect(await keys.revoke(key.id, now)).toBe(false);
    expect(await keys.find(key.id)).toMatchObject({ revokedAt: later });
    expect(await keys.find(other.id)).toMatchObject({ revokedAt: undefined });
    expect(await keys.revoke('none', now)).toBe(false);
  });

  it('refuses a second key with the same id', async () => {
    const key = aKey('me');
    await keys.add(key);

    await expect(keys.add(key)).rejects.toThrow(/unique/i);
  });

  it('sees at once what another connection added or revoked', async () => {
    const [other, key] = [await open(), aKey('me')];
    expect(await keys.find(key.id)).toBeUndefined();

    await other.add(key);
    expect(await keys.find(key.id)).toBeDefined();
    await other.revoke(key.id, later);
    expect(await keys.find(key.id)).toMatchObject({ revokedAt: later });
  });

  it('finds the keys of an owner, or of one of its repositories', async () => {
    const all = [
      aKey('github:1', now, later, '7'),
      aKey('github:1', after(now, 1), later, '8'),
      aKey('github:1', after(now, 2), later),
      aKey('github:2', now, later, '7'),
    ];
    for (const key of all) await keys.add(key);
    const own = async (repository?: string) =>
      (await keys.ofActor({ owner: 'github:1', repository })).map(({ id }) => id);
    const [first, second, third] = all.map(({ id }) => id);

    expect(await own()).toEqual([first, second, third]);
    expect(await own('8')).toEqual([second]);
    expect(await own('9')).toEqual([]);
  });

  it('forgets self-made keys a day after they expired or were revoked, and no other', async () => {
    const expired = aKey('wallet:0x1', now, after(now, 1));
    const revoked = aKey('github:1', now, later, '7');
    const live = aKey('github:1', now, later, '7');
    const given = aKey('acme', now, after(now, 1));
    for (const key of [expired, revoked, live]) expect(await keys.issue(key, now)).toBe(true);
    await keys.add(given);
    await keys.revoke(revoked.id, after(now, 1));
    await keys.revoke(given.id, after(now, 1));
    const ids = async () => (await keys.list()).map(({ id }) => id).sort();

    const before = aKey('wallet:0x2', after(now, dayMs), later);
    await keys.issue(before, after(now, dayMs));
    expect(await ids()).toEqual([expired, revoked, live, given, before].map(({ id }) => id).sort());

    const last = aKey('wallet:0x2', after(now, dayMs + 1), later);
    await keys.issue(last, after(now, dayMs + 1));
    expect(await ids()).toEqual([live, given, before, last].map(({ id }) => id).sort());
  });

  it('gives an owner, or each of its repositories, at most 100 live keys', async () => {
    const ofOne = Array.from({ length: 100 }, () => aKey('github:1', now, later, '7'));
    for (const key of ofOne) expect(await keys.issue(key, now)).toBe(true);
    const issued = (repository?: string, owner = 'github:1', at = now): Promise<boolean> =>
      keys.issue(aKey(owner, at, after(later, 1), repository), at);

    expect(await issued('7')).toBe(false);
    expect(await issued('8')).toBe(true);
    expect(await issued()).toBe(true);
    expect(await issued(undefined, 'wallet:0x1')).toBe(true);
    await keys.revoke(ofOne[0]?.id ?? '', now);
    expect(await issued('7')).toBe(true);
    expect(await issued('7')).toBe(false);
    expect(await issued('7', 'github:1', later), 'once they have expired').toBe(true);
  });

  it('does not store the secret itself', async () => {
    const { key, token } = makeKey({ owner: 'me' }, now, undefined);
    await keys.add(key);

    expect(JSON.stringify(await keys.list())).not.toContain(token.slice(-52));
  });
});
