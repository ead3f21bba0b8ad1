import { costOfOne, costOfSeveral, costWithWorth, freeCost } from '#texts/cost.ts';
import { type CallPrice, costOf } from './cost-of-calls.ts';
import type { Peg } from '../domain/asset.ts';
import { amountInUnits } from './exact-amount.ts';
import { amountIn, groupThousands } from '../texts/formats.ts';

/** The price of a call with everything that a sentence about it needs. The calculator of a page receives it as JSON. */
export interface SpokenPrice extends CallPrice {
  readonly currency: string;
  /** Null for a token whose peg is not known. */
  readonly peg: Peg | null;
}

/** What this many calls cost, in the token and in words: `10 USDC, or 10 US dollars`. */
export function costWords(calls: bigint, spoken: SpokenPrice): string {
  const { currency, peg } = spoken;
  const cost = costOf(calls, spoken);
  if (cost === '0') return freeCost;

  const amount = amountIn(currency, cost);
  return peg === null ? amount : costWithWorth({ amount, worth: amountInUnits(cost, peg) });
}

/** The answer of the calculator. */
export function costSentence(calls: bigint, spoken: SpokenPrice): string {
  const words = costWords(calls, spoken);

  return calls === 1n
    ? costOfOne({ cost: words })
    : costOfSeveral({ calls: groupThousands(String(calls)), cost: words });
}
