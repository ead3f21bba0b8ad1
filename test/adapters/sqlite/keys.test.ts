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
  return makeKey(owner, createdAt, expiresAt).key;
}

/** Bytes come back from the database as a `Buffer`. */
function plain(key: ApiKey | undefined): unknown {
  return key && { ...key, secretHash: [...key.secretHash] };
}

describe('API keys in SQLite', () => {
  it.each([
    ['for ever', aKey('Ada "the first" Lovelace; DROP TABLE api_key')],
    ['for a while', aKey('世界 🌦', now, later)],
  ])('are found as they were added, good %s', async (_life, key) => {
    await keys.add(key);

    expect(plain(await keys.find(key.id))).toEqual(plain(key));
  });

  it('are not found by another id', async () => {
    await keys.add(aKey('me'));

    expect(await keys.find('none')).toBeUndefined();
  });

  it('are listed, oldest first', async () => {
    const [second, first] = [aKey('second', later), aKey('first', now)];
    await keys.add(second);
    await keys.add(first);

    expect((await keys.list()).map(({ owner }) => owner)).toEqual(['first', 'second']);
  });

  it('are revoked once, from a moment on', async () => {
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

  it('are never given the same id', async () => {
    const key = aKey('me');
    await keys.add(key);

    await expect(keys.add(key)).rejects.toThrow('UNIQUE');
  });

  it('count at once when another process adds or revokes them', async () => {
    const [other, key] = [await open(), aKey('me')];
    expect(await keys.find(key.id)).toBeUndefined();

    await other.add(key);
    expect(await keys.find(key.id)).toBeDefined();
    await other.revoke(key.id, later);
    expect(await keys.find(key.id)).toMatchObject({ revokedAt: later });
  });

  it('hold no secret that could be used', async () => {
    const { key, token } = makeKey('me', now, undefined);
    await keys.add(key);

    expect(JSON.stringify(await keys.list())).not.toContain(token.slice(-52));
  });
});
