import { dayMs } from '../domain/duration.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { TermsPeriod } from '../domain/payments.ts';
import type { Settlement } from '../domain/settlement.ts';
import { servicesPaidBy } from '../payments/attribution.ts';

/** Payments from before are stated too late. */
export const maxAgeDays = 30;

/** Why a statement is refused. */
export const outcomeFaults = [
  'tx_not_found',
  'tx_not_to_seller',
  'amount_not_asked',
  'payer_is_payee',
  'payer_funded_by_payee',
  'too_old',
  'signature_not_payers',
  'receipt_not_sellers',
] as const;
export type OutcomeFault = (typeof outcomeFaults)[number];

/** What a payment is judged by. */
export interface Asked {
  readonly serviceId: string;
  readonly outcome: Outcome;
  /** What is and was asked to be paid into the wallet that was paid. */
  readonly periods: readonly TermsPeriod[];
  /** The wallets that the service is or was paid at, and those of its owner. */
  readonly sellers: ReadonlySet<string>;
  readonly now: Date;
}

/** Why nothing can be stated about a payment to a wallet of the service; undefined when it can. */
export function faultOf(settlement: Settlement, asked: Asked): OutcomeFault | undefined {
  const { sellers, now } = asked;
  if (now.getTime() - settlement.at.getTime() > maxAgeDays * dayMs) return 'too_old';
  if (sellers.has(settlement.payer)) return 'payer_is_payee';

  return isAsked(settlement, asked) ? undefined : 'amount_not_asked';
}

/**
 * Whether a service asked for this payment, which is never one of nothing: below a limit, that would be a vote for free. Who was overcharged paid more than that: then no other service may have asked for as much, since it
 * could be paid at the same wallet.
 */
function isAsked(settlement: Settlement, { serviceId, outcome, periods }: Asked): boolean {
  if (settlement.units === 0n) return false;

  const paid = servicesPaidBy(settlement, periods);
  if (paid.includes(serviceId) || outcome !== 'overcharged') return paid.includes(serviceId);

  const own = periods.filter((period) => period.serviceId === serviceId);
  return paid.length === 0 && own.some(({ units }) => settlement.units > units);
}
