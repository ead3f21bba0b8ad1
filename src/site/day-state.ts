import type { CheckDay } from '../domain/check.ts';

/** What a day's checks say about a service. Blocked ones say nothing. */
export type DayState = 'verified' | 'differs' | 'down' | 'unknown';

/** The state of a day: down only when no check was answered, since the uptime tells the rest. */
export function dayStateOf({ checks, ok, verified }: Pick<CheckDay, 'checks' | 'ok' | 'verified'>): DayState {
  if (checks === 0) return 'unknown';
  if (ok === 0) return 'down';

  return verified === ok ? 'verified' : 'differs';
}
