import { costOfOne, costOfSeveral, costWithWorth, freeCost } from '#texts/cost.ts';
import { type CallPrice, costOf } from './cost-of-calls.ts';
import { amountInUnits, type MoneyUnits } from './exact-amount.ts';
import { amountIn, groupThousands } from '../texts/formats.ts';

/** The price of a call with everything that a sentence about it needs. The calculator of a page receives it as JSON. */
export interface SpokenPrice extends CallPrice {
  readonly currency: string;
  /** Null for a token whose peg is not known. */
  readonly units: MoneyUnits | null;
}

/** What this many calls cost, in the token and in words: `10 USDC, or 10 US dollars`. */
export function costWords(calls: bigint, spoken: SpokenPrice): string {
  const { currency, units } = spoken;
  const cost = costOf(calls, spoken);
  if (cost === '0') return freeCost;

  const amount = amountIn(currency, cost);
  return units === null ? amount : costWithWorth(amount, amountInUnits(cost, units));
}

/** The answer of the calculator. */
export function costSentence(calls: bigint, spoken: SpokenPrice): string {
  const words = costWords(calls, spoken);

  return calls === 1n ? costOfOne(words) : costOfSeveral(groupThousands(String(calls)), words);
}
