import { expect, it } from 'vitest';
import { SqlProofLooks } from '../../../../src/adapters/state/proof-looks.ts';
import type { LookRecord } from '../../../../src/domain/proof.ts';
import { aStateDatabase } from '../../../support/state-database.ts';

const record: LookRecord = {
  evidence: '_tollbook.api.example.com',
  heldAt: new Date('2026-02-03T04:05:06.789Z'),
  lookedAt: new Date('2026-02-05T04:05:06.789Z'),
  misses: 2,
};

it('keeps the last look at the proof of each service', async () => {
  const looks = new SqlProofLooks(await aStateDatabase());
  const next = { ...record, heldAt: record.lookedAt, misses: 0 };
  await looks.record('one', record);
  await looks.record('two', record);
  await looks.record('one', next);

  expect(await looks.of('one')).toEqual(next);
  expect(await looks.of('none')).toBeUndefined();
  expect(await looks.all()).toEqual(
    new Map([
      ['one', next],
      ['two', record],
    ]),
  );
});

it('forgets the looks at proofs that are gone', async () => {
  const looks = new SqlProofLooks(await aStateDatabase());
  await looks.record('one', record);
  await looks.record('two', record);
  await looks.forget(['one', 'none']);

  expect([...(await looks.all()).keys()]).toEqual(['two']);
});
