import type { Buyers } from '../domain/facts.ts';
import { type TrustFinding, type TrustFlaw, trustRules, type TrustStep } from '../verification/trust.ts';
import { windowDays } from '../verification/uptime.ts';

/** The numbers that texts about trust scores name. */
export const trustNumbers = { ...trustRules, windowDays };

/** What a part of a trust score is based on, in words. Sums are in `currency`. */
export function trustEvidence(found: TrustFinding, currency: string): string {
  switch (found.name) {
    case 'terms':
      return `${String(found.verified)} of ${String(found.ok)} answered checks showed the declared terms${flawText(found.flaw)}`;
    case 'availability':
      return `${String(found.ok)} of ${String(found.checks)} checks in ${String(found.days)} days were answered${flawText(found.flaw)}`;
    case 'latency':
      return found.averageMs === null
        ? 'no check was answered'
        : `answers took ${String(found.averageMs)} ms on average`;
    case 'age':
      return ageText(found);
    case 'buyers':
      return found.buyers === null ? uncounted(found.isShared) : buyersText(found.buyers, currency);
  }
}

/** What would raise a trust score, in words. */
export function trustStep({ name, flaw }: Pick<TrustStep, 'name' | 'flaw'>, currency: string): string {
  if (flaw !== null) return mended[flaw];

  return name === 'buyers' ? `one more wallet that the seller did not fund pays 1 ${currency}` : steps[name];
}

function ageText({ days, checks, verified }: TrustFinding & { readonly name: 'age' }): string {
  if (checks === 0) return 'no check was made';
  if (days === null) {
    return 'it does not ask for payment to the declared wallet, on the declared network and in the declared token';
  }

  return `the same wallet, network and token for ${daysText(days)}; ${String(verified)} of ${String(checks)} checks were answered with the declared terms`;
}

const flaws: Readonly<Record<TrustFlaw, string>> = {
  elsewhere: 'the last one showed another wallet, network or token',
  gone: 'it no longer answers',
};

const mended: Readonly<Record<TrustFlaw, string>> = {
  elsewhere:
    'it asks for payment to the declared wallet, on the declared network and in the declared token again',
  gone: 'it answers again',
};

const steps = {
  terms: 'every answered check shows the declared terms',
  availability: 'every check is answered',
  latency: `answers take ${String(trustRules.quickMs)} ms or less`,
  age: `wallet, network and token stay the same for ${String(trustRules.stepDays)} more days`,
};

function flawText(flaw: TrustFlaw | null): string {
  return flaw === null ? '' : `; ${flaws[flaw]}`;
}

function daysText(days: number): string {
  if (days === 0) return 'less than a day';

  return days === 1 ? '1 day' : `${String(days)} days`;
}

function uncounted(isShared: boolean): string {
  return isShared ? 'all payments are those of a shared wallet' : 'payments are not counted';
}

function buyersText({ wallets, paid, funded, unknown }: Buyers, currency: string): string {
  const sum =
    wallets === 0
      ? 'no wallet counts as a buyer yet'
      : `${walletsText(wallets)} paid ${String(paid)} ${currency} in all`;
  const others = [
    ...(funded > 0 ? [`${walletsText(funded)} ${funded === 1 ? 'was' : 'were'} funded by the seller`] : []),
    ...(unknown > 0 ? [`who funded ${walletsText(unknown)} is not known`] : []),
  ];

  return [sum, ...others].join('; ');
}

function walletsText(count: number): string {
  return `${String(count)} ${count === 1 ? 'wallet' : 'wallets'}`;
}
