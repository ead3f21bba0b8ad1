import { type CallPrice, costOf } from './cost-of-calls.ts';
import type { MoneyUnits } from '#texts/money.ts';
import { amountInUnits } from './exact-amount.ts';
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
  if (cost === '0') return 'nothing';

  const amount = amountIn(currency, cost);
  return units === null ? amount : `${amount}, or ${amountInUnits(cost, units)}`;
}

/** The answer of the calculator. */
export function costSentence(calls: bigint, spoken: SpokenPrice): string {
  const number = groupThousands(String(calls));
  const words = costWords(calls, spoken);

  return calls === 1n ? `1 call costs ${words}.` : `${number} calls cost ${words}.`;
}

/** Where a text is no number of calls. */
export const callsWanted = 'Enter a whole number of calls up to 1 trillion, like 1000, 1,000 or 1k.';

export function freeQuotaSentence(freeQuota: number): string {
  return freeQuota === 1
    ? 'The first call is free, as its owner declares.'
    : `The first ${groupThousands(freeQuota)} calls are free, as its owner declares.`;
}
