import { expect, it } from 'vitest';
import { RowSet } from '../../../../src/adapters/state/row-set.ts';

function setOf(...rows: readonly (readonly unknown[])[]): RowSet {
  const set = new RowSet();
  for (const row of rows) set.add(row);
  return set;
}

it('is equal in whatever order the rows come', () => {
  expect(setOf(['a', 1], ['b', null])).toEqual(setOf(['b', null], ['a', 1]));
  expect(setOf(['a', 1], ['b', null]).digest).toMatch(/^[\da-f]{32}$/);
});

it.each([
  ['a missing row', [['a'], ['b']], [['a']]],
  ['a row that is there twice', [['a']], [['a'], ['a']]],
  ['another value', [['a']], [['b']]],
  ['a number for its text', [[1]], [['1']]],
  ['bytes for their text', [[Buffer.from('a')]], [['a']]],
  ['bytes for their spelling', [[Buffer.from('a')]], [['YQ==']]],
  ['an empty text for null', [[null]], [['']]],
  ['values in other columns', [['a', 'b']], [['b', 'a']]],
  [
    'values of two rows mixed',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
    [
      ['a', 'd'],
      ['c', 'b'],
    ],
  ],
])('tells %s', (_, one, other) => {
  const [first, second] = [setOf(...one), setOf(...other)];

  expect(first.equals(second)).toBe(false);
  expect(first.digest).not.toBe(second.digest);
});
