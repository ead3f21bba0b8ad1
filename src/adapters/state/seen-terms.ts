import { z } from 'zod';
import type { FieldComparison, SeenTerms } from '../../domain/payment-terms.ts';
import { type CheckedService, endpointIn } from '../../domain/subject.ts';
import { all, get, run, upsert, type Work } from './database.ts';

/** Periods retained for each service. A seller could ask for other terms at every check. */
const mostPeriods = 500;

const Time = z.int().transform((ms) => new Date(ms));

/** Only `noteTerms` writes this text, so its shape is not checked again. */
const PeriodRow = z.object({
  first_seen: Time,
  last_seen: Time,
  fields: z.string().transform((text) => JSON.parse(text) as FieldComparison[]),
});

const LastRow = z.object({ first_seen: z.int(), endpoint: z.string(), fields: z.string() });

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
  const last = yield* lastOf(id);
  const isOfEndpoint = last?.endpoint === endpoint;
  if (isOfEndpoint && last.fields === text) {
    yield* run(
      'UPDATE seen_terms SET last_seen = ? WHERE service_id = ? AND first_seen = ? AND last_seen < ?',
      at.getTime(),
      id,
      last.first_seen,
      at.getTime(),
    );
    return;
  }

  if (last && !isOfEndpoint) yield* run('DELETE FROM seen_terms WHERE service_id = ?', id);
  yield* run(
    upsert('seen_terms', ['service_id', 'first_seen'], ['last_seen', 'endpoint', 'fields']),
    id,
    (isOfEndpoint ? at : since).getTime(),
    at.getTime(),
    endpoint,
    text,
  );
  yield* run(
    `DELETE FROM seen_terms WHERE service_id = ? AND first_seen <= (SELECT first_seen FROM seen_terms
       WHERE service_id = ? ORDER BY first_seen DESC LIMIT 1 OFFSET ?)`,
    id,
    id,
    mostPeriods,
  );
}

/**
 * Writes until when the last period of a service lasted. While the terms stay the same, only `observed_at` of the standing says so, so that
 * such a check writes no second row.
 */
export function* endPeriod(id: string, observedAt: number | null): Work<void> {
  if (observedAt === null) return;

  yield* run(
    `UPDATE seen_terms SET last_seen = ?
     WHERE service_id = ? AND first_seen = (SELECT max(first_seen) FROM seen_terms WHERE service_id = ?) AND last_seen < ?`,
    observedAt,
    id,
    id,
    observedAt,
  );
}

/** The periods of a service at its present endpoint that reach beyond a day, oldest first. */
export function* seenTermsIn({ id, endpoint }: CheckedService, from: string): Work<SeenTerms[]> {
  const rows = yield* all(
    `SELECT first_seen, CASE WHEN next IS NULL AND observed_at > last_seen THEN observed_at ELSE last_seen END AS last_seen, fields FROM
         (SELECT *, lead(first_seen) OVER (ORDER BY first_seen) AS next FROM seen_terms WHERE service_id = ?) AS period
         LEFT JOIN standing USING (service_id)
       WHERE endpoint = ? ORDER BY first_seen`,
    id,
    endpoint,
  );

  return rows
    .map((row) => {
      const { first_seen, last_seen, fields } = PeriodRow.parse(row);
      return { firstSeen: first_seen, lastSeen: last_seen, fields };
    })
    .filter(({ lastSeen }) => lastSeen.getTime() >= Date.parse(from));
}

function* lastOf(id: string): Work<z.infer<typeof LastRow> | undefined> {
  const row = yield* get(
    'SELECT first_seen, endpoint, fields FROM seen_terms WHERE service_id = ? ORDER BY first_seen DESC LIMIT 1',
    id,
  );

  return row === undefined ? undefined : LastRow.parse(row);
}
