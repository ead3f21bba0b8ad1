import type { CheckDay } from '../domain/check.ts';

/** What a day's checks say about a service. Blocked ones, and those that compared nothing, say nothing. */
export type DayState = 'verified' | 'differs' | 'down' | 'unknown';

type Counts = Pick<CheckDay, 'checks' | 'ok' | 'verified' | 'unread'>;

/** The state of a day: down only when no check was answered, since the uptime tells the rest. */
export function dayStateOf({ checks, ok, verified, unread }: Counts): DayState {
  if (checks === 0) return 'unknown';
  if (ok === 0) return 'down';
  if (ok === unread) return 'unknown';

  return verified === ok - unread ? 'verified' : 'differs';
}
