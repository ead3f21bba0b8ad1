import { z } from 'zod';
import type { Subject } from '../../domain/subject.ts';
import { run, type Work } from './database.ts';

const SubjectRow = z.object({
  service_id: z.string(),
  endpoint: z.string(),
  network: z.string(),
  wallet: z.string(),
});

/** Notes what a service is paid for from now on. With another subject than before, it has no buyers yet. */
export function* noteSubject(
  serviceId: string,
  { endpoint, network, wallet }: Subject,
  at: Date,
): Work<void> {
  const changed = yield* run(
    `INSERT INTO paid_subject (service_id, endpoint, network, wallet, since) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (service_id) DO UPDATE SET endpoint = excluded.endpoint, network = excluded.network,
       wallet = excluded.wallet, since = excluded.since
     WHERE (paid_subject.endpoint, paid_subject.network, paid_subject.wallet)
       <> (excluded.endpoint, excluded.network, excluded.wallet)`,
    serviceId,
    endpoint,
    network,
    wallet,
    at.getTime(),
  );

  if (changed > 0) yield* run('DELETE FROM buyer WHERE service_id = ?', serviceId);
}

export function subjectOfRow(row: unknown): readonly [serviceId: string, subject: Subject] {
  const { service_id, ...subject } = SubjectRow.parse(row);

  return [service_id, subject];
}
