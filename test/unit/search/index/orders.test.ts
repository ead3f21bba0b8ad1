import { expect, it } from 'vitest';
import fc from 'fast-check';
import { moveInOrder, orderBySmall } from '../../../../src/search/index/orders.ts';

it('moves a document to where sorting anew would put it', () => {
  const values = fc.integer({ min: 0, max: 5 });
  const changes = fc.array(fc.tuple(fc.nat(), values), { maxLength: 20 });

  fc.assert(
    fc.property(fc.array(values, { minLength: 1, maxLength: 30 }), changes, (first, moves) => {
      const column = Uint8Array.from(first);
      const order = orderBySmall(column, column.length);
      for (const [any, value] of moves) {
        const document = any % column.length;
        const before = column[document] ?? 0;
        column[document] = value;
        moveInOrder(order, column, document, before);
        expect(order).toEqual(orderBySmall(column, column.length));
      }
    }),
  );
});
