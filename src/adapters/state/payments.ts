import { z } from 'zod';
import { dayMs, hourMs } from '../../domain/duration.ts';
import {
  type AttributedSettlement,
  type Checkpoint,
  type CountedAccount,
  type CountedPortion,
  type StoredPayment,
  type PayeeSum,
  type PayerSum,
  type PaymentDay,
  printDeclared,
  type TermsChange,
  type TokenSum,
  type TermsPeriod,
} from '../../domain/payments.ts';
import { type Account, blockSpanMs, type BlockTime } from '../../domain/settlement.ts';
import { periodOf, replaceTerms } from './asked-terms.ts';
import { run, type StateDatabase, type Work } from './database.ts';
import { noteSubject, subjectOfRow } from './paid-subject.ts';
import { keyOfPayment, PaymentSheet, Services } from './payment-sheet.ts';

/** The newest checkpoints that are retained for each network, beside the oldest. */
const mostCheckpoints = 100;

/** Accounts read in one query. */
const readAtOnce = 1_000;

/** Buyers may pay for this long after a service asked for it. */
const lastWordMs = hourMs;

const Block = z.int().nullable();

const ProgressRow = z.object({ from_block: Block, from_at: Block, to_block: Block, to_at: Block });

const AccountRow = ProgressRow.extend({
  asset: z.string(),
  wallet: z.string(),
  since: z.int(),
  is_declared: z.int(),
});

type Progress = Pick<CountedAccount, 'from' | 'to'>;

const Units = z.string().transform(BigInt);

const TokenRow = z.object({ network: z.string(), asset: z.string(), payments: z.int(), units: Units });

const PayeeRow = TokenRow.extend({
  id: z.int(),
  wallet: z.string(),
  services: Services,
  payers: z.int(),
  most: z.int(),
  own: z.int(),
});

const DayRow = TokenRow.extend({ wallet: z.string(), date: z.string(), payers: z.int() });

const PaymentRow = z.object({
  network: z.string(),
  asset: z.string(),
  wallet: z.string(),
  tx: z.string(),
  at: z.int().transform((ms) => new Date(ms)),
  payer: z.string(),
  units: Units,
});

const UnmatchedRow = PaymentRow.omit({ network: true }).extend({ block: z.int(), place: z.int() });

const CheckpointRow = z.object({ head: z.int(), hash: z.string(), counted: z.int(), is_sure: z.int() });

const PayeeIdRow = z.object({ payee_id: z.int() });

const PairRow = PayeeIdRow.extend({ service_id: z.string() });

const NewestRow = z.object({ network: z.string(), block: z.int(), at: z.int() });

const PayersRow = z.object({ payers: z.int() });

const PayerSumRow = PayersRow.extend({ most: z.int() });

/** Payees; `most` are the payments of the busiest payer, `own` those of the wallet itself. */
const payeeColumns = `SELECT payee.id, network, asset, wallet, services, payments, payers, units,
    coalesce((SELECT max(payer.payments) FROM payer WHERE payer.payee_id = payee.id), 0) AS most,
    coalesce((SELECT payer.payments FROM payer WHERE payer.payee_id = payee.id AND payer = wallet), 0) AS own
  FROM payee JOIN account ON account.id = account_id`;

const IdRow = z.object({ service_id: z.string() });

/** Terms that a service declares to ask now. */
const declaredNow = "source = 'declared' AND until IS NULL";

/**
 * Whether a payment matches terms, as `servicesPaidBy` decides it: payments that match none must not fill an answer of limited length. Units
 * may exceed SQLite's integers, so they are compared as texts, which have no leading zeros.
 */
const matches = `(
  since <= at + ${String(blockSpanMs)} AND (until IS NULL OR until > at OR (until = at AND source = 'observed'))
    AND CASE is_limit
      WHEN 1 THEN (length(asked.units), asked.units) >= (length(payment.units), payment.units)
      ELSE asked.units = payment.units
    END
  OR ${declaredNow} AND asked.units = payment.units)`;

/** Stores what services asked, the payments that were counted, and how far. Sums stay for ever, single payments until they are pruned. */
export class SqlPayments {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async declare(changes: readonly TermsChange[]): Promise<void> {
    await this.#database.transaction(function* () {
      for (const { serviceId, subject, terms, at } of changes) {
        yield* replaceTerms(serviceId, 'declared', terms, { since: at, at });
        if (subject) yield* noteSubject(serviceId, subject, at);
      }
    });
  }

  async hasDeclared(): Promise<boolean> {
    const row = await this.#database.get(`SELECT 1 FROM asked_terms WHERE ${declaredNow} LIMIT 1`);

    return row !== undefined;
  }

  /** Those of these services that declare terms, each with a text that is equal for equal terms of one subject. */
  async declared(ids: readonly string[]): Promise<Map<string, string>> {
    const of = 'WHERE service_id IN (SELECT value FROM json_each(?))';
    const asked = JSON.stringify(ids);
    const rows = await this.#database.all(`SELECT * FROM asked_terms ${of} AND ${declaredNow}`, asked);
    const subjects = await this.#database.all(`SELECT * FROM paid_subject ${of}`, asked);
    const known = new Map(subjects.map(subjectOfRow));

    return new Map(
      [...Map.groupBy(rows.map(periodOf), ({ serviceId }) => serviceId)].map(([id, terms]) => {
        const subject = known.get(id);
        return [id, printDeclared(subject ? { subject, terms } : { terms })] as const;
      }),
    );
  }

  async declaredIds(after: string, limit: number): Promise<string[]> {
    const rows = await this.#database.all(
      `SELECT DISTINCT service_id FROM asked_terms WHERE service_id > ? AND ${declaredNow} ORDER BY service_id LIMIT ?`,
      after,
      limit,
    );

    return rows.map((row) => IdRow.parse(row).service_id);
  }

  async accounts(network: string, after: Date): Promise<CountedAccount[]> {
    const accounts: CountedAccount[] = [];
    for (;;) {
      const some = await this.#accountsAfter(accounts.at(-1), network, after);
      accounts.push(...some);
      if (some.length < readAtOnce) return accounts;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #accountsAfter(last: Account | undefined, network: string, after: Date): Promise<CountedAccount[]> {
    const rows = await this.#database.all(
      `SELECT asked.asset, asked.wallet, min(since) AS since, max(CASE WHEN source = 'declared' THEN 1 ELSE 0 END) AS is_declared,
         max(from_block) AS from_block, max(from_at) AS from_at, max(to_block) AS to_block, max(to_at) AS to_at
       FROM asked_terms AS asked LEFT JOIN account ON account.network = asked.network
         AND account.asset = asked.asset AND account.wallet = asked.wallet
       WHERE asked.network = ? AND (asked.asset, asked.wallet) > (?, ?)
         AND (until IS NULL OR (until > ? AND (to_at IS NULL OR to_at < until + ${String(lastWordMs)})))
       GROUP BY asked.asset, asked.wallet ORDER BY asked.asset, asked.wallet LIMIT ?`,
      network,
      last?.asset ?? '',
      last?.wallet ?? '',
      after.getTime(),
      readAtOnce,
    );

    return rows.map((row) => accountOf(AccountRow.parse(row)));
  }

  async progress(network: string, { asset, wallet }: Account): Promise<Progress | undefined> {
    const row = await this.#database.get(
      'SELECT from_block, from_at, to_block, to_at FROM account WHERE network = ? AND asset = ? AND wallet = ?',
      network,
      asset,
      wallet,
    );

    return row === undefined ? undefined : progressOf(ProgressRow.parse(row));
  }

  async asked(serviceId: string): Promise<TermsPeriod[]> {
    const rows = await this.#database.all('SELECT * FROM asked_terms WHERE service_id = ?', serviceId);

    return rows.map(periodOf);
  }

  /** What services ask, and asked, to be paid into an account. */
  async periods(network: string, { asset, wallet }: Account): Promise<TermsPeriod[]> {
    const rows = await this.#database.all(
      'SELECT * FROM asked_terms WHERE network = ? AND asset = ? AND wallet = ?',
      network,
      asset,
      wallet,
    );

    return rows.map(periodOf);
  }

  record(portion: CountedPortion): Promise<string[]> {
    return this.#database.transaction(function* () {
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
    const rows = await this.#database.all(
      `SELECT asset, wallet, tx, at, payer, payment.units, block, place
       FROM account JOIN payee ON account_id = account.id AND services = '[]' JOIN payment ON payee_id = payee.id
       WHERE account.network = ? AND EXISTS (
         SELECT 1 FROM asked_terms AS asked
         WHERE asked.network = account.network AND asked.asset = account.asset AND asked.wallet = account.wallet
           AND ${matches})
       ORDER BY at DESC LIMIT ?`,
      network,
      count,
    );

    return rows.map((row) => {
      const { place, ...is } = UnmatchedRow.parse(row);
      return { ...is, index: place, services: [] };
    });
  }

  assign(network: string, settlements: readonly AttributedSettlement[]): Promise<string[]> {
    return this.#database.transaction(function* () {
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

  async checkpoints(network: string): Promise<Checkpoint[]> {
    const rows = await this.#database.all(
      'SELECT head, hash, counted, is_sure FROM checkpoint WHERE network = ? ORDER BY head',
      network,
    );

    return rows.map((row) => {
      const { is_sure, ...is } = CheckpointRow.parse(row);
      return { ...is, isSure: is_sure === 1 };
    });
  }

  /** One with the same head keeps its hash, by which a replaced block is detected, and has to be confirmed again. */
  async addCheckpoint(network: string, { head, hash, counted, isSure }: Checkpoint): Promise<void> {
    await this.#database.run(
      `INSERT INTO checkpoint (network, head, hash, counted, is_sure) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (network, head) DO UPDATE SET is_sure = excluded.is_sure`,
      network,
      head,
      hash,
      counted,
      Number(isSure),
    );
  }

  async makeSure(network: string, head: number): Promise<void> {
    await this.#database.transaction(function* () {
      yield* run('UPDATE checkpoint SET is_sure = 1 WHERE network = ? AND head <= ?', network, head);
      yield* run(
        `DELETE FROM checkpoint WHERE network = ? AND is_sure = 1
           AND head <> (SELECT min(head) FROM checkpoint WHERE network = ?)
           AND head NOT IN (SELECT head FROM checkpoint WHERE network = ? ORDER BY head DESC LIMIT ?)`,
        network,
        network,
        network,
        mostCheckpoints,
      );
    });
  }

  async rewind(network: string, block: number | undefined, head: number): Promise<void> {
    await this.#database.transaction(function* () {
      yield* run('DELETE FROM checkpoint WHERE network = ? AND head > ?', network, head);
      if (block === undefined) yield* startAgain(network);
      else yield* goBack(network, block);
    });
  }

  forgetAfter(network: string, block: number): Promise<string[]> {
    return this.#database.transaction(function* () {
      const sheet = new PaymentSheet(network);
      for (const payment of yield* sheet.paymentsAfter(block)) yield* sheet.remove(payment);
      return yield* sheet.finish();
    });
  }

  async sums(services?: readonly string[]): Promise<Map<string, PayeeSum[]>> {
    const asked = services === undefined ? [] : [JSON.stringify(services)];
    const where = services === undefined ? '' : 'WHERE service_id IN (SELECT value FROM json_each(?))';
    const pairs = await this.#database.all(
      `SELECT service_id, payee_id FROM payee_service ${where}`,
      ...asked,
    );
    const rows = await this.#database.all(
      `${payeeColumns} WHERE payee.id IN (SELECT payee_id FROM payee_service ${where})`,
      ...asked,
    );
    const byId = new Map(rows.map((row) => PayeeRow.parse(row)).map((payee) => [payee.id, payee] as const));
    const sums = new Map<string, PayeeSum[]>((services ?? []).map((id) => [id, []]));

    for (const pair of pairs) {
      const { service_id, payee_id } = PairRow.parse(pair);
      const payee = byId.get(payee_id);
      if (payee) sums.set(service_id, [...(sums.get(service_id) ?? []), payee]);
    }
    return sums;
  }

  async payers(payees: readonly number[]): Promise<PayerSum> {
    const row = await this.#database.get(
      `SELECT count(*) AS payers, CAST(coalesce(max(payments), 0) AS BIGINT) AS most FROM
         (SELECT sum(payments) AS payments FROM payer
          WHERE payee_id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) GROUP BY payer) AS each_payer`,
      JSON.stringify(payees),
    );

    return PayerSumRow.parse(row);
  }

  async days(serviceId: string, from: string): Promise<PaymentDay[]> {
    const rows = await this.#database.all(
      `SELECT network, asset, wallet, date, payment_day.payments, payment_day.units, payment_day.payers
       FROM payee_service JOIN payment_day ON payment_day.payee_id = payee_service.payee_id
         JOIN payee ON payee.id = payee_service.payee_id JOIN account ON account.id = account_id
       WHERE service_id = ? AND date >= ? ORDER BY date`,
      serviceId,
      from,
    );

    return rows.map((row) => DayRow.parse(row));
  }

  async payersOn(serviceId: string, date: string): Promise<number> {
    const start = Date.parse(date);
    const row = await this.#database.get(
      `SELECT count(DISTINCT payer) AS payers FROM payment
       WHERE payee_id IN (SELECT payee_id FROM payee_service WHERE service_id = ?) AND at >= ? AND at < ?`,
      serviceId,
      start,
      start + dayMs,
    );

    return PayersRow.parse(row).payers;
  }

  async recent(serviceId: string, count: number): Promise<StoredPayment[]> {
    const payees = await this.#database.all(
      'SELECT payee_id FROM payee_service WHERE service_id = ?',
      serviceId,
    );
    const rows = await Promise.all(
      payees.map((row) =>
        this.#database.all(
          `SELECT payment.network, asset, wallet, tx, at, payer, payment.units
           FROM payment JOIN payee ON payee.id = payee_id JOIN account ON account.id = account_id
           WHERE payee_id = ? ORDER BY at DESC, block DESC, place DESC LIMIT ?`,
          PayeeIdRow.parse(row).payee_id,
          count,
        ),
      ),
    );

    return rows
      .flat()
      .map((row) => PaymentRow.parse(row))
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, count);
  }

  async totals(from?: string): Promise<TokenSum[]> {
    const rows = await (from === undefined
      ? this.#database.all(
          `SELECT network, asset, payments, units FROM payee JOIN account ON account.id = account_id
           WHERE services <> '[]'`,
        )
      : this.#database.all(
          `SELECT network, asset, payment_day.payments, payment_day.units FROM payment_day
           JOIN payee ON payee.id = payee_id JOIN account ON account.id = account_id
           WHERE services <> '[]' AND date >= ?`,
          from,
        ));
    const byToken = Map.groupBy(
      rows.map((row) => TokenRow.parse(row)),
      ({ network, asset }) => `${network} ${asset}`,
    );

    return [...byToken.values()].map((sums) => sums.reduce(plus));
  }

  async newest(): Promise<Map<string, BlockTime>> {
    const rows = await this.#database.all(
      `SELECT network, block, (SELECT max(to_at) FROM account WHERE network = newest.network AND to_block = block) AS at
       FROM (SELECT network, max(to_block) AS block FROM account WHERE to_block IS NOT NULL GROUP BY network) AS newest`,
    );

    return new Map(
      rows.map((row) => {
        const { network, block, at } = NewestRow.parse(row);
        return [network, { block, at: new Date(at) }] as const;
      }),
    );
  }

  async prune(before: Date): Promise<void> {
    const time = before.getTime();
    await this.#database.transaction(function* () {
      yield* run(
        `UPDATE account SET pruned_to = CASE WHEN pruned_to > pruned.block THEN pruned_to ELSE pruned.block END FROM
           (SELECT account_id, max(block) AS block FROM payment JOIN payee ON payee.id = payee_id
            WHERE at < ? GROUP BY account_id) AS pruned
         WHERE account.id = pruned.account_id`,
        time,
      );
      yield* run('DELETE FROM payment WHERE at < ?', time);
    });
  }
}

function accountOf(row: z.infer<typeof AccountRow>): CountedAccount {
  const { asset, wallet, since, is_declared } = row;

  return { asset, wallet, since: new Date(since), isDeclared: is_declared === 1, ...progressOf(row) };
}

function progressOf({ from_block, from_at, to_block, to_at }: z.infer<typeof ProgressRow>): Progress {
  return { from: blockTime(from_block, from_at), to: blockTime(to_block, to_at) };
}

function blockTime(block: number | null, at: number | null): BlockTime | null {
  return block === null || at === null ? null : { block, at: new Date(at) };
}

/** The times of blocks between two others are guessed, until the blocks are read again. */
function* goBack(network: string, block: number): Work<void> {
  yield* run(
    `UPDATE account SET to_block = CASE WHEN from_block > ? THEN from_block - 1 ELSE ? END,
       to_at = CASE WHEN from_block >= ? THEN from_at
         ELSE from_at + CAST(1.0 * (to_at - from_at) * (? - from_block) / (to_block - from_block) AS BIGINT) END
     WHERE network = ? AND to_block > ?`,
    ...[block, block, block, block],
    network,
    block,
  );
}

function* startAgain(network: string): Work<void> {
  yield* run(
    'UPDATE account SET from_block = NULL, from_at = NULL, to_block = NULL, to_at = NULL WHERE network = ?',
    network,
  );
}

function plus(a: TokenSum, b: TokenSum): TokenSum {
  return { ...a, payments: a.payments + b.payments, units: a.units + b.units };
}
