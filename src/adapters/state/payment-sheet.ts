import { z } from 'zod';
import { dayMs, dayOf } from '../../domain/duration.ts';
import type { AttributedSettlement, CountedPortion } from '../../domain/payments.ts';
import { type Account, accountKey } from '../../domain/settlement.ts';
import { type BuyerChange, BuyerSheet } from './buyer-sheet.ts';
import { all, get, run, type Work } from './database.ts';

/** The ids of services, as a payee has them. */
export const Services = z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text)));

const PaymentRow = z.object({
  block: z.int(),
  place: z.int(),
  tx: z.string(),
  payee_id: z.int(),
  payer: z.string(),
  units: z.string(),
  at: z.int(),
});
type PaymentRow = z.infer<typeof PaymentRow>;

const paymentColumns = 'block, place, tx, payee_id, payer, payment.units, at';

const IdRow = z.object({ id: z.int() });
const AccountRow = IdRow.extend({ asset: z.string(), wallet: z.string(), pruned_to: z.int().nullable() });
type AccountRow = z.infer<typeof AccountRow>;
const ServicesRow = z.object({ services: Services });
const UnitsRow = z.object({ units: z.string() });

type PaidBy = Omit<BuyerChange, 'units'>;

interface Delta {
  payments: number;
  units: bigint;
}

/**
 * Adds and removes payments within one transaction, and all sums of them with `finish`: those of payees, of their days and of their payers.
 * Each sum is written once, however many of its payments change.
 */
export class PaymentSheet {
  readonly #network: string;
  readonly #accounts = new Map<string, AccountRow>();
  readonly #payees = new Map<string, number>();
  readonly #byPayee = new Map<number, Delta>();
  readonly #byDay = new Map<string, Delta>();
  readonly #byPayer = new Map<string, number>();
  /** How many payers a payee has more than before. */
  readonly #newPayers = new Map<number, number>();
  readonly #buyers = new BuyerSheet();

  constructor(network: string) {
    this.#network = network;
  }

  /** The numbers of accounts, which get one when they have none yet. */
  *accountsOf(accounts: readonly Account[]): Work<Set<number>> {
    const asked = JSON.stringify(accounts);
    yield* run(
      `INSERT INTO account (network, asset, wallet)
       SELECT ?, json_extract(value, '$.asset'), json_extract(value, '$.wallet') FROM json_each(?) WHERE true
       ON CONFLICT DO NOTHING`,
      this.#network,
      asked,
    );
    const rows = yield* all(
      `SELECT account.id, asset, wallet, pruned_to FROM json_each(?) CROSS JOIN account
         WHERE network = ? AND asset = json_extract(value, '$.asset') AND wallet = json_extract(value, '$.wallet')`,
      asked,
      this.#network,
    );
    const found = rows.map((row) => AccountRow.parse(row));

    for (const account of found) this.#accounts.set(accountKey(account), account);
    return new Set(found.map(({ id }) => id));
  }

  /** The payments to some accounts in a range of blocks, by `keyOfPayment`. */
  *paymentsIn(from: number, to: number, accounts: ReadonlySet<number>): Work<Map<string, PaymentRow>> {
    const rows = yield* all(
      `SELECT ${paymentColumns}
       FROM payee CROSS JOIN payment
       WHERE payment.payee_id = payee.id AND account_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND block BETWEEN ? AND ?`,
      JSON.stringify([...accounts]),
      from,
      to,
    );

    return new Map(
      rows.map((row) => {
        const payment = PaymentRow.parse(row);
        return [keyOfPayment({ ...payment, index: payment.place }), payment] as const;
      }),
    );
  }

  *paymentsAfter(block: number): Work<PaymentRow[]> {
    const rows = yield* all(
      `SELECT ${paymentColumns} FROM payment WHERE network = ? AND block > ?`,
      this.#network,
      block,
    );

    return rows.map((row) => PaymentRow.parse(row));
  }

  *find({ block, index, tx }: AttributedSettlement): Work<PaymentRow | undefined> {
    const row = yield* get(
      `SELECT ${paymentColumns} FROM payment
       WHERE network = ? AND block = ? AND place = ? AND tx = ?`,
      this.#network,
      block,
      index,
      tx,
    );

    return row === undefined ? undefined : PaymentRow.parse(row);
  }

  *add(settlement: AttributedSettlement): Work<void> {
    const { block, index, tx, payer, units, at } = settlement;
    const payee = yield* this.#payeeId(settlement);
    yield* run(
      `INSERT INTO payment (network, block, place, tx, payee_id, payer, units, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      this.#network,
      block,
      index,
      tx,
      payee,
      payer,
      String(units),
      at.getTime(),
    );
    this.#change({ payee, payer, block, at: at.getTime() }, 1, units);
  }

  *remove({ block, place, tx, payee_id, payer, units, at }: PaymentRow): Work<void> {
    yield* run(
      'DELETE FROM payment WHERE network = ? AND block = ? AND place = ? AND tx = ?',
      this.#network,
      block,
      place,
      tx,
    );
    this.#change({ payee: payee_id, payer, block, at }, -1, -BigInt(units));
  }

  /** Notes that accounts are counted up to the end of a portion. */
  *countedTo(accounts: ReadonlySet<number>, { from, to }: CountedPortion): Work<void> {
    yield* run(
      `UPDATE account SET to_block = ?, to_at = ?, from_block = coalesce(from_block, ?), from_at = coalesce(from_at, ?)
       WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))`,
      to.block,
      to.at.getTime(),
      from.block,
      from.at.getTime(),
      JSON.stringify([...accounts]),
    );
  }

  /** Writes all sums; returns the ids of the services whose sums changed. */
  *finish(): Work<string[]> {
    for (const [key, payments] of this.#byPayer) yield* this.#writePayer(key, payments);
    for (const [payee, delta] of this.#byPayee) yield* this.#writePayee(payee, delta);
    for (const [key, delta] of this.#byDay) yield* this.#writeDay(key, delta);
    yield* this.#buyers.finish();

    const changed = new Set<string>();
    for (const payee of this.#byPayee.keys()) {
      for (const service of yield* this.#servicesOf(payee)) changed.add(service);
    }
    return [...changed];
  }

  #change({ payee, payer, block, at }: PaidBy, payments: number, units: bigint): void {
    const date = dayOf(new Date(at));

    addTo(this.#byPayee, payee, payments, units);
    addTo(this.#byDay, `${String(payee)} ${date}`, payments, units);
    const key = `${String(payee)} ${payer}`;
    this.#byPayer.set(key, (this.#byPayer.get(key) ?? 0) + payments);
    this.#buyers.change({ payee, payer, block, at, units });
  }

  *#payeeId(settlement: AttributedSettlement): Work<number> {
    const account = (yield* this.#account(settlement)).id;
    const services = JSON.stringify(settlement.services);
    const key = `${String(account)} ${services}`;
    const known = this.#payees.get(key);
    if (known !== undefined) return known;

    const isNew = yield* run(
      `INSERT INTO payee (account_id, services, payments, payers, units) VALUES (?, ?, 0, 0, '0') ON CONFLICT DO NOTHING`,
      account,
      services,
    );
    const { id } = IdRow.parse(
      yield* get('SELECT id FROM payee WHERE account_id = ? AND services = ?', account, services),
    );
    for (const service of isNew === 1 ? settlement.services : []) {
      yield* run('INSERT INTO payee_service (service_id, payee_id) VALUES (?, ?)', service, id);
    }
    this.#payees.set(key, id);
    return id;
  }

  /** The last block of an account whose payments are not on file one by one any more; -1 when all are. */
  *prunedTo(account: Account): Work<number> {
    return (yield* this.#account(account)).pruned_to ?? -1;
  }

  *#account({ asset, wallet }: Account): Work<AccountRow> {
    const key = accountKey({ asset, wallet });
    if (!this.#accounts.has(key)) yield* this.accountsOf([{ asset, wallet }]);

    const found = this.#accounts.get(key);
    if (!found) throw new Error('an account that was just added is not there');
    return found;
  }

  *#writePayee(payee: number, { payments, units }: Delta): Work<void> {
    const row = yield* get('SELECT units FROM payee WHERE id = ?', payee);
    yield* run(
      'UPDATE payee SET payments = payments + ?, units = ?, payers = payers + ? WHERE id = ?',
      payments,
      String(BigInt(UnitsRow.parse(row).units) + units),
      this.#newPayers.get(payee) ?? 0,
      payee,
    );
  }

  *#writePayer(key: string, payments: number): Work<void> {
    const [id, payer] = key.split(' ');
    const payee = Number(id);
    const isKnown = yield* run(
      'UPDATE payer SET payments = payments + ? WHERE payee_id = ? AND payer = ?',
      payments,
      payee,
      payer,
    );
    if (isKnown === 0) {
      yield* run('INSERT INTO payer (payee_id, payer, payments) VALUES (?, ?, ?)', payee, payer, payments);
      this.#addPayers(payee, 1);
    }
    if (payments <= 0) {
      const gone = yield* run(
        'DELETE FROM payer WHERE payee_id = ? AND payer = ? AND payments <= 0',
        payee,
        payer,
      );
      this.#addPayers(payee, -gone);
    }
  }

  #addPayers(payee: number, count: number): void {
    this.#newPayers.set(payee, (this.#newPayers.get(payee) ?? 0) + count);
  }

  *#writeDay(key: string, { payments, units }: Delta): Work<void> {
    const [payee, date = ''] = key.split(' ');
    const row = yield* get(
      'SELECT units FROM payment_day WHERE payee_id = ? AND date = ?',
      Number(payee),
      date,
    );
    const before = row === undefined ? 0n : BigInt(UnitsRow.parse(row).units);
    const start = Date.parse(date);
    yield* run(
      `INSERT INTO payment_day (payee_id, date, payments, units, payers) VALUES (?, ?, ?, ?, 0)
       ON CONFLICT (payee_id, date) DO UPDATE SET payments = payment_day.payments + excluded.payments, units = excluded.units`,
      Number(payee),
      date,
      payments,
      String(before + units),
    );
    yield* run(
      `UPDATE payment_day SET payers =
         (SELECT count(DISTINCT payer) FROM payment WHERE payee_id = ? AND at >= ? AND at < ?)
       WHERE payee_id = ? AND date = ?`,
      Number(payee),
      start,
      start + dayMs,
      Number(payee),
      date,
    );
    yield* run(
      'DELETE FROM payment_day WHERE payee_id = ? AND date = ? AND payments = 0',
      Number(payee),
      date,
    );
  }

  *#servicesOf(payee: number): Work<string[]> {
    const row = yield* get('SELECT services FROM payee WHERE id = ?', payee);

    return ServicesRow.parse(row).services;
  }
}

function addTo<Key>(sums: Map<Key, Delta>, key: Key, payments: number, units: bigint): void {
  const sum = sums.get(key) ?? { payments: 0, units: 0n };
  sums.set(key, { payments: sum.payments + payments, units: sum.units + units });
}

/** What identifies a payment on its network; it changes when a reorganisation moves the payment. */
export function keyOfPayment({
  block,
  index,
  tx,
}: Pick<AttributedSettlement, 'block' | 'index' | 'tx'>): string {
  return [block, index, tx].join(' ');
}
