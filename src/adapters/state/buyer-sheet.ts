import { z } from 'zod';
import { blockSpanMs } from '../../domain/settlement.ts';
import { get, run, type Work } from './database.ts';

/** A payment that is added to what its payer paid, or taken away with negative units. */
export interface BuyerChange {
  readonly payee: number;
  readonly payer: string;
  readonly block: number;
  readonly at: number;
  readonly units: bigint;
}

/** Whether a row is that of a service, a network, a token and a payer. */
export const isBuyer = 'service_id = ? AND network = ? AND asset = ? AND payer = ?';

const PaidRow = z.object({ service_id: z.string(), network: z.string(), asset: z.string(), since: z.int() });
type PaidRow = z.infer<typeof PaidRow>;

const BuyerRow = z.object({ units: z.string().transform(BigInt), last_block: z.int() });

/**
 * Adds and removes payments within one transaction, and with `finish` what wallets paid services. Of a service, only those payments have a buyer
 * that are its own, and went to its present wallet since its present subject was first seen.
 */
export class BuyerSheet {
  readonly #changes: BuyerChange[] = [];

  change(change: BuyerChange): void {
    this.#changes.push(change);
  }

  *finish(): Work<void> {
    for (const [payee, changes] of Map.groupBy(this.#changes, (change) => change.payee)) {
      const paid = yield* paidBy(payee);
      const present = changes.filter(({ at }) => paid !== undefined && at + blockSpanMs >= paid.since);
      for (const [payer, ofPayer] of Map.groupBy(present, (change) => change.payer)) {
        if (paid) yield* writeBuyer(paid, payer, ofPayer);
      }
    }
  }
}

/** The service of a payee that is paid at its present wallet, and no other one shares. */
function* paidBy(payee: number): Work<PaidRow | undefined> {
  const row = yield* get(
    `SELECT paid_subject.service_id, account.network, account.asset, since
     FROM payee_service JOIN payee ON payee.id = payee_id JOIN account ON account.id = account_id
       JOIN paid_subject ON paid_subject.service_id = payee_service.service_id
         AND paid_subject.network = account.network AND paid_subject.wallet = account.wallet
     WHERE payee_id = ? AND (SELECT count(*) FROM payee_service WHERE payee_id = ?) = 1`,
    payee,
    payee,
  );

  return row === undefined ? undefined : PaidRow.parse(row);
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
