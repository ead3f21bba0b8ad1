import type { Standing } from '../domain/standing.ts';
import { isCompared } from '../domain/verdict.ts';
import { perChange } from './varying.ts';

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
