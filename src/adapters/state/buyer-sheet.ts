import { z } from 'zod';
import { blockSpanMs } from '../../domain/settlement.ts';
import { all, get, run, type Work } from './database.ts';

/** A payment that is added to what its payer paid, or taken away with negative units. */
export interface BuyerChange {
  readonly payee: number;
  readonly payer: string;
  readonly block: number;
  readonly at: number;
  readonly units: bigint;
}

export const isBuyer = 'service_id = ? AND network = ? AND asset = ? AND payer = ?';

const PaidRow = z.object({
  service_id: z.string(),
  network: z.string(),
  asset: z.string(),
  since: z.int().nullable(),
  seen: z.int().nullable(),
});
type PaidRow = z.infer<typeof PaidRow>;

const BuyerRow = z.object({ units: z.string().transform(BigInt), last_block: z.int() });

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
function* paidBy(payee: number): Work<PaidRow[]> {
  const rows = yield* all(
    `SELECT * FROM
       (SELECT payee_service.service_id, account.network, account.asset, paid_subject.since,
          (SELECT min(asked.since) FROM asked_terms AS asked
           WHERE asked.service_id = payee_service.service_id AND source = 'observed'
             AND (asked.network, asked.asset, asked.wallet) = (account.network, account.asset, account.wallet)) AS seen
        FROM payee_service JOIN payee ON payee.id = payee_id JOIN account ON account.id = account_id
          LEFT JOIN paid_subject ON paid_subject.service_id = payee_service.service_id
            AND paid_subject.network = account.network AND paid_subject.wallet = account.wallet
        WHERE payee_id = ?) AS paid
     ORDER BY seen IS NULL, seen, service_id LIMIT 2`,
    payee,
  );

  return rows.map((row) => PaidRow.parse(row));
}

/** Whether a payment at a time has its buyer from the first of two services, or from the only one. */
function isOwn(at: number, { since, seen }: PaidRow, next: PaidRow | undefined): boolean {
  if (since === null || at < since) return false;

  return !next || (seen !== null && at >= seen && (next.seen === null || at < next.seen));
}

function* writeBuyer(
  { service_id, network, asset }: PaidRow,
  payer: string,
  changes: readonly BuyerChange[],
): Work<void> {
  const key = [service_id, network, asset, payer];
  const row = yield* get(`SELECT units, last_block FROM buyer WHERE ${isBuyer}`, ...key);
  const before = row === undefined ? { units: 0n, last_block: 0 } : BuyerRow.parse(row);
  const units = changes.reduce((sum, change) => sum + change.units, before.units);
  const lastBlock = Math.max(before.last_block, ...changes.map(({ block }) => block));

  if (units <= 0n) {
    yield* run(`DELETE FROM buyer WHERE ${isBuyer}`, ...key);
    return;
  }
  yield* run(
    `INSERT INTO buyer (service_id, network, asset, payer, units, last_block) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (service_id, network, asset, payer) DO UPDATE SET units = excluded.units, last_block = excluded.last_block`,
    ...key,
    String(units),
    lastBlock,
  );
}
