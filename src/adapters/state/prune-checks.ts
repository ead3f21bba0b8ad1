import { z } from 'zod';
import { forgetChecks } from './append-check.ts';
import { all, get, run, type Work } from './database.ts';
import { closeDay, closedDay, monthOf, packChecks, unpackChecks } from './packed-checks.ts';

/** Standings that are looked at in one transaction. */
const atOnce = 50;

/** Whoever asks for the days of a service can look back 366 of them. */
const monthsBefore = 12;

const ServiceRow = z.object({
  service_id: z.string(),
  checked_at: z.int().nullable(),
  oldest_at: z.int().nullable(),
});

const RecentRow = z.object({
  recent: z.instanceof(Uint8Array).transform(unpackChecks),
});

/** What goes: what is older than a day, and all of services that were last checked before it and are not listed. */
export interface Pruning {
  readonly before: string;
  readonly isListed: (id: string) => boolean;
}

/**
 * Deletes the single checks made before a day, the sums of days more than a year before it, and what is left of services that are gone, of a
 * few services: the next after the id `after`. Returns the id to go on after; undefined at the end.
 */
export function* pruneChecks({ before, isListed }: Pruning, after: string): Work<string | undefined> {
  const { last } = z.object({ last: z.string().nullable() }).parse(
    yield* get(
      `SELECT max(service_id) AS last FROM
           (SELECT service_id FROM standing WHERE service_id > ? ORDER BY service_id LIMIT ?) AS next`,
      after,
      atOnce,
    ),
  );
  if (last === null) return undefined;

  const time = Date.parse(before);
  const firstMonth = monthOf(before) - monthsBefore;
  const services = yield* all(
    'SELECT service_id, checked_at, oldest_at FROM standing WHERE service_id > ? AND service_id <= ?',
    after,
    last,
  );
  for (const { service_id: id, checked_at, oldest_at } of services.map((row) => ServiceRow.parse(row))) {
    if ((checked_at ?? 0) < time && !isListed(id)) yield* forgetGone(id);
    else if (oldest_at !== null && oldest_at < time) yield* forgetOld(id, time);
    yield* run('DELETE FROM check_month WHERE service_id = ? AND month < ?', id, firstMonth);
  }
  return last;
}

function* forgetGone(id: string): Work<void> {
  yield* forgetChecks(id);
  yield* run('DELETE FROM seen_terms WHERE service_id = ?', id);
}

/** Stores the sums of the open day with those of past days once it is over. */
function* forgetOld(id: string, before: number): Work<void> {
  const row = yield* get('SELECT recent FROM standing WHERE service_id = ?', id);
  const { open, latest } = RecentRow.parse(row).recent;
  const isOver = open !== undefined && Date.parse(open.sums.date) < before;
  if (isOver) yield* closeDay(id, closedDay(open));
  const remaining = latest.filter(({ at }) => at.getTime() >= before);

  yield* run(
    'UPDATE standing SET recent = ?, oldest_at = ? WHERE service_id = ?',
    packChecks({ open: isOver ? undefined : open, latest: remaining }),
    remaining.at(-1)?.at.getTime() ?? null,
    id,
  );
}
