import type { TermsPeriod } from '../domain/payments.ts';
import type { Settlement } from '../domain/settlement.ts';

/**
 * The services that a payment may belong to, sorted: those that asked for its amount at its time. When there are none, those whose
 * owners ask for it now, since a wallet is paid before it is listed, too. `periods` are those of the paid account.
 */
export function servicesPaidBy(
  { units, at }: Pick<Settlement, 'units' | 'at'>,
  periods: readonly TermsPeriod[],
): string[] {
  const matching = periods.filter((period) =>
    period.isLimit ? units <= period.units : units === period.units,
  );
  const then = matching.filter(({ since, until }) => since <= at && (until === null || at <= until));
  const now = matching.filter(({ source, until }) => source === 'declared' && until === null);
  const services = (then.length > 0 ? then : now).map(({ serviceId }) => serviceId);

  return [...new Set(services)].sort();
}
