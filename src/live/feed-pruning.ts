import { dayMs, hourMs } from '../domain/duration.ts';
import { retentionDays } from './change-feed.ts';
import type { ChangeLog, Clock, Log } from './ports.ts';

interface Dependencies {
  readonly changeLog: Pick<ChangeLog, 'prune'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Forgets old changes, now and every hour. Returns what ends that. */
export function startPruning({ changeLog, clock, log }: Dependencies): () => void {
  const prune = async (): Promise<void> => {
    try {
      await changeLog.prune(new Date(clock().getTime() - retentionDays * dayMs));
    } catch (error) {
      log.warn({ error }, 'old changes could not be removed from the feed; this is tried again in an hour');
    }
  };

  void prune();
  const hourly = setInterval(() => void prune(), hourMs).unref();
  return () => {
    clearInterval(hourly);
  };
}
