import { describe, expect, it } from 'vitest';
import { SqliteUsedTokens } from '../../../src/adapters/sqlite/used-tokens.ts';
import { MemoryUsedTokens } from '../../fixtures/memory-state.ts';
import { aStateDatabase } from '../../support/state-database.ts';
import { usedTokensSuite } from '../suites/used-tokens.ts';

describe('SqliteUsedTokens', () => {
  usedTokensSuite(async () => new SqliteUsedTokens(await aStateDatabase()));

  it('keeps no expired tokens', async () => {
    const database = await aStateDatabase();
    const store = new SqliteUsedTokens(database);
    for (let second = 0; second < 5; second += 1) {
      await store.use('issuer', String(second), new Date((second + 1) * 1000), new Date(second * 1000));
    }

    expect(await database.all('SELECT jti FROM used_token')).toEqual([{ jti: '4' }]);
  });
});

describe('MemoryUsedTokens, its test double', () => {
  usedTokensSuite(async () => new MemoryUsedTokens());
});
