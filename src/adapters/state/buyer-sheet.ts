import { z } from 'zod';
import { blockSpanMs } from '../../domain/settlement.ts';
import type { Buyer } from '../../domain/payments.ts';
import { allAs, getAs, run, type Work } from './database.ts';
import { rowOf, units } from './row.ts';
import { sql, type Statement, upsert } from './sql.ts';

/** A payment that is added to what its payer paid, or taken away with negative units. */
export interface BuyerChange {
  readonly payee: number;
  readonly payer: string;
  readonly block: number;
  readonly at: number;
  readonly units: bigint;
}

/** What tells buyers apart. */
type BuyerKey = Pick<Buyer, 'serviceId' | 'asset' | 'payer'> & { readonly network: string };

/** Whether a row is that of a buyer. */
export function isBuyer({ serviceId, network, asset, payer }: BuyerKey): Statement {
  return sql`service_id = ${serviceId} AND network = ${network} AND asset = ${asset} AND payer = ${payer}`;
}

const paidIn = rowOf({
  serviceId: z.string(),
  network: z.string(),
  asset: z.string(),
  since: z.int().nullable(),
  seen: z.int().nullable(),
});
type Paid = ReturnType<typeof paidIn>;

const buyerIn = rowOf({ units, lastBlock: z.int() });

/**
 * Adds and removes payments within one transaction, and with `finish` what wallets paid services. Of a service, only those payments have a buyer
 * that are its own, and went to its present wallet since its present subject was first seen. Payments of several services are those of the
 * one whose live 402 had asked for payments to the account, since declaring a wallet proves nothing.
 */
export class BuyerSheet {
  readonly #changes: BuyerChange[] = [];

  change(change: BuyerChange): void {
    this.#changes.push(change);
  }

  *finish(): Work<void> {
    for (const [payee, changes] of Map.groupBy(this.#changes, (change) => change.payee)) {
      const [paid, next] = yield* paidBy(payee);
      if (!paid) continue;

      const own = changes.filter(({ at }) => isOwn(at + blockSpanMs, paid, next));
      for (const [payer, ofPayer] of Map.groupBy(own, (change) => change.payer)) {
        yield* writeBuyer(paid, payer, ofPayer);
      }
    }
  }
}

/**
 * The two services of a payee that were seen first to ask for payments to its account. `since` is null where a service is not paid at that
 * wallet now, `seen` where its live 402 never asked for it.
 */
function paidBy(payee: number): Work<readonly Paid[]> {
  return allAs(
    paidIn,
    sql`SELECT * FROM
          (SELECT payee_service.service_id, account.network, account.asset, paid_subject.since,
             (SELECT min(asked.since) FROM asked_terms AS asked
              WHERE asked.service_id = payee_service.service_id AND source = 'observed'
                AND (asked.network, asked.asset, asked.wallet) = (account.network, account.asset, account.wallet)) AS seen
           FROM payee_service JOIN payee ON payee.id = payee_id JOIN account ON account.id = account_id
             LEFT JOIN paid_subject ON paid_subject.service_id = payee_service.service_id
               AND paid_subject.network = account.network AND paid_subject.wallet = account.wallet
           WHERE payee_id = ${payee}) AS paid
        ORDER BY seen IS NULL, seen, service_id LIMIT 2`,
  );
}

/** Whether a payment at a time has its buyer from the first of two services, or from the only one. */
function isOwn(at: number, { since, seen }: Paid, next: Paid | undefined): boolean {
  if (since === null || at < since) return false;

  return !next || (seen !== null && at >= seen && (next.seen === null || at < next.seen));
}

function* writeBuyer(
  { serviceId, network, asset }: Paid,
  payer: string,
  changes: readonly BuyerChange[],
): Work<void> {
  const key = { serviceId, network, asset, payer };
  const known = yield* getAs(buyerIn, sql`SELECT units, last_block FROM buyer WHERE ${isBuyer(key)}`);
  const paid = changes.reduce((sum, change) => sum + change.units, known?.units ?? 0n);
  const lastBlock = Math.max(known?.lastBlock ?? 0, ...changes.map(({ block }) => block));

  if (paid <= 0n) yield* run(sql`DELETE FROM buyer WHERE ${isBuyer(key)}`);
  else yield* run(upsert('buyer', key, { units: paid, lastBlock }));
}
