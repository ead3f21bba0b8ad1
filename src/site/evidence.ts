import { checksInList, deliveredOf } from '#texts/list.ts';
import type { CheckWindow } from '../domain/check.ts';
import type { Entry } from '../domain/snapshot.ts';
import { uptimePercent } from '../verification/uptime.ts';
import type { KnownService } from '../views/known-service.ts';

/** How many days had checks in the last 30, how many checks, and how many of these were answered. */
export type CountedChecks = readonly [days: number, checks: number, ok: number];

/** How many payments delivered, of how many buyers speak, and whether that is a failure. */
export type StatedPayments = readonly [delivered: number, payments: number, fails: 0 | 1];

/** The first and the last day may be parts of days: from three on, one is whole. */
const daysWithWhole = 3;

/** Null where nothing was measured. */
export function countedChecks(entry: Entry, { uptime }: Pick<KnownService, 'uptime'>): CountedChecks | null {
  const { days, checks, ok }: CheckWindow = entry.observed.facts.window;

  return uptime === null ? null : [days, checks, ok];
}

/** Percent; null where nothing was measured. */
export function uptimeIn(counted: CountedChecks | null): number | null {
  return counted && uptimePercent({ checks: counted[1], ok: counted[2] });
}

/** Whether the checks cover a whole day, before which a percentage would promise too much. */
export function hasWholeDay(counted: CountedChecks | null): boolean {
  return counted !== null && counted[0] >= daysWithWhole;
}

/** `24 of 24 checks so far`, and from the first whole day on `99.5 % in 12 days`. Null where nothing was measured. */
export function checksLabel(counted: CountedChecks | null): string | null {
  if (counted === null) return null;

  const [days, checks, ok] = counted;
  const percent = uptimeIn(counted) ?? 0;
  return checksInList({ span: hasWholeDay(counted) ? 'days' : 'start', ok, checks, percent, days });
}

/** Null where no buyer says anything that counts. */
export function statedPayments({ outcomes }: Pick<KnownService, 'outcomes'>): StatedPayments | null {
  const { payments, results, verdict } = outcomes;

  return payments === 0 ? null : [results.delivered, payments, verdict === 'fails' ? 1 : 0];
}

/** What buyers say of a service in a list. */
export interface DeliveredLabel {
  /** `Delivered 41 of 43`. */
  readonly text: string;
  readonly fails: boolean;
}

/** Null where no buyer says anything that counts. */
export function deliveredLabel(stated: StatedPayments | null): DeliveredLabel | null {
  if (stated === null) return null;

  const [delivered, payments, fails] = stated;
  return { text: deliveredOf({ delivered, payments }), fails: fails === 1 };
}
