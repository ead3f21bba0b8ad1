import { z } from 'zod';
import { dayMs, hourMs } from '../../domain/duration.ts';
import {
  type AttributedSettlement,
  type Checkpoint,
  type CountedAccount,
  type CountedPortion,
  type PayeeSum,
  type PayerSum,
  type PaymentDay,
  printDeclared,
  type StoredPayment,
  type TermsChange,
  type TermsPeriod,
  type TokenSum,
} from '../../domain/payments.ts';
import { type Account, blockSpanMs, type BlockTime } from '../../domain/settlement.ts';
import { endAtFormerWallets, periodIn, replaceTerms } from './asked-terms.ts';
import { run, SqlStore, type Work } from './database.ts';
import { noteSubject, subjectIn } from './paid-subject.ts';
import { keyOfPayment, PaymentSheet, services } from './payment-sheet.ts';
import { flag, rowOf, time, units } from './row.ts';
import { insert, nothing, numbers, sql, type Statement, these, verbatim } from './sql.ts';

/** The newest checkpoints that are retained for each network, beside the oldest. */
const maxCheckpoints = 100;

/** Accounts read in one query. */
const readAtOnce = 1_000;

/** Buyers may pay for this long after a service asked for it. */
const lastWordMs = hourMs;

const block = z.int().nullable();
const progress = { fromBlock: block, fromAt: block, toBlock: block, toAt: block };
const progressColumnsIn = rowOf(progress);
const accountColumnsIn = rowOf({
  ...progress,
  asset: z.string(),
  wallet: z.string(),
  since: time,
  isDeclared: flag,
});

type Progress = Pick<CountedAccount, 'from' | 'to'>;

const token = { network: z.string(), asset: z.string(), payments: z.int(), units };
const tokenIn = rowOf(token);
const payeeIn = rowOf({
  ...token,
  id: z.int(),
  wallet: z.string(),
  services,
  payers: z.int(),
  most: z.int(),
  own: z.int(),
});
const dayIn = rowOf({ ...token, wallet: z.string(), date: z.string(), payers: z.int() });

const payment = {
  asset: z.string(),
  wallet: z.string(),
  tx: z.string(),
  at: time,
  payer: z.string(),
  units,
};
const paymentIn = rowOf({ ...payment, network: z.string() });
const unmatchedIn = rowOf({ ...payment, block: z.int(), place: z.int() });

const checkpointIn = rowOf({ head: z.int(), hash: z.string(), counted: z.int(), isSure: flag });
const payeeIdIn = rowOf({ payeeId: z.int() });
const pairIn = rowOf({ payeeId: z.int(), serviceId: z.string() });
const newestIn = rowOf({ network: z.string(), block: z.int(), at: time });
const payersIn = rowOf({ payers: z.int() });
const payerSumIn = rowOf({ payers: z.int(), most: z.int() });
const serviceIn = rowOf({ serviceId: z.string() });

/** Payees; `most` are the payments of the busiest payer, `own` those of the wallet itself. */
const payeeColumns = verbatim(`SELECT payee.id, network, asset, wallet, services, payments, payers, units,
    coalesce((SELECT max(payer.payments) FROM payer WHERE payer.payee_id = payee.id), 0) AS most,
    coalesce((SELECT payer.payments FROM payer WHERE payer.payee_id = payee.id AND payer = wallet), 0) AS own
  FROM payee JOIN account ON account.id = account_id`);

/** Terms that a service declares to ask now. */
const declaredNow = verbatim("source = 'declared' AND until IS NULL");

/**
 * Whether a payment matches terms, as `servicesPaidBy` decides it: payments that match none must not fill an answer of limited length. Units
 * may exceed SQLite's integers, so they are compared as texts, which have no leading zeros.
 */
const matches = sql`(
  since <= at + ${blockSpanMs} AND (until IS NULL OR until > at OR (until = at AND source = 'observed'))
    AND CASE is_limit
      WHEN 1 THEN (length(asked.units), asked.units) >= (length(payment.units), payment.units)
      ELSE asked.units = payment.units
    END
  OR ${declaredNow} AND asked.units = payment.units)`;

/** Stores what services asked, the payments that were counted, and how far. Sums stay for ever, single payments until they are pruned. */
export class SqlPayments extends SqlStore {
  async declare(changes: readonly TermsChange[]): Promise<void> {
    await this.database.transaction(function* () {
      for (const { serviceId, hasLeft, subject, terms, at } of changes) {
        yield* replaceTerms(serviceId, 'declared', terms, { since: at, at });
        if (hasLeft) yield* replaceTerms(serviceId, 'observed', [], { since: at, at });
        if (!subject) continue;
        yield* noteSubject(serviceId, subject, at);
        yield* endAtFormerWallets(serviceId, subject.wallet, at);
      }
    });
  }

  async hasDeclared(): Promise<boolean> {
    return (
      (await this.database.get(sql`SELECT 1 FROM asked_terms WHERE ${declaredNow} LIMIT 1`)) !== undefined
    );
  }

  /** Those of these services that declare terms, each with a text that is equal for equal terms of one subject. */
  async declared(ids: readonly string[]): Promise<Map<string, string>> {
    const isOne = sql`service_id IN ${these(ids)}`;
    const periods = await this.database.allAs(
      periodIn,
      sql`SELECT * FROM asked_terms WHERE ${isOne} AND ${declaredNow}`,
    );
    const subjects = await this.database.allAs(subjectIn, sql`SELECT * FROM paid_subject WHERE ${isOne}`);
    const known = new Map(subjects.map(({ serviceId, ...subject }) => [serviceId, subject]));

    return new Map(
      [...Map.groupBy(periods, ({ serviceId }) => serviceId)].map(([id, terms]) => {
        const subject = known.get(id);
        return [id, printDeclared(subject ? { subject, terms } : { terms })] as const;
      }),
    );
  }

  async askingIds(after: string, limit: number): Promise<string[]> {
    const rows = await this.database.allAs(
      serviceIn,
      sql`SELECT DISTINCT service_id FROM asked_terms WHERE service_id > ${after} AND until IS NULL ORDER BY service_id LIMIT ${limit}`,
    );

    return rows.map(({ serviceId }) => serviceId);
  }

  /**
   * The accounts of a network that services ask to be paid into, and those where they did after `after` and whose last payments are not counted.
   * Leaves the event loop free in between.
   */
  async accounts(network: string, after: Date): Promise<CountedAccount[]> {
    const accounts: CountedAccount[] = [];
    for (;;) {
      const some = await this.#accountsAfter(accounts.at(-1), network, after);
      accounts.push(...some);
      if (some.length < readAtOnce) return accounts;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Some accounts by ascending asset and wallet. */
  #accountsAfter(
    last: Account | undefined,
    network: string,
    after: Date,
  ): Promise<readonly CountedAccount[]> {
    return this.database.allAs(
      accountIn,
      sql`SELECT asked.asset, asked.wallet, min(since) AS since, max(CASE WHEN source = 'declared' THEN 1 ELSE 0 END) AS is_declared,
            max(from_block) AS from_block, max(from_at) AS from_at, max(to_block) AS to_block, max(to_at) AS to_at
          FROM asked_terms AS asked LEFT JOIN account ON account.network = asked.network
            AND account.asset = asked.asset AND account.wallet = asked.wallet
          WHERE asked.network = ${network} AND (asked.asset, asked.wallet) > (${last?.asset ?? ''}, ${last?.wallet ?? ''})
            AND (until IS NULL OR (until > ${after} AND (to_at IS NULL OR to_at < until + ${lastWordMs})))
          GROUP BY asked.asset, asked.wallet ORDER BY asked.asset, asked.wallet LIMIT ${readAtOnce}`,
    );
  }

  progress(network: string, account: Account): Promise<Progress | undefined> {
    return this.database.getAs(progressIn, sql`SELECT * FROM account WHERE ${isAccount(network, account)}`);
  }

  /** What a service asks, and asked, wherever it is paid. */
  asked(serviceId: string): Promise<readonly TermsPeriod[]> {
    return this.database.allAs(periodIn, sql`SELECT * FROM asked_terms WHERE service_id = ${serviceId}`);
  }

  /** What services ask, and asked, to be paid into an account. */
  periods(network: string, account: Account): Promise<readonly TermsPeriod[]> {
    return this.database.allAs(periodIn, sql`SELECT * FROM asked_terms WHERE ${isAccount(network, account)}`);
  }

  /**
   * Replaces the payments of some accounts in a range of blocks, so that a range that is recorded again is not counted again. A payment
   * that stays keeps its services. Returns the ids of the services whose sums changed.
   */
  record(portion: CountedPortion): Promise<string[]> {
    return this.database.transaction(function* () {
      const sheet = new PaymentSheet(portion.network);
      const accounts = yield* sheet.accountsOf(portion.accounts);
      const known = yield* sheet.paymentsIn(portion.from.block, portion.to.block, accounts);
      // Payments that were forgotten one by one are in the sums already.
      const now = new Map<string, AttributedSettlement>();
      for (const each of portion.settlements) {
        if (each.block > (yield* sheet.prunedTo(each))) now.set(keyOfPayment(each), each);
      }

      for (const [key, payment] of known) if (!now.has(key)) yield* sheet.remove(payment);
      for (const [key, settlement] of now) if (!known.has(key)) yield* sheet.add(settlement);
      yield* sheet.countedTo(accounts, portion);
      return yield* sheet.finish();
    });
  }

  async unmatched(network: string, count: number): Promise<AttributedSettlement[]> {
    const rows = await this.database.allAs(
      unmatchedIn,
      sql`SELECT asset, wallet, tx, at, payer, payment.units, block, place
          FROM account JOIN payee ON account_id = account.id AND services = '[]' JOIN payment ON payee_id = payee.id
          WHERE account.network = ${network} AND EXISTS (
            SELECT 1 FROM asked_terms AS asked
            WHERE asked.network = account.network AND asked.asset = account.asset AND asked.wallet = account.wallet
              AND ${matches})
          ORDER BY at DESC LIMIT ${count}`,
    );

    return rows.map(({ place, ...is }) => ({ ...is, index: place, services: [] }));
  }

  /** Gives payments that matched nobody's price to the services that they match now. Returns the ids of these. */
  assign(network: string, settlements: readonly AttributedSettlement[]): Promise<string[]> {
    return this.database.transaction(function* () {
      const sheet = new PaymentSheet(network);
      for (const settlement of settlements) {
        const payment = yield* sheet.find(settlement);
        if (!payment) continue;
        yield* sheet.remove(payment);
        yield* sheet.add(settlement);
      }
      return yield* sheet.finish();
    });
  }

  /** The checkpoints of a network, by ascending head. */
  checkpoints(network: string): Promise<readonly Checkpoint[]> {
    return this.database.allAs(
      checkpointIn,
      sql`SELECT head, hash, counted, is_sure FROM checkpoint WHERE network = ${network} ORDER BY head`,
    );
  }

  /** One with the same head keeps its hash, by which a replaced block is detected, and has to be confirmed again. */
  async addCheckpoint(network: string, { head, hash, counted, isSure }: Checkpoint): Promise<void> {
    const added = insert('checkpoint', { network, head, hash, counted, isSure });
    await this.database.run(
      sql`${added} ON CONFLICT (network, head) DO UPDATE SET is_sure = excluded.is_sure`,
    );
  }

  /** Notes that the chain has all checkpoints up to this head. Deletes all but the oldest and the newest of them. */
  async makeSure(network: string, head: number): Promise<void> {
    await this.database.transaction(function* () {
      yield* run(sql`UPDATE checkpoint SET is_sure = 1 WHERE network = ${network} AND head <= ${head}`);
      yield* run(
        sql`DELETE FROM checkpoint WHERE network = ${network} AND is_sure = 1
           AND head <> (SELECT min(head) FROM checkpoint WHERE network = ${network})
           AND head NOT IN (SELECT head FROM checkpoint WHERE network = ${network} ORDER BY head DESC LIMIT ${maxCheckpoints})`,
      );
    });
  }

  async rewind(network: string, block: number | undefined, head: number): Promise<void> {
    await this.database.transaction(function* () {
      yield* run(sql`DELETE FROM checkpoint WHERE network = ${network} AND head > ${head}`);
      if (block === undefined) yield* startAgain(network);
      else yield* goBack(network, block);
    });
  }

  forgetAfter(network: string, block: number): Promise<string[]> {
    return this.database.transaction(function* () {
      const sheet = new PaymentSheet(network);
      for (const payment of yield* sheet.paymentsAfter(block)) yield* sheet.remove(payment);
      return yield* sheet.finish();
    });
  }

  /** What was counted for each of these services, or for all that were ever paid. */
  async sums(services?: readonly string[]): Promise<Map<string, PayeeSum[]>> {
    const where = services ? sql`WHERE service_id IN ${these(services)}` : nothing;
    const pairs = await this.database.allAs(
      pairIn,
      sql`SELECT service_id, payee_id FROM payee_service ${where}`,
    );
    const payees = await this.database.allAs(
      payeeIn,
      sql`${payeeColumns} WHERE payee.id IN (SELECT payee_id FROM payee_service ${where})`,
    );
    const byId = new Map(payees.map((payee) => [payee.id, payee] as const));
    const sums = new Map<string, PayeeSum[]>((services ?? []).map((id) => [id, []]));

    for (const { serviceId, payeeId } of pairs) {
      const payee = byId.get(payeeId);
      if (payee) sums.set(serviceId, [...(sums.get(serviceId) ?? []), payee]);
    }
    return sums;
  }

  async payers(payees: readonly number[]): Promise<PayerSum> {
    const row = await this.database.get(
      sql`SELECT count(*) AS payers, CAST(coalesce(max(payments), 0) AS BIGINT) AS most FROM
            (SELECT sum(payments) AS payments FROM payer WHERE payee_id IN ${numbers(payees)} GROUP BY payer) AS each_payer`,
    );

    return payerSumIn(row);
  }

  days(serviceId: string, from: string): Promise<readonly PaymentDay[]> {
    return this.database.allAs(
      dayIn,
      sql`SELECT network, asset, wallet, date, payment_day.payments, payment_day.units, payment_day.payers
          FROM payee_service JOIN payment_day ON payment_day.payee_id = payee_service.payee_id
            JOIN payee ON payee.id = payee_service.payee_id JOIN account ON account.id = account_id
          WHERE service_id = ${serviceId} AND date >= ${from} ORDER BY date`,
    );
  }

  async payersOn(serviceId: string, date: string): Promise<number> {
    const start = Date.parse(date);
    const row = await this.database.get(
      sql`SELECT count(DISTINCT payer) AS payers FROM payment
          WHERE payee_id IN (SELECT payee_id FROM payee_service WHERE service_id = ${serviceId})
            AND at >= ${start} AND at < ${start + dayMs}`,
    );

    return payersIn(row).payers;
  }

  async recent(serviceId: string, count: number): Promise<StoredPayment[]> {
    const payees = await this.database.allAs(
      payeeIdIn,
      sql`SELECT payee_id FROM payee_service WHERE service_id = ${serviceId}`,
    );
    const payments = await Promise.all(
      payees.map(({ payeeId }) =>
        this.database.allAs(
          paymentIn,
          sql`SELECT payment.network, asset, wallet, tx, at, payer, payment.units
              FROM payment JOIN payee ON payee.id = payee_id JOIN account ON account.id = account_id
              WHERE payee_id = ${payeeId} ORDER BY at DESC, block DESC, place DESC LIMIT ${count}`,
        ),
      ),
    );

    return payments
      .flat()
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, count);
  }

  async totals(from?: string): Promise<TokenSum[]> {
    const sums = await this.database.allAs(
      tokenIn,
      from === undefined
        ? `SELECT network, asset, payments, units FROM payee JOIN account ON account.id = account_id WHERE services <> '[]'`
        : sql`SELECT network, asset, payment_day.payments, payment_day.units FROM payment_day
                JOIN payee ON payee.id = payee_id JOIN account ON account.id = account_id
              WHERE services <> '[]' AND date >= ${from}`,
    );
    const byToken = Map.groupBy(sums, ({ network, asset }) => `${network} ${asset}`);

    return [...byToken.values()].map((ofToken) => ofToken.reduce(plus));
  }

  async newest(): Promise<Map<string, BlockTime>> {
    const rows = await this.database.allAs(
      newestIn,
      `SELECT network, block, (SELECT max(to_at) FROM account WHERE network = newest.network AND to_block = block) AS at
       FROM (SELECT network, max(to_block) AS block FROM account WHERE to_block IS NOT NULL GROUP BY network) AS newest`,
    );

    return new Map(rows.map(({ network, ...newest }) => [network, newest]));
  }

  async prune(before: Date): Promise<void> {
    const time = before.getTime();
    await this.database.transaction(function* () {
      yield* run(
        sql`UPDATE account SET pruned_to = CASE WHEN pruned_to > pruned.block THEN pruned_to ELSE pruned.block END FROM
           (SELECT account_id, max(block) AS block FROM payment JOIN payee ON payee.id = payee_id
            WHERE at < ${time} GROUP BY account_id) AS pruned
         WHERE account.id = pruned.account_id`,
      );
      yield* run(sql`DELETE FROM payment WHERE at < ${time}`);
    });
  }
}

function isAccount(network: string, { asset, wallet }: Account): Statement {
  return sql`network = ${network} AND asset = ${asset} AND wallet = ${wallet}`;
}

function accountIn(row: unknown): CountedAccount {
  const { asset, wallet, since, isDeclared } = accountColumnsIn(row);

  return { asset, wallet, since, isDeclared, ...progressIn(row) };
}

function progressIn(row: unknown): Progress {
  const { fromBlock, fromAt, toBlock, toAt } = progressColumnsIn(row);

  return { from: blockTime(fromBlock, fromAt), to: blockTime(toBlock, toAt) };
}

function blockTime(block: number | null, at: number | null): BlockTime | null {
  return block === null || at === null ? null : { block, at: new Date(at) };
}

/** The times of blocks between two others are guessed, until the blocks are read again. */
function* goBack(network: string, block: number): Work<void> {
  yield* run(
    sql`UPDATE account SET to_block = CASE WHEN from_block > ${block} THEN from_block - 1 ELSE ${block} END,
          to_at = CASE WHEN from_block >= ${block} THEN from_at
            ELSE from_at + CAST(1.0 * (to_at - from_at) * (${block} - from_block) / (to_block - from_block) AS BIGINT) END
        WHERE network = ${network} AND to_block > ${block}`,
  );
}

function* startAgain(network: string): Work<void> {
  yield* run(
    sql`UPDATE account SET from_block = NULL, from_at = NULL, to_block = NULL, to_at = NULL WHERE network = ${network}`,
  );
}

function plus(a: TokenSum, b: TokenSum): TokenSum {
  return { ...a, payments: a.payments + b.payments, units: a.units + b.units };
}
