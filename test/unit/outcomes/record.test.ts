import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { printRecord, recordDigest } from '../../../src/outcomes/record.ts';
import { aFinding, aReceipt, aStatement } from '../../fixtures/outcomes.ts';

it('prints members by name at every depth, without spaces and without what is undefined', () => {
  expect(printRecord(aFinding(1, { funders: ['0xb', '0xa'] }))).toBe(
    '{"at":"2026-01-01T00:03:00.000Z","funders":["0xb","0xa"],"id":"finding-1","isFundedBySeller":false,' +
      '"kind":"finding","service":"weather-a1","statement":"statement-1"}',
  );
  expect(printRecord(aStatement(1, { replaces: undefined }))).not.toContain('replaces');
});

it('gives the same digest for the same record, however its members are ordered', () => {
  const record = aStatement(1, { receipt: aReceipt() });
  const turned = Object.fromEntries(Object.entries(record).toReversed()) as unknown as typeof record;

  expect(recordDigest(turned)).toBe(recordDigest(record));
  expect(recordDigest(record)).toBe(createHash('sha256').update(printRecord(record)).digest('hex'));
});

it('gives another digest for another outcome', () => {
  expect(recordDigest(aStatement(1, { outcome: 'wrong' }))).not.toBe(recordDigest(aStatement(1)));
});
