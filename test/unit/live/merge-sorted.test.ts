import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeSorted } from '../../../src/live/merge-sorted.ts';

it('merges sorted lists like sorting all of their items', () => {
  const list = fc.array(fc.string({ maxLength: 3 }), { maxLength: 20 }).map((items) => items.sort());

  fc.assert(
    fc.property(fc.array(list, { maxLength: 20 }), (lists) => {
      expect([...mergeSorted(lists)]).toEqual(lists.flat().sort());
    }),
  );
});
