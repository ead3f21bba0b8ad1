import { z } from 'zod';
import type { Subject } from '../../domain/subject.ts';
import { run, type Work } from './database.ts';
import { rowOf } from './row.ts';
import { sql, upsert } from './sql.ts';

/** Notes what a service is paid for from now on. With another subject than before, it has no buyers yet. */
export function* noteSubject(
  serviceId: string,
  { endpoint, network, wallet }: Subject,
  since: Date,
): Work<void> {
  const noted = upsert('paid_subject', { serviceId }, { endpoint, network, wallet, since });
  const changed = yield* run(
    sql`${noted} WHERE (paid_subject.endpoint, paid_subject.network, paid_subject.wallet)
      <> (excluded.endpoint, excluded.network, excluded.wallet)`,
  );

  if (changed > 0) yield* run(sql`DELETE FROM buyer WHERE service_id = ${serviceId}`);
}

export const subjectIn = rowOf({
  serviceId: z.string(),
  endpoint: z.string(),
  network: z.string(),
  wallet: z.string(),
});
