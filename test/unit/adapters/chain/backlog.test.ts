import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Backlog } from '../../../../src/adapters/chain/backlog.ts';

const signed = fc
  .array(fc.nat(30), { maxLength: 60 })
  .map((slots) => slots.map((slot, i) => ({ slot, signature: `signature ${String(i)}` })));

it('holds every transaction up to its last slot, whatever their order', () => {
  fc.assert(
    fc.property(signed, fc.integer({ min: 1, max: 8 }), (given, most) => {
      const backlog = new Backlog(25, most);
      for (const each of given) backlog.add(each);

      const kept = given.filter(({ slot }) => slot <= backlog.to);
      expect(new Set(backlog.oldestFirst())).toEqual(new Set(kept));
      expect(backlog.oldestFirst().map(({ slot }) => slot)).toEqual(
        kept.map(({ slot }) => slot).sort((a, b) => a - b),
      );
      expect(backlog.to).toBeLessThanOrEqual(25);
    }),
  );
});

it('keeps no more than twice as many as it should, unless one slot has more', () => {
  const backlog = new Backlog(1_000, 10);
  for (let slot = 1_000; slot > 0; slot -= 1) {
    backlog.add({ slot, signature: String(slot) });
    expect(backlog.oldestFirst().length).toBeLessThanOrEqual(20);
  }
  expect(backlog.to).toBeGreaterThanOrEqual(10);
});
