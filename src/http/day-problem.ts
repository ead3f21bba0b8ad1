import type { QuotaLeft } from '../domain/quota-left.ts';
import type { DayLimit } from '../live/day-limits.ts';
import type { Problem } from '../views/problem.ts';

/** The refusal of what would be more than an address may make within a day. */
export function dayProblem(limit: DayLimit, { most, retryAfterSeconds }: QuotaLeft): Problem {
  return {
    code: 'too_many_requests',
    detail: `Your address made ${String(most)} ${limit} within 24 hours, as many as it may. It may make another in ${String(retryAfterSeconds)} seconds. The operator of this catalog gives keys without this limit.`,
    retryAfterSeconds,
  };
}
