import type { PaymentFlag } from '../domain/facts.ts';
import type { TrustFinding } from '../verification/trust.ts';

/** What a part of a trust score is based on, in words. */
export function trustEvidence(found: TrustFinding): string {
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
      return found.unchangedDays === null
        ? 'no terms were read'
        : `the live terms have not changed for ${String(found.unchangedDays)} days`;
    case 'buyers':
      return buyersText(found);
  }
}

const flaws = {
  elsewhere: 'the last one showed another wallet, network or token',
  gone: 'it no longer answers',
};

function flawText(flaw: keyof typeof flaws | null): string {
  return flaw === null ? '' : `; ${flaws[flaw]}`;
}

function buyersText({ wallets, isShared, leftOut }: TrustFinding & { readonly name: 'buyers' }): string {
  if (wallets === null) {
    return isShared ? 'all payments are those of a shared wallet' : 'payments are not counted';
  }

  const others = leftOut.map((flag) => doubtful[flag]).join(' and ');
  return `${String(wallets)} ${wallets === 1 ? 'wallet' : 'wallets'} paid${others && `, not counting ${others}`}`;
}

const doubtful: Readonly<Record<PaymentFlag, string>> = {
  self_payments: 'its own',
  single_payer: 'one that made more than 90 % of the payments',
};
