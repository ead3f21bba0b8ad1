import { z } from 'zod';
import { termsKey, type TermsPeriod } from '../../domain/payments.ts';
import type { AskedTerms } from '../../domain/settlement.ts';
import { all, run, type Work } from './database.ts';

type Source = TermsPeriod['source'];

/** Periods retained for each service and source. A seller could ask for other terms at every check. */
const mostPeriods = 200;

const PeriodRow = z.object({
  service_id: z.string(),
  source: z.enum(['declared', 'observed']),
  network: z.string(),
  asset: z.string(),
  wallet: z.string(),
  units: z.string().transform(BigInt),
  is_limit: z.int(),
  since: z.int(),
  until: z.int().nullable(),
});

/** Closes what a service asked and asks no longer, at `at`, and opens what is new, from `since` on. */
export function* replaceTerms(
  serviceId: string,
  source: Source,
  terms: readonly AskedTerms[],
  { since, at }: { readonly since: Date; readonly at: Date },
): Work<void> {
  const rows = yield* all(
    'SELECT * FROM asked_terms WHERE service_id = ? AND source = ? AND until IS NULL',
    serviceId,
    source,
  );
  const open = rows.map(periodOf);
  const [before, asked] = [new Set(open.map(termsKey)), new Set(terms.map(termsKey))];

  for (const period of open) {
    if (!asked.has(termsKey(period))) yield* close(period, at);
  }
  for (const each of terms) {
    if (!before.has(termsKey(each))) yield* insert(serviceId, source, each, since);
  }
  yield* run(
    `DELETE FROM asked_terms WHERE service_id = ? AND source = ? AND until <= (SELECT until FROM asked_terms
       WHERE service_id = ? AND source = ? AND until IS NOT NULL ORDER BY until DESC LIMIT 1 OFFSET ?)`,
    serviceId,
    source,
    serviceId,
    source,
    mostPeriods,
  );
}

function* close(period: TermsPeriod, at: Date): Work<void> {
  const { serviceId, source, since } = period;
  yield* run(
    `UPDATE asked_terms SET until = ? WHERE service_id = ? AND source = ? AND network = ? AND asset = ? AND wallet = ?
       AND units = ? AND is_limit = ? AND since = ?`,
    at.getTime(),
    ...identityOf(serviceId, source, period),
    since.getTime(),
  );
}

function* insert(serviceId: string, source: Source, terms: AskedTerms, since: Date): Work<void> {
  yield* run(
    `INSERT INTO asked_terms (service_id, source, network, asset, wallet, units, is_limit, since, until)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)
     ON CONFLICT (service_id, source, since, network, asset, wallet, units, is_limit) DO UPDATE SET until = NULL`,
    ...identityOf(serviceId, source, terms),
    since.getTime(),
  );
}

/** The identity of terms, in the order of the columns from `service_id` to `is_limit`. */
function identityOf(
  serviceId: string,
  source: Source,
  { network, asset, wallet, units, isLimit }: AskedTerms,
): (string | number)[] {
  return [serviceId, source, network, asset, wallet, String(units), Number(isLimit)];
}

export function periodOf(row: unknown): TermsPeriod {
  const { service_id, is_limit, since, until, ...is } = PeriodRow.parse(row);

  return {
    ...is,
    serviceId: service_id,
    isLimit: is_limit === 1,
    since: new Date(since),
    until: until === null ? null : new Date(until),
  };
}
