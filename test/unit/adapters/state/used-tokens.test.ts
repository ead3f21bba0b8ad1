import { describe, expect, it } from 'vitest';
import { SqlUsedTokens } from '../../../../src/adapters/state/used-tokens.ts';
import { MemoryUsedTokens } from '../../../fixtures/memory-state.ts';
import { aStateDatabase } from '../../../support/state-database.ts';
import { usedTokensSuite } from '../../../support/suites/used-tokens.ts';

describe('SqlUsedTokens', () => {
  usedTokensSuite(async () => new SqlUsedTokens(await aStateDatabase()));

  it('keeps no expired tokens', async () => {
    const database = await aStateDatabase();
    const store = new SqlUsedTokens(database);
    for (let second = 0; second < 5; second += 1) {
      await store.use('issuer', String(second), new Date((second + 1) * 1000), new Date(second * 1000));
    }

    expect(await database.all('SELECT jti FROM used_token')).toEqual([{ jti: '4' }]);
  });
});

describe('MemoryUsedTokens, its test double', () => {
  usedTokensSuite(async () => new MemoryUsedTokens());
});
