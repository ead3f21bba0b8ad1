import { freeQuotaSentence } from '#texts/price-card.ts';
import { pegOf } from '../domain/asset.ts';
import type { Amount } from '../domain/effective-terms.ts';
import type { CallPrice } from './cost-of-calls.ts';
import { costSentence, costWords, type SpokenPrice } from './cost-words.ts';
import { groupThousands } from '../texts/formats.ts';
import { isFree } from './price-words.ts';

/** What calls of a service cost. */
export interface CostOfCalls {
  readonly rows: readonly { readonly calls: string; readonly cost: string }[];
  /** What the calculator shows at first. */
  readonly first: { readonly calls: string; readonly sentence: string };
  /** What is said of free calls; null where none are declared. */
  readonly free: string | null;
  /** What the calculator has to know. */
  readonly spoken: SpokenPrice;
}

const counts = [1n, 1_000n, 1_000_000n];
const firstCount = 10_000n;

/** Null for a service that is free anyway. */
export function costOfCalls(
  { price, currency }: Amount,
  freeQuota: CallPrice['freeQuota'] = 0,
): CostOfCalls | null {
  if (isFree(price)) return null;

  const spoken = { price, freeQuota, currency, peg: pegOf(currency) ?? null };
  return {
    rows: counts.map((calls) => ({ calls: numberText(calls), cost: costWords(calls, spoken) })),
    first: { calls: numberText(firstCount), sentence: costSentence(firstCount, spoken) },
    free: freeQuota === 0 ? null : freeQuotaSentence({ freeQuota }),
    spoken,
  };
}

function numberText(calls: bigint): string {
  return groupThousands(String(calls));
}
