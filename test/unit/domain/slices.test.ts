import { describe, expect, it } from 'vitest';
import { slicesOf } from '../../../src/domain/slices.ts';

describe('slicesOf', () => {
  it.each([
    { items: '', slices: [] },
    { items: 'ab', slices: ['ab'] },
    { items: 'abc', slices: ['abc'] },
    { items: 'abcdefg', slices: ['abc', 'def', 'g'] },
  ])('gives "$items" three at a time', ({ items, slices }) => {
    expect([...slicesOf(items, 3)].map((slice) => slice.join(''))).toEqual(slices);
  });

  it('takes items only as slices are asked for', () => {
    let taken = 0;
    const items = (function* () {
      for (;;) yield (taken += 1);
    })();
    const slices = slicesOf(items, 3);

    slices.next();
    slices.next();

    expect(taken).toBe(6);
  });
});
