import { describe, expect, it } from 'vitest';
import { clusterOf, type TiedPayer } from '../../../src/outcomes/clusters.ts';

/** Payers by the funders that were found: `null` where nothing was. */
const groupsOf = (payers: readonly (readonly [payer: string, funders: readonly string[] | null])[]) => {
  const tied = payers.map(([payer, funders]): TiedPayer => ({ payer, funders }));
  const nameOf = clusterOf(tied);

  return [...Map.groupBy(tied, ({ payer }) => nameOf(payer)).values()].map((group) =>
    [...new Set(group.map(({ payer }) => payer))].join(' '),
  );
};

describe('the groups of payers', () => {
  it.each([
    [
      'apart without a common funder',
      [
        ['a', ['x']],
        ['b', ['y']],
      ],
      ['a', 'b'],
    ],
    [
      'together with a common funder',
      [
        ['a', ['x', 'z']],
        ['b', ['y', 'z']],
      ],
      ['a b'],
    ],
    [
      'together where one paid the other',
      [
        ['a', ['x']],
        ['b', ['a']],
      ],
      ['a b'],
    ],
    [
      'together where the other one came first',
      [
        ['b', ['a']],
        ['a', ['x']],
      ],
      ['b a'],
    ],
    [
      'apart with public funders only',
      [
        ['a', []],
        ['b', []],
      ],
      ['a', 'b'],
    ],
    [
      'together where nothing is known of either',
      [
        ['a', null],
        ['b', null],
      ],
      ['a b'],
    ],
    [
      'apart where one is known',
      [
        ['a', null],
        ['b', ['x']],
      ],
      ['a', 'b'],
    ],
    [
      'one for one payer, whatever is found later',
      [
        ['a', null],
        ['a', ['x']],
        ['a', ['y']],
      ],
      ['a'],
    ],
    [
      'one for a funder of funders',
      [
        ['a', ['x', 'm']],
        ['b', ['y', 'm']],
        ['c', ['z', 'm']],
      ],
      ['a b c'],
    ],
  ] as const)('are %s', (_, payers, expected) => {
    expect(groupsOf(payers)).toEqual(expected);
  });

  it('stay apart when one wallet was paid by members of both', () => {
    expect(
      groupsOf([
        ['a', ['x']],
        ['b', ['y']],
        ['bait', ['a', 'b']],
      ]),
    ).toEqual(['a bait', 'b']);
  });

  it('are found in a moment for ten thousand payers, each funded by the one before', () => {
    const chain = Array.from({ length: 10_000 }, (_, n) => [String(n), [String(n - 1)]] as const);

    expect(groupsOf(chain)).toHaveLength(1);
  });
});
