import type { Check } from '../domain/check.ts';
import type { PaymentTerms } from '../domain/payment-terms.ts';
import { type Standing, steady, still, type Turnover, type Varying } from '../domain/standing.ts';
import { isCompared, type Verdict } from '../domain/verdict.ts';
import { termsIn } from './terms.ts';

/** What a change adds to the level of a term, where a check that reads the same takes one away. */
const perChange = 2;

/** Three changes in a row make a term one that changes with each request. It stays one until 6 to 12 checks in a row read the same. */
const varyingFrom = 3 * perChange;
const highest = 2 * varyingFrom;

/**
 * How restless the live terms are after one more check. Only terms that differ from the declared ones count, and the way back from these:
 * whatever else a 402 offers may change, and does not concern a buyer of the declared terms.
 */
export function varyingAfter({ varying, termsKey, verdict: previous }: Standing, check: Check): Varying {
  const before = termsKey === null ? undefined : termsIn(termsKey);
  if (!before || check.terms.length === 0) return varying;

  const { verdict, terms } = check;
  const isOther = (mismatch: Verdict, valuesOf: (terms: readonly PaymentTerms[]) => string): boolean =>
    [previous, verdict].includes(mismatch) && valuesOf(before) !== valuesOf(terms);
  const wallet = after(varying.wallet, isOther('payto_mismatch', walletsIn), check.at);
  const price = after(varying.price, isOther('price_mismatch', amountsIn), check.at);
  return isStill(wallet) && isStill(price) ? steady : { wallet, price };
}

function after({ level, since }: Turnover, isOther: boolean, at: Date): Turnover {
  const next = isOther ? Math.min(level + perChange, highest) : Math.max(level - 1, 0);
  if (next === 0) return still;

  return { level: next, since: since ?? (next >= varyingFrom ? at.getTime() : null) };
}

function isStill({ level }: Turnover): boolean {
  return level === 0;
}

function walletsIn(terms: readonly PaymentTerms[]): string {
  return listed(terms.map(({ network, payTo }) => `${network} ${payTo}`));
}

function amountsIn(terms: readonly PaymentTerms[]): string {
  return listed(terms.map(({ network, asset, amount }) => `${network} ${asset} ${amount}`));
}

function listed(values: readonly string[]): string {
  return [...new Set(values)].sort().join('\n');
}

/**
 * Whether what the last check found has lasted, so that the feed reports it: terms other than the declared ones once two checks have read
 * the same, the declared ones at once, both later where they changed before that, a failure once the service is inactive. What changes with each
 * request lasts in that.
 */
export function isSettled({ verdict, checkedAt, termsSince, failures, status, varying }: Standing): boolean {
  if (failures > 0) return status === 'inactive';
  if (verdict === null || !isCompared(verdict)) return true;
  if (varying.wallet.since !== null || varying.price.since !== null) return true;

  const isNew = (termsSince?.getTime() ?? 0) >= (checkedAt?.getTime() ?? 0);
  if (isNew && verdict !== 'verified') return false;

  const level = Math.max(varying.wallet.level, varying.price.level);
  return level <= (isNew ? perChange : perChange - 1);
}
