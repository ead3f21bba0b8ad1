import type { Standing } from '../domain/standing.ts';
import { isCompared } from '../domain/verdict.ts';

/**
 * Whether what the last check found has lasted, so that readers are to be told of it: terms other than the declared ones once two checks have read
 * the same, a failure once the service is inactive. What changes with each request lasts in that.
 */
export function isSettled({ verdict, checkedAt, termsSince, failures, status, varying }: Standing): boolean {
  if (failures > 0) return status === 'inactive';
  if (verdict === null || verdict === 'verified' || !isCompared(verdict)) return true;
  if (varying.wallet.since !== null || varying.price.since !== null) return true;

  return (termsSince?.getTime() ?? 0) < (checkedAt?.getTime() ?? 0);
}
