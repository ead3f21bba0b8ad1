import {
  noOutcomes,
  type OutcomeSummary,
  type OutcomeVerdict,
  type PaymentResult,
} from '../domain/outcome.ts';
import { clusterOf, type TiedPayer } from './clusters.ts';

/**
 * The rules `outcomes/1`, as one pure function: from the same statements, anybody computes the same summary. Its constants and what it costs to
 * mislead it stand in docs/outcomes.md.
 */
export const constants = {
  /** Payments that were made so long before the newest one count no more. */
  windowDays: 90,
  /** Fewer payments by their weight, or fewer clusters, say nothing. */
  fewestPayments: 5,
  fewestClusters: 3,
  /** The most that one cluster weighs, in payments. */
  maxOfCluster: 3,
  /** A payment is small when it is smaller than those of all but this share of the clusters. */
  small: 0.25,
  /** When so many clusters deny the receipts of a seller, these are not believed. */
  denying: 3,
  /** Of the normal distribution, for 95 %. */
  z: 1.96,
  /** The share of statements that may be mistaken or lies: the bounds lie farther apart by it, on both sides. */
  untrue: 0.05,
  /** A service delivers from this share on, if its lower bound is above `even`; it fails if its upper bound is below `even`. */
  good: 0.9,
  even: 0.5,
  /** A cluster dissents whose share differs by more from that of all others. */
  dissent: 0.5,
} as const;

export interface CountedPayment extends TiedPayer {
  readonly result: PaymentResult;
  readonly currency: string;
  /** In units of the currency. */
  readonly amount: number;
  /** ISO 8601. */
  readonly at: string;
}

/** Sums of weights, one for a usual payment. */
interface Tally {
  readonly delivered: number;
  readonly disputed: number;
  readonly weight: number;
}

type Cluster = readonly CountedPayment[];

export function summarize(payments: readonly CountedPayment[]): OutcomeSummary {
  if (payments.length === 0) return noOutcomes;

  const nameOf = clusterOf(payments);
  const clusters = [...Map.groupBy(payments, ({ payer }) => nameOf(payer)).values()];
  const verdict = verdictOf(clusters);
  const countOf = (result: PaymentResult): number => payments.filter((each) => each.result === result).length;
  const lastAt = payments.reduce((last, { at }) => (at > last ? at : last), '');
  return {
    payments: payments.length,
    payers: new Set(payments.map(({ payer }) => payer)).size,
    clusters: clusters.length,
    delivered: verdict === 'too_few' ? null : rounded(intervalOf(sumOf(weighed(clusters)))),
    verdict,
    results: { delivered: countOf('delivered'), failed: countOf('failed'), disputed: countOf('disputed') },
    lastAt,
  };
}

/**
 * No verdict rests on one cluster, or on one mistake: of the clusters that dissent from all others, the strongest one and the strongest one of those
 * with a single payment are not heard, also if the others are too few to say anything.
 */
function verdictOf(clusters: readonly Cluster[]): OutcomeVerdict {
  const whole = rawVerdict(clusters);
  if (whole === 'too_few') return whole;

  return rawVerdict(withoutDissenter(withoutDissenter(clusters, 'crowd'), 'single'));
}

function rawVerdict(clusters: readonly Cluster[]): OutcomeVerdict {
  const total = sumOf(weighed(clusters));
  const { fewestPayments, fewestClusters, good, even } = constants;
  if (total.weight < fewestPayments - rounding || clusters.length < fewestClusters) return 'too_few';

  const { share, low, high } = intervalOf(total);
  if (share >= good && low > even) return 'delivers';
  return high < even ? 'fails' : 'mixed';
}

/** All clusters but the one that differs most from all others, weighed by what it weighs; all where none of at most this weight differs by much. */
function withoutDissenter(clusters: readonly Cluster[], kind: 'crowd' | 'single'): readonly Cluster[] {
  const tallies = weighed(clusters);
  const all = sumOf(tallies);
  let found: Cluster | undefined;
  let most = 0;
  for (const [i, tally] of tallies.entries()) {
    const difference = Math.abs(shareOf(tally) - shareOf(without(all, tally)));
    const strength = difference * tally.weight;
    const dissents = difference > constants.dissent && (kind === 'single') === tally.weight <= 1;
    if (dissents && strength > most) [found, most] = [clusters[i], strength];
  }
  return clusters.filter((cluster) => cluster !== found);
}

/**
 * What each cluster says. A small payment weighs less, and a cluster weighs no more than some payments, however many it made. A seller may sign
 * receipts for everything: where several clusters deny them, its word counts nothing.
 */
function weighed(clusters: readonly Cluster[]): Tally[] {
  const usual = usualAmounts(clusters);
  const tallies = clusters.map((own) => tallyOf(own, usual));
  const isDenied = tallies.filter(({ disputed }) => disputed > 0).length >= constants.denying;

  return isDenied ? tallies.map((tally) => ({ ...tally, disputed: 0 })) : tallies;
}

function tallyOf(own: Cluster, usual: ReadonlyMap<string, number>): Tally {
  const weightOf = ({ amount, currency }: CountedPayment): number => {
    const least = usual.get(currency) ?? 0;
    return least > 0 ? Math.min(1, amount / least) : 1;
  };
  const weight = sum(own, weightOf);
  const scale = weight > constants.maxOfCluster ? constants.maxOfCluster / weight : 1;
  const of = (result: PaymentResult): number =>
    scale * sum(own, (each) => (each.result === result ? weightOf(each) : 0));

  return { delivered: of('delivered'), disputed: of('disputed'), weight: scale * weight };
}

/**
 * By currency, the amount from which on a payment is not small. A low quantile: who wants the payments of others to weigh nothing has to have most
 * of the clusters, which decide anyway.
 */
function usualAmounts(clusters: readonly Cluster[]): ReadonlyMap<string, number> {
  const means = clusters.flatMap((own) =>
    [...Map.groupBy(own, ({ currency }) => currency)].map(([currency, same]) => {
      return { currency, amount: sum(same, ({ amount }) => amount) / same.length };
    }),
  );

  return new Map(
    [...Map.groupBy(means, ({ currency }) => currency)].map(([currency, same]) => {
      const sorted = same.map(({ amount }) => amount).sort((a, b) => a - b);
      return [currency, sorted[Math.floor(sorted.length * constants.small)] ?? 0];
    }),
  );
}

function sumOf(tallies: readonly Tally[]): Tally {
  const of = (member: keyof Tally): number => sum(tallies, (tally) => tally[member]);

  return { delivered: of('delivered'), disputed: of('disputed'), weight: of('weight') };
}

function without(all: Tally, part: Tally): Tally {
  return {
    delivered: all.delivered - part.delivered,
    disputed: all.disputed - part.disputed,
    weight: all.weight - part.weight,
  };
}

/** What is disputed counts half; the lower bound takes it as failed, and the upper one as delivered. */
function shareOf({ delivered, disputed, weight }: Tally): number {
  return weight <= 0 ? 0 : (delivered + disputed / 2) / weight;
}

function intervalOf(tally: Tally): { share: number; low: number; high: number } {
  const { delivered, disputed, weight } = tally;

  return {
    share: shareOf(tally),
    low: boundOf(delivered / weight, weight, -1),
    high: boundOf((delivered + disputed) / weight, weight, 1),
  };
}

/** A bound of the Wilson score interval for a share of `n`, moved by what may be untrue. */
function boundOf(share: number, n: number, side: 1 | -1): number {
  const { z, untrue } = constants;
  const spread = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const bound = (share + (z * z) / (2 * n) + side * spread) / (1 + (z * z) / n) + side * untrue;

  return Math.min(1, Math.max(0, bound));
}

/** What sums of fractions may lack. */
const rounding = 1e-9;

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** Sums of fractions differ in their last digits by the order of their parts. */
function rounded(interval: { share: number; low: number; high: number }): OutcomeSummary['delivered'] {
  const round = (value: number): number => Math.round(value * 1e4) / 1e4;

  return { share: round(interval.share), low: round(interval.low), high: round(interval.high) };
}
