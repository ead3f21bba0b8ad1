import { expect, it } from 'vitest';
import fc from 'fast-check';
import { orderBySmall, reorder } from '../../../../src/search/index/orders.ts';

it('moves a document to where sorting anew would put it', () => {
  const values = fc.integer({ min: 0, max: 5 });
  const changes = fc.array(fc.tuple(fc.nat(), values), { maxLength: 20 });

  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 30 }), changes, (first, moves) => {
      const column = Uint8Array.from(first);
      const order = orderBySmall(column, column.length);
      for (const [any, value] of moves) {
        const document = any % column.length;
        column[document] = value;
        reorder(order, document, (a, b) => (column[a] ?? 0) - (column[b] ?? 0));
        expect(order).toEqual(orderBySmall(column, column.length));
      }
    }),
  );
});
