import { z } from 'zod';
import { dayMs, dayOf } from '../../domain/duration.ts';
import type { AttributedSettlement, CountedPortion } from '../../domain/payments.ts';
import { type Account, accountKey } from '../../domain/settlement.ts';
import { type BuyerChange, BuyerSheet } from './buyer-sheet.ts';
import { allAs, get, getAs, run, type Work } from './database.ts';
import { json, rowOf, units } from './row.ts';
import { insert, numbers, sql, type Statement, verbatim } from './sql.ts';

/** The ids of services, as a payee has them. */
export const services = json(z.array(z.string()));

const paymentIn = rowOf({
  block: z.int(),
  place: z.int(),
  tx: z.string(),
  payeeId: z.int(),
  payer: z.string(),
  units,
  at: z.int(),
});
type Payment = ReturnType<typeof paymentIn>;

const paymentColumns = verbatim('block, place, tx, payee_id, payer, payment.units, at');

const idIn = rowOf({ id: z.int() });
const accountIn = rowOf({
  id: z.int(),
  asset: z.string(),
  wallet: z.string(),
  prunedTo: z.int().nullable(),
});
const servicesIn = rowOf({ services });
const unitsIn = rowOf({ units });

type PaidBy = Omit<BuyerChange, 'units'>;

/** What is added to a sum. */
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
  readonly #accounts = new Map<string, ReturnType<typeof accountIn>>();
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
      sql`INSERT INTO account (network, asset, wallet)
       SELECT ${this.#network}, json_extract(value, '$.asset'), json_extract(value, '$.wallet') FROM json_each(${asked}) WHERE true
       ON CONFLICT DO NOTHING`,
    );
    const found = yield* allAs(
      accountIn,
      sql`SELECT account.id, asset, wallet, pruned_to FROM json_each(${asked}) CROSS JOIN account
          WHERE network = ${this.#network} AND asset = json_extract(value, '$.asset') AND wallet = json_extract(value, '$.wallet')`,
    );

    for (const account of found) this.#accounts.set(accountKey(account), account);
    return new Set(found.map(({ id }) => id));
  }

  /** The payments to some accounts in a range of blocks, by `keyOfPayment`. */
  *paymentsIn(from: number, to: number, accounts: ReadonlySet<number>): Work<Map<string, Payment>> {
    const payments = yield* allAs(
      paymentIn,
      sql`SELECT ${paymentColumns} FROM payee CROSS JOIN payment
          WHERE payment.payee_id = payee.id AND account_id IN ${numbers(accounts)} AND block BETWEEN ${from} AND ${to}`,
    );

    return new Map(payments.map((payment) => [keyOfPayment({ ...payment, index: payment.place }), payment]));
  }

  /** All payments in blocks after this one. */
  paymentsAfter(block: number): Work<readonly Payment[]> {
    return allAs(
      paymentIn,
      sql`SELECT ${paymentColumns} FROM payment WHERE network = ${this.#network} AND block > ${block}`,
    );
  }

  find({ block, index, tx }: AttributedSettlement): Work<Payment | undefined> {
    return getAs(
      paymentIn,
      sql`SELECT ${paymentColumns} FROM payment WHERE ${this.#isPayment({ block, place: index, tx })}`,
    );
  }

  *add(settlement: AttributedSettlement): Work<void> {
    const { block, index: place, tx, payer, units, at } = settlement;
    const payeeId = yield* this.#payeeId(settlement);
    const network = this.#network;
    yield* run(insert('payment', { network, block, place, tx, payeeId, payer, units, at }));
    this.#change({ payee: payeeId, payer, block, at: at.getTime() }, 1, units);
  }

  *remove(payment: Payment): Work<void> {
    const { block, payeeId, payer, units, at } = payment;
    yield* run(sql`DELETE FROM payment WHERE ${this.#isPayment(payment)}`);
    this.#change({ payee: payeeId, payer, block, at }, -1, -units);
  }

  #isPayment({ block, place, tx }: Pick<Payment, 'block' | 'place' | 'tx'>): Statement {
    return sql`network = ${this.#network} AND block = ${block} AND place = ${place} AND tx = ${tx}`;
  }

  /** Notes that accounts are counted up to the end of a portion. */
  *countedTo(accounts: ReadonlySet<number>, { from, to }: CountedPortion): Work<void> {
    yield* run(
      sql`UPDATE account SET to_block = ${to.block}, to_at = ${to.at}, from_block = coalesce(from_block, ${from.block}), from_at = coalesce(from_at, ${from.at})
       WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(${JSON.stringify([...accounts])}))`,
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

    const payee = insert('payee', { accountId: account, services, payments: 0, payers: 0, units: '0' });
    const isNew = yield* run(sql`${payee} ON CONFLICT DO NOTHING`);
    const { id } = idIn(
      yield* get(sql`SELECT id FROM payee WHERE account_id = ${account} AND services = ${services}`),
    );
    for (const service of isNew === 1 ? settlement.services : []) {
      yield* run(insert('payee_service', { serviceId: service, payeeId: id }));
    }
    this.#payees.set(key, id);
    return id;
  }

  /** The last block of an account whose payments are not on file one by one any more; -1 when all are. */
  *prunedTo(account: Account): Work<number> {
    return (yield* this.#account(account)).prunedTo ?? -1;
  }

  *#account({ asset, wallet }: Account): Work<ReturnType<typeof accountIn>> {
    const key = accountKey({ asset, wallet });
    if (!this.#accounts.has(key)) yield* this.accountsOf([{ asset, wallet }]);

    const found = this.#accounts.get(key);
    if (!found) throw new Error('an account that was just added is not there');
    return found;
  }

  *#writePayee(payee: number, { payments, units }: Delta): Work<void> {
    const before = unitsIn(yield* get(sql`SELECT units FROM payee WHERE id = ${payee}`)).units;
    const newPayers = this.#newPayers.get(payee) ?? 0;
    yield* run(
      sql`UPDATE payee SET payments = payments + ${payments}, units = ${before + units}, payers = payers + ${newPayers}
          WHERE id = ${payee}`,
    );
  }

  *#writePayer(key: string, payments: number): Work<void> {
    const [id, payer] = key.split(' ');
    const payee = Number(id);
    const isPayer = sql`payee_id = ${payee} AND payer = ${payer}`;
    const isKnown = yield* run(sql`UPDATE payer SET payments = payments + ${payments} WHERE ${isPayer}`);
    if (isKnown === 0) {
      yield* run(insert('payer', { payeeId: payee, payer, payments }));
      this.#addPayers(payee, 1);
    }
    if (payments <= 0) {
      const gone = yield* run(sql`DELETE FROM payer WHERE ${isPayer} AND payments <= 0`);
      this.#addPayers(payee, -gone);
    }
  }

  #addPayers(payee: number, count: number): void {
    this.#newPayers.set(payee, (this.#newPayers.get(payee) ?? 0) + count);
  }

  *#writeDay(key: string, { payments, units }: Delta): Work<void> {
    const [id, date = ''] = key.split(' ');
    const payeeId = Number(id);
    const start = Date.parse(date);
    const isDay = sql`payee_id = ${payeeId} AND date = ${date}`;
    const before = yield* getAs(unitsIn, sql`SELECT units FROM payment_day WHERE ${isDay}`);
    const sums = { payeeId, date, payments, units: (before?.units ?? 0n) + units, payers: 0 };
    yield* run(
      sql`${insert('payment_day', sums)}
          ON CONFLICT (payee_id, date) DO UPDATE SET payments = payment_day.payments + excluded.payments, units = excluded.units`,
    );
    yield* run(
      sql`UPDATE payment_day SET payers =
            (SELECT count(DISTINCT payer) FROM payment WHERE payee_id = ${payeeId} AND at >= ${start} AND at < ${start + dayMs})
          WHERE ${isDay}`,
    );
    yield* run(sql`DELETE FROM payment_day WHERE ${isDay} AND payments = 0`);
  }

  *#servicesOf(payee: number): Work<string[]> {
    return servicesIn(yield* get(sql`SELECT services FROM payee WHERE id = ${payee}`)).services;
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
