import type { TermsPeriod } from '../domain/payments.ts';
import { blockSpanMs, type Settlement } from '../domain/settlement.ts';

/**
 * The services that a payment may belong to, sorted: those that asked for exactly its amount at its time; else those whose limit at that time
 * it does not exceed; else those whose owners ask for it now, since a wallet is paid before it is listed, too. `periods` are those of the
 * paid account.
 */
export function servicesPaidBy(
  { units, at }: Pick<Settlement, 'units' | 'at'>,
  periods: readonly TermsPeriod[],
): string[] {
  const then = periods.filter((period) => isIn(period, at));
  const ways = [
    then.filter((period) => !period.isLimit && period.units === units),
    then.filter((period) => period.isLimit && period.units >= units),
    periods.filter(
      ({ source, until, units: asked }) => source === 'declared' && until === null && asked === units,
    ),
  ];
  const matching = ways.find((way) => way.length > 0) ?? [];

  return [...new Set(matching.map(({ serviceId }) => serviceId))].sort();
}

/** Whether terms were asked at a time. A declaration ends when the next one begins. What checks saw may have ended at any time between two of them. */
export function isIn({ source, since, until }: TermsPeriod, at: Date): boolean {
  if (at.getTime() + blockSpanMs < since.getTime()) return false;

  return until === null || (source === 'declared' ? at < until : at <= until);
}
