import { dayMs } from '../domain/duration.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { TermsPeriod } from '../domain/payments.ts';
import type { Settlement } from '../domain/settlement.ts';
import { isIn, servicesPaidBy } from '../payments/attribution.ts';

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
  /** Whether the service declares that its price varies without a limit, so that no amount is too much. */
  readonly isWithoutLimit?: boolean;
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

/** Whether a service asked for this payment, which is never one of nothing: below a limit, that would be a vote for free. */
function isAsked(settlement: Settlement, asked: Asked): boolean {
  if (settlement.units === 0n) return false;

  const paid = servicesPaidBy(settlement, asked.periods);
  return paid.length > 0 ? paid.includes(asked.serviceId) : isOvercharge(settlement, asked);
}

/**
 * Whether a payment that no service asked for, which could be paid at the same wallet, is more than this one asked at its time: a former price
 * says nothing of a dearer one. Where nothing is on file of that time, what it declares now counts.
 */
function isOvercharge(
  { units, at }: Settlement,
  { serviceId, outcome, periods, isWithoutLimit = false }: Asked,
): boolean {
  if (outcome !== 'overcharged' || isWithoutLimit) return false;

  const own = periods.filter((period) => period.serviceId === serviceId);
  const then = own.filter((period) => isIn(period, at));
  const now = own.filter(({ source, until }) => source === 'declared' && until === null);
  return (then.length > 0 ? then : now).some((asked) => units > asked.units);
}
