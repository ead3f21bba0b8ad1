import { z } from 'zod';
import type { FieldComparison, SeenTerms } from '../../domain/payment-terms.ts';
import { type CheckedService, endpointIn } from '../../domain/subject.ts';
import { allAs, getAs, run, type Work } from './database.ts';
import { rowOf, time } from './row.ts';
import { sql, upsert } from './sql.ts';

/** Periods retained for each service. A seller could ask for other terms at every check. */
const maxPeriods = 500;

/** Only `noteTerms` writes this text, so its shape is not checked again. */
const periodIn = rowOf({
  firstSeen: time,
  lastSeen: time,
  fields: z.string().transform((text) => JSON.parse(text) as FieldComparison[]),
});

const lastIn = rowOf({ firstSeen: z.int(), endpoint: z.string(), fields: z.string() });

/** What a check read of a live 402, beside what was declared. */
interface NotedTerms {
  readonly id: string;
  readonly subject: string;
  readonly fields: readonly FieldComparison[];
  readonly at: Date;
  /** Since when the 402 offers the same, as far as that is known; counts for the first terms on file. */
  readonly since: Date;
}

/** Extends the last period of a service, or begins another where its terms changed. Those of a former endpoint go. */
export function* noteTerms({ id, subject, fields, at, since }: NotedTerms): Work<void> {
  const text = JSON.stringify(fields);
  const endpoint = endpointIn(subject);
  const last = yield* getAs(
    lastIn,
    sql`SELECT * FROM seen_terms WHERE service_id = ${id} ORDER BY first_seen DESC LIMIT 1`,
  );
  const isOfEndpoint = last?.endpoint === endpoint;
  if (isOfEndpoint && last.fields === text) {
    yield* run(
      sql`UPDATE seen_terms SET last_seen = ${at}
          WHERE service_id = ${id} AND first_seen = ${last.firstSeen} AND last_seen < ${at}`,
    );
    return;
  }

  if (last && !isOfEndpoint) yield* run(sql`DELETE FROM seen_terms WHERE service_id = ${id}`);
  const key = { serviceId: id, firstSeen: isOfEndpoint ? at : since };
  yield* run(upsert('seen_terms', key, { lastSeen: at, endpoint, fields: text }));
  yield* run(
    sql`DELETE FROM seen_terms WHERE service_id = ${id} AND first_seen <= (SELECT first_seen FROM seen_terms
          WHERE service_id = ${id} ORDER BY first_seen DESC LIMIT 1 OFFSET ${maxPeriods})`,
  );
}

/**
 * Writes until when the last period of a service lasted. While the terms stay the same, only `observed_at` of the standing says so, so that
 * such a check writes no second row.
 */
export function* endPeriod(id: string, observedAt: number | null): Work<void> {
  if (observedAt === null) return;

  yield* run(
    sql`UPDATE seen_terms SET last_seen = ${observedAt} WHERE service_id = ${id} AND last_seen < ${observedAt}
          AND first_seen = (SELECT max(first_seen) FROM seen_terms WHERE service_id = ${id})`,
  );
}

/** The periods of a service at its present endpoint that reach beyond a day, oldest first. */
export function* seenTermsIn({ id, endpoint }: CheckedService, from: string): Work<SeenTerms[]> {
  const periods = yield* allAs(
    periodIn,
    sql`SELECT first_seen, CASE WHEN next IS NULL AND observed_at > last_seen THEN observed_at ELSE last_seen END AS last_seen, fields FROM
          (SELECT *, lead(first_seen) OVER (ORDER BY first_seen) AS next FROM seen_terms WHERE service_id = ${id}) AS period
          LEFT JOIN standing USING (service_id)
        WHERE endpoint = ${endpoint} ORDER BY first_seen`,
  );

  return periods.filter(({ lastSeen }) => lastSeen.getTime() >= Date.parse(from));
}
