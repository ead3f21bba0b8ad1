import { z } from 'zod';
import { termsKey, type TermsPeriod } from '../../domain/payments.ts';
import type { AskedTerms } from '../../domain/settlement.ts';
import { allAs, run, type Work } from './database.ts';
import { flag, rowOf, time, units } from './row.ts';
import { insert, sql } from './sql.ts';

type Source = TermsPeriod['source'];

/** Periods retained for each service and source. A seller could ask for other terms at every check. */
const maxPeriods = 200;

export const periodIn = rowOf({
  serviceId: z.string(),
  source: z.enum(['declared', 'observed']),
  network: z.string(),
  asset: z.string(),
  wallet: z.string(),
  units,
  isLimit: flag,
  since: time,
  until: time.nullable(),
});

/** Closes what a service asked and asks no longer, at `at`, and opens what is new, from `since` on. */
export function* replaceTerms(
  serviceId: string,
  source: Source,
  terms: readonly AskedTerms[],
  { since, at }: { readonly since: Date; readonly at: Date },
): Work<void> {
  const isOfSource = sql`service_id = ${serviceId} AND source = ${source}`;
  const open = yield* allAs(periodIn, sql`SELECT * FROM asked_terms WHERE ${isOfSource} AND until IS NULL`);
  const [before, asked] = [new Set(open.map(termsKey)), new Set(terms.map(termsKey))];

  for (const period of open) {
    if (!asked.has(termsKey(period))) yield* close(period, at);
  }
  for (const each of terms) {
    if (!before.has(termsKey(each))) yield* begin({ ...each, serviceId, source, since });
  }
  yield* run(
    sql`DELETE FROM asked_terms WHERE ${isOfSource} AND until <= (SELECT until FROM asked_terms
          WHERE ${isOfSource} AND until IS NOT NULL ORDER BY until DESC LIMIT 1 OFFSET ${maxPeriods})`,
  );
}

/** Closes what checks saw a service ask to be paid into wallets that it has no more: at its new one, no check may ever read what it asks. */
export function* endAtFormerWallets(serviceId: string, wallet: string, at: Date): Work<void> {
  yield* run(
    sql`UPDATE asked_terms SET until = ${at}
        WHERE service_id = ${serviceId} AND source = 'observed' AND until IS NULL AND wallet <> ${wallet}`,
  );
}

function* close({ serviceId, source, network, asset, wallet, ...is }: TermsPeriod, at: Date): Work<void> {
  yield* run(
    sql`UPDATE asked_terms SET until = ${at}
        WHERE service_id = ${serviceId} AND source = ${source} AND network = ${network} AND asset = ${asset}
          AND wallet = ${wallet} AND units = ${is.units} AND is_limit = ${is.isLimit} AND since = ${is.since}`,
  );
}

function* begin({
  serviceId,
  source,
  network,
  asset,
  wallet,
  ...is
}: Omit<TermsPeriod, 'until'>): Work<void> {
  const { units, isLimit, since } = is;
  const row = { serviceId, source, network, asset, wallet, units, isLimit, since };
  yield* run(
    sql`${insert('asked_terms', row)}
        ON CONFLICT (service_id, source, since, network, asset, wallet, units, is_limit) DO UPDATE SET until = NULL`,
  );
}
