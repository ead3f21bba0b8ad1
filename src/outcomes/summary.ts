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
  /** Fewer payments, or fewer clusters, say nothing. */
  fewestPayments: 5,
  fewestClusters: 3,
  /** The most that one cluster weighs, in payments. */
  mostOfCluster: 3,
  /** Of the normal distribution, for 95 %. */
  z: 1.96,
  /** A service delivers from this share on, if its lower bound is above `even`; it fails if its upper bound is below `even`. */
  good: 0.9,
  even: 0.5,
  /** A cluster dissents whose share differs by more from that of all others. */
  dissent: 0.5,
} as const;

/** A payment with what its payer says of it. */
export interface CountedPayment extends TiedPayer {
  readonly result: PaymentResult;
  /** In units of the currency. */
  readonly amount: number;
  /** ISO 8601. */
  readonly at: string;
}

/** Sums of weights, one for a usual payment. */
interface Tally {
  readonly payments: number;
  readonly delivered: number;
  readonly disputed: number;
  readonly weight: number;
}

type Weighed = readonly { readonly cluster: string; readonly tally: Tally }[];

export function summarize(payments: readonly CountedPayment[]): OutcomeSummary {
  if (payments.length === 0) return noOutcomes;

  const clusters = weighed(payments);
  const verdict = verdictOf(clusters);
  const countOf = (result: PaymentResult): number => payments.filter((each) => each.result === result).length;
  const lastAt = payments.reduce((last, { at }) => (at > last ? at : last), '');
  return {
    payments: payments.length,
    payers: new Set(payments.map(({ payer }) => payer)).size,
    clusters: clusters.length,
    delivered: verdict === 'too_few' ? null : rounded(intervalOf(sumOf(clusters))),
    verdict,
    results: { delivered: countOf('delivered'), failed: countOf('failed'), disputed: countOf('disputed') },
    lastAt,
  };
}

/**
 * No verdict rests on one cluster: where one dissents from all others, the verdict of the others stands, also if they are too few to say anything.
 */
function verdictOf(clusters: Weighed): OutcomeVerdict {
  const whole = rawVerdict(clusters);
  const dissenter = dissenterAmong(clusters);
  if (whole === 'too_few' || dissenter === undefined) return whole;

  return rawVerdict(clusters.filter(({ cluster }) => cluster !== dissenter));
}

function rawVerdict(clusters: Weighed): OutcomeVerdict {
  const total = sumOf(clusters);
  const { fewestPayments, fewestClusters, good, even } = constants;
  if (total.payments < fewestPayments || clusters.length < fewestClusters) return 'too_few';

  const { share, low, high } = intervalOf(total);
  if (share >= good && low > even) return 'delivers';
  return high < even ? 'fails' : 'mixed';
}

/** The cluster that differs most from all others, weighed by what it weighs; undefined where none differs by much. */
function dissenterAmong(clusters: Weighed): string | undefined {
  const all = sumOf(clusters);
  let found: string | undefined;
  let most = 0;
  for (const { cluster, tally } of clusters) {
    const difference = Math.abs(shareOf(tally) - shareOf(without(all, tally)));
    const strength = difference * tally.weight;
    if (difference > constants.dissent && strength > most) [found, most] = [cluster, strength];
  }
  return found;
}

/** A payment that is smaller than usual weighs less, and a cluster weighs no more than some payments, however many it made. */
function weighed(payments: readonly CountedPayment[]): Weighed {
  const nameOf = clusterOf(payments);
  const byCluster = [...Map.groupBy(payments, ({ payer }) => nameOf(payer))];
  const usual = median(byCluster.map(([, own]) => sum(own, ({ amount }) => amount) / own.length));
  const weightOf = ({ amount }: CountedPayment): number => (usual > 0 ? Math.min(1, amount / usual) : 1);

  return byCluster.map(([cluster, own]) => {
    const weight = sum(own, weightOf);
    const scale = weight > constants.mostOfCluster ? constants.mostOfCluster / weight : 1;
    const of = (result: PaymentResult): number =>
      scale * sum(own, (each) => (each.result === result ? weightOf(each) : 0));
    const tally = { delivered: of('delivered'), disputed: of('disputed'), weight: scale * weight };
    return { cluster, tally: { payments: own.length, ...tally } };
  });
}

function sumOf(clusters: Weighed): Tally {
  const of = (member: keyof Tally): number => sum(clusters, ({ tally }) => tally[member]);

  return {
    payments: of('payments'),
    delivered: of('delivered'),
    disputed: of('disputed'),
    weight: of('weight'),
  };
}

function without(all: Tally, part: Tally): Tally {
  return {
    payments: all.payments - part.payments,
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
    low: wilson(delivered / weight, weight, -1),
    high: wilson((delivered + disputed) / weight, weight, 1),
  };
}

/** A bound of the Wilson score interval for a share of `n`. */
function wilson(share: number, n: number, side: 1 | -1): number {
  const { z } = constants;
  const spread = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const bound = (share + (z * z) / (2 * n) + side * spread) / (1 + (z * z) / n);

  return Math.min(1, Math.max(0, bound));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;

  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2;
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** Sums of fractions differ in their last digits by the order of their parts. */
function rounded(interval: { share: number; low: number; high: number }): OutcomeSummary['delivered'] {
  const round = (value: number): number => Math.round(value * 1e4) / 1e4;

  return { share: round(interval.share), low: round(interval.low), high: round(interval.high) };
}
