import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { StateDatabase } from '../../../src/adapters/sqlite/database.ts';
import { SqliteKeys } from '../../../src/adapters/sqlite/keys.ts';
import { type ApiKey, makeKey } from '../../../src/registration/api-key.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const now = new Date('2026-02-03T04:05:06.789Z');
const later = new Date('2026-05-04T04:05:06.789Z');

let path: string;
let keys: SqliteKeys;

beforeEach(async () => {
  path = join(await temporaryFolder(), 'tollbook.db');
  keys = await open();
});

async function open(): Promise<SqliteKeys> {
  const database = await StateDatabase.open(path);
  onTestFinished(() => {
    database.close();
  });
  return new SqliteKeys(database);
}

function aKey(owner: string, createdAt = now, expiresAt?: Date): ApiKey {
  return makeKey({ owner }, createdAt, expiresAt).key;
}

/** Makes keys comparable: the database returns the hash as a `Buffer`. */
function comparable(key: ApiKey | undefined): unknown {
  return key && { ...key, secretHash: [...key.secretHash] };
}

describe('SqliteKeys', () => {
  it.each([
    ['that never expires', aKey('Ada "the first" Lovelace; DROP TABLE api_key')],
    ['that expires', aKey('世界 🌦', now, later)],
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

    await expect(keys.add(key)).rejects.toThrow('UNIQUE');
  });

  it('sees at once what another connection added or revoked', async () => {
    const [other, key] = [await open(), aKey('me')];
    expect(await keys.find(key.id)).toBeUndefined();

    await other.add(key);
    expect(await keys.find(key.id)).toBeDefined();
    await other.revoke(key.id, later);
    expect(await keys.find(key.id)).toMatchObject({ revokedAt: later });
  });

  it('does not store the secret itself', async () => {
    const { key, token } = makeKey({ owner: 'me' }, now, undefined);
    await keys.add(key);

    expect(JSON.stringify(await keys.list())).not.toContain(token.slice(-52));
  });
});
