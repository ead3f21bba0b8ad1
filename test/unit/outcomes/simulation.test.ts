import { describe, expect, it } from 'vitest';
import type { OutcomeVerdict } from '../../../src/domain/outcome.ts';
import { type CountedPayment, summarize } from '../../../src/outcomes/summary.ts';
import { aCounted } from '../../fixtures/outcomes.ts';

const seeds = Array.from({ length: 200 }, (_, seed) => seed + 1);

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed * 7919;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Crowd {
  /** The true share of payments that bring what was paid for. */
  readonly share: number;
  readonly payments: number;
  readonly mistaken?: number;
  /** The share of clusters that always deny. */
  readonly liars?: number;
}

/** Buyers in clusters of different sizes, with one or two wallets, who pay different amounts. */
function buyers(
  random: () => number,
  { share, payments, mistaken = 0.02, liars = 0 }: Crowd,
): CountedPayment[] {
  const made: CountedPayment[] = [];
  const maxOfOne = Math.min(20, payments / 3);
  for (let cluster = 0; made.length < payments; cluster += 1) {
    const [size, lies] = [1 + Math.floor(random() * random() * maxOfOne), random() < liars];
    for (let i = 0; i < size && made.length < payments; i += 1) {
      const isDelivered = random() < share !== random() < mistaken && !lies;
      const payer = `buyer ${String(cluster)} ${random() < 0.5 ? 'a' : 'b'}`;
      const amount = [0.001, 0.01, 0.05][Math.floor(random() * 3)] ?? 0.01;
      const funders = [`funder ${String(cluster)}`];
      made.push(aCounted(payer, isDelivered ? 'delivered' : 'failed', { funders, amount }));
    }
  }
  return made;
}

/** Wallets that one wallet funded, through one more each if `hops` is 2, or without a trace if it is 3. */
function wallets(
  count: number,
  hops: 1 | 2 | 3,
  result: CountedPayment['result'],
  each = 1,
): CountedPayment[] {
  return Array.from({ length: count }, (_, n) => {
    const middle = `middle ${result} ${String(n)}`;
    const funders = { 1: ['master'], 2: [middle, 'master'], 3: [middle, `far ${String(n)}`] }[hops];
    return Array.from({ length: each }, () => aCounted(`wallet ${result} ${String(n)}`, result, { funders }));
  }).flat();
}

/** Verdicts that differ with these payments added, of all seeds. */
function movedBy(
  crowd: (random: () => number) => Crowd,
  added: readonly CountedPayment[],
): OutcomeVerdict[][] {
  return seeds.flatMap((seed) => {
    const random = randomFrom(seed);
    const honest = buyers(random, crowd(random));
    const verdicts = [honest, [...honest, ...added]].map((payments) => summarize(payments).verdict);
    return verdicts[0] === verdicts[1] ? [] : [verdicts];
  });
}

describe('the true share of what is delivered', () => {
  it.each([
    [5, 0],
    [12, 0],
    [40, 0],
    [150, 0],
    [12, 0.03],
    [40, 0.03],
    [150, 0.03],
    [400, 0.03],
  ])(
    'lies in the interval in 95 %% of the runs, of %i payments with a share of %d lying clusters',
    (payments, liars) => {
      const hits = seeds.filter((seed) => {
        const random = randomFrom(seed);
        const share = 0.2 + 0.1 * Math.floor(random() * 9);
        const { delivered } = summarize(buyers(random, { share, payments, liars }));
        return delivered === null || (delivered.low <= share + 1e-9 && share <= delivered.high + 1e-9);
      });

      expect(hits.length / seeds.length).toBeGreaterThanOrEqual(0.95);
    },
  );
});

/** Whether buyers who are never mistaken, or as many as usual, are counted. */
const truthful = [
  ['buyers who are never mistaken', 0, 0],
  ['buyers of whom 2 % are mistaken, but for one run', 0.02, 1],
] as const;

describe.each(truthful)('no verdict of %s moves', (_, mistaken, most) => {
  it.each([5, 12, 40])(
    'when 50 wallets of one funder slander an honest seller with %i payments',
    (payments) => {
      for (const hops of [1, 2] as const) {
        const moved = movedBy(() => ({ share: 1, payments, mistaken }), wallets(50, hops, 'failed', 3));
        expect(moved.length).toBeLessThanOrEqual(most);
      }
    },
  );

  it.each([5, 12, 40])(
    'when a seller praises itself by one funder after it failed %i payments',
    (payments) => {
      for (const hops of [1, 2] as const) {
        const moved = movedBy(() => ({ share: 0, payments, mistaken }), wallets(100, hops, 'delivered', 5));
        expect(moved.length).toBeLessThanOrEqual(most);
      }
    },
  );
});

describe('two honest buyers', () => {
  it('are not outvoted by twenty adversaries of one funder, nor by 500 payments of theirs', () => {
    const honest = ['a', 'b'].flatMap((payer) => [1, 2, 3].map(() => aCounted(payer, 'delivered')));

    expect(summarize(honest).verdict).toBe('too_few');
    expect(summarize([...honest, ...wallets(20, 1, 'failed')]).verdict).toBe('too_few');
    expect(summarize([...honest, ...wallets(20, 1, 'failed', 25)]).verdict).toBe('too_few');
  });
});

describe('what the rules cannot see', () => {
  /** The fewest wallets that turn a verdict, each with three payments, funded by three hops. */
  const fewest = (
    honest: readonly CountedPayment[],
    result: 'delivered' | 'failed',
    wanted: OutcomeVerdict,
  ): number => {
    const counts = Array.from({ length: 200 }, (_, n) => n);
    return (
      counts.find((count) => summarize([...honest, ...wallets(count, 3, result, 3)]).verdict === wanted) ??
      Infinity
    );
  };
  const all = (count: number, result: CountedPayment['result']): CountedPayment[] =>
    Array.from({ length: count }, (_, n) => aCounted(`honest ${String(n)}`, result));

  // docs/outcomes.md tells what these cost.
  it.each([
    [0, 'delivers', 3],
    [5, 'mixed', 2],
    [5, 'delivers', 12],
    [40, 'mixed', 8],
    [40, 'delivers', 117],
  ] as const)(
    'turns a seller that failed %i buyers to %s with %i groups of wallets of its own',
    (count, wanted, groups) => {
      expect(fewest(all(count, 'failed'), 'delivered', wanted)).toBe(groups);
    },
  );

  it.each([
    [0, 'fails', 3],
    [5, 'mixed', 2],
    [5, 'fails', 5],
    [40, 'mixed', 3],
    [40, 'fails', 24],
  ] as const)(
    'turns a seller that served %i buyers to %s with %i groups of wallets',
    (count, wanted, groups) => {
      expect(fewest(all(count, 'delivered'), 'failed', wanted)).toBe(groups);
    },
  );
});
