import { z } from 'zod';
import { forgetChecks } from './append-check.ts';
import { allAs, get, run, type Work } from './database.ts';
import { closedDay, packChecks, unpackChecks } from './packed-checks.ts';
import { closeDay, monthOf } from './check-months.ts';
import { bytes, rowOf } from './row.ts';
import { sql } from './sql.ts';

/** Standings that are looked at in one transaction. */
const atOnce = 50;

/** Whoever asks for the days of a service can look back 366 of them. */
const monthsBefore = 12;

const lastIn = rowOf({ last: z.string().nullable() });
const serviceIn = rowOf({
  serviceId: z.string(),
  checkedAt: z.int().nullable(),
  oldestAt: z.int().nullable(),
});
const recentIn = rowOf({ recent: bytes.transform(unpackChecks) });

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
  const { last } = lastIn(
    yield* get(
      sql`SELECT max(service_id) AS last FROM
            (SELECT service_id FROM standing WHERE service_id > ${after} ORDER BY service_id LIMIT ${atOnce}) AS next`,
    ),
  );
  if (last === null) return undefined;

  const time = Date.parse(before);
  const firstMonth = monthOf(before) - monthsBefore;
  const services = yield* allAs(
    serviceIn,
    sql`SELECT service_id, checked_at, oldest_at FROM standing WHERE service_id > ${after} AND service_id <= ${last}`,
  );
  for (const { serviceId: id, checkedAt, oldestAt } of services) {
    if ((checkedAt ?? 0) < time && !isListed(id)) yield* forgetGone(id);
    else if (oldestAt !== null && oldestAt < time) yield* forgetOld(id, time);
    yield* run(sql`DELETE FROM check_month WHERE service_id = ${id} AND month < ${firstMonth}`);
  }
  return last;
}

function* forgetGone(id: string): Work<void> {
  yield* forgetChecks(id);
  yield* run(sql`DELETE FROM seen_terms WHERE service_id = ${id}`);
}

/** Stores the sums of the open day with those of past days once it is over. */
function* forgetOld(id: string, before: number): Work<void> {
  const { open, latest } = recentIn(
    yield* get(sql`SELECT recent FROM standing WHERE service_id = ${id}`),
  ).recent;
  const isOver = open !== undefined && Date.parse(open.sums.date) < before;
  if (isOver) yield* closeDay(id, closedDay(open));
  const remaining = latest.filter(({ at }) => at.getTime() >= before);

  const recent = packChecks({ open: isOver ? undefined : open, latest: remaining });
  yield* run(
    sql`UPDATE standing SET recent = ${recent}, oldest_at = ${remaining.at(-1)?.at} WHERE service_id = ${id}`,
  );
}
