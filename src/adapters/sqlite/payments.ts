import { z } from 'zod';
import {
  type AttributedSettlement,
  type Checkpoint,
  type CountedAccount,
  type CountedPortion,
  type KeptPayment,
  type PayerSum,
  type PaymentDay,
  type PaymentSums,
  printTerms,
  type TermsChange,
  type TokenSum,
  type TermsPeriod,
} from '../../domain/payments.ts';
import type { Account, BlockTime } from '../../domain/settlement.ts';
import { periodOf, replaceTerms } from './asked-terms.ts';
import type { StateDatabase, Statements } from './database.ts';
import { keyOfPayment, PaymentSheet } from './payment-sheet.ts';

/** Checkpoints kept for each network. */
const mostCheckpoints = 100;

/** Accounts read in one query. */
const readAtOnce = 1_000;

const Block = z.int().nullable();

const ProgressRow = z.object({ from_block: Block, from_at: Block, to_block: Block, to_at: Block });

const AccountRow = ProgressRow.extend({
  asset: z.string(),
  wallet: z.string(),
  since: z.int(),
  is_declared: z.int(),
});

type Progress = Pick<CountedAccount, 'from' | 'to'>;

const Services = z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text)));

const TokenRow = z.object({
  network: z.string(),
  asset: z.string(),
  payments: z.int(),
  units: z.string().transform(BigInt),
});

const SumRow = z.object({
  service_id: z.string(),
  id: z.int(),
  network: z.string(),
  asset: z.string(),
  wallet: z.string(),
  services: Services,
  payments: z.int(),
  payers: z.int(),
  units: z.string().transform(BigInt),
  most: z.int(),
  own: z.int(),
});
type SumRow = z.infer<typeof SumRow>;

const DayRow = z.object({
  network: z.string(),
  asset: z.string(),
  wallet: z.string(),
  date: z.string(),
  payments: z.int(),
  units: z.string().transform(BigInt),
  payers: z.int(),
});

const KeptRow = z.object({
  network: z.string(),
  asset: z.string(),
  wallet: z.string(),
  tx: z.string(),
  at: z.int().transform((ms) => new Date(ms)),
  payer: z.string(),
  units: z.string().transform(BigInt),
});

const UnmatchedRow = KeptRow.omit({ network: true }).extend({ block: z.int(), place: z.int() });

const CheckpointRow = z.object({ block: z.int(), hash: z.string() });

const PayersRow = z.object({ payers: z.int(), most: z.int() });

const nothing: PaymentSums = { sums: [], payers: { payers: 0, most: 0, own: 0 } };

/** The sums of payees; `most` are the payments of the busiest payer, `own` those of the wallet itself. */
const sumColumns = `SELECT service_id, payee.id, network, asset, wallet, services, payments, payers, units,
    coalesce((SELECT max(payer.payments) FROM payer WHERE payer.payee_id = payee.id), 0) AS most,
    coalesce((SELECT payer.payments FROM payer WHERE payer.payee_id = payee.id AND payer = wallet), 0) AS own
  FROM payee JOIN account ON account.id = account_id`;

/** Keeps what services asked, the payments that were counted, and how far. Sums stay for ever, single payments until they are pruned. */
export class SqlitePayments {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  /** Notes what services declare to ask from now on. */
  async declare(changes: readonly TermsChange[]): Promise<void> {
    await this.#database.transaction((statements) => {
      for (const { serviceId, terms, at } of changes) {
        replaceTerms(serviceId, 'declared', terms, { since: at, at }, statements);
      }
    });
  }

  /** The ids of services that declare terms, each with a text that is equal for equal terms. */
  async declared(): Promise<Map<string, string>> {
    const rows = await this.#database.all(
      "SELECT * FROM asked_terms WHERE source = 'declared' AND until IS NULL",
    );

    return new Map(
      [...Map.groupBy(rows.map(periodOf), ({ serviceId }) => serviceId)].map(([id, periods]) => [
        id,
        printTerms(periods),
      ]),
    );
  }

  /** The accounts of a network that services ask to be paid into, or did after `after`. Leaves the event loop free in between. */
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
  async #accountsAfter(last: Account | undefined, network: string, after: Date): Promise<CountedAccount[]> {
    const rows = await this.#database.all(
      `SELECT asked.asset, asked.wallet, min(since) AS since, max(source = 'declared') AS is_declared,
         from_block, from_at, to_block, to_at
       FROM asked_terms AS asked LEFT JOIN account ON account.network = asked.network
         AND account.asset = asked.asset AND account.wallet = asked.wallet
       WHERE asked.network = ? AND (asked.asset, asked.wallet) > (?, ?) AND (until IS NULL OR until > ?)
       GROUP BY asked.asset, asked.wallet ORDER BY asked.asset, asked.wallet LIMIT ?`,
      network,
      last?.asset ?? '',
      last?.wallet ?? '',
      after.getTime(),
      readAtOnce,
    );

    return rows.map((row) => accountOf(AccountRow.parse(row)));
  }

  /** How far the payments to an account are counted; undefined before the first pass. */
  async progress(network: string, { asset, wallet }: Account): Promise<Progress | undefined> {
    const row = await this.#database.get(
      'SELECT from_block, from_at, to_block, to_at FROM account WHERE network = ? AND asset = ? AND wallet = ?',
      network,
      asset,
      wallet,
    );

    return row === undefined ? undefined : progressOf(ProgressRow.parse(row));
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

  /**
   * Replaces the payments of some accounts in a range of blocks, so that a range that is recorded again is not counted again. A payment
   * that stays keeps its services. Returns the ids of the services whose sums changed.
   */
  record(portion: CountedPortion, checkpoint?: Checkpoint): Promise<string[]> {
    return this.#database.transaction((statements) => {
      const sheet = new PaymentSheet(portion.network, statements);
      const accounts = sheet.accountIds(portion.accounts);
      const known = sheet.paymentsIn(portion.from.block, portion.to.block, accounts);
      const now = new Map(portion.settlements.map((each) => [keyOfPayment(each), each] as const));

      for (const [key, payment] of known) if (!now.has(key)) sheet.remove(payment);
      for (const [key, settlement] of now) if (!known.has(key)) sheet.add(settlement);
      sheet.countedTo(accounts, portion);
      if (checkpoint) addCheckpoint(portion.network, checkpoint, statements);
      return sheet.finish();
    });
  }

  /** Payments that match nobody's price, the newest first. */
  async unmatched(network: string, count: number): Promise<AttributedSettlement[]> {
    const rows = await this.#database.all(
      `SELECT asset, wallet, tx, at, payer, payment.units, block, place
       FROM account JOIN payee ON account_id = account.id AND services = '[]' JOIN payment ON payee_id = payee.id
       WHERE account.network = ? ORDER BY at DESC LIMIT ?`,
      network,
      count,
    );

    return rows.map((row) => {
      const { place, ...is } = UnmatchedRow.parse(row);
      return { ...is, index: place, services: [] };
    });
  }

  /** Gives payments that matched nobody's price to the services that they match now. Returns the ids of these. */
  assign(network: string, settlements: readonly AttributedSettlement[]): Promise<string[]> {
    return this.#database.transaction((statements) => {
      const sheet = new PaymentSheet(network, statements);
      for (const settlement of settlements) {
        const payment = sheet.find(settlement);
        if (!payment) continue;
        sheet.remove(payment);
        sheet.add(settlement);
      }
      return sheet.finish();
    });
  }

  /** The checkpoints of a network, the newest first. */
  async checkpoints(network: string): Promise<Checkpoint[]> {
    const rows = await this.#database.all(
      'SELECT block, hash FROM checkpoint WHERE network = ? ORDER BY block DESC',
      network,
    );

    return rows.map((row) => CheckpointRow.parse(row));
  }

  /** Has all blocks after this one counted again. */
  async rewind(network: string, block: number): Promise<void> {
    await this.#database.transaction((statements) => {
      statements.run('DELETE FROM checkpoint WHERE network = ? AND block > ?', network, block);
      statements.run(
        `UPDATE account SET to_block = max(?, from_block - 1) WHERE network = ? AND to_block > ?`,
        block,
        network,
        block,
      );
    });
  }

  /** What was counted for each of these services, or for all that were ever paid. */
  async sums(services?: readonly string[]): Promise<Map<string, PaymentSums>> {
    const rows = await this.#database.all(
      `${sumColumns} JOIN payee_service ON payee_id = payee.id
       ${services === undefined ? '' : 'WHERE service_id IN (SELECT value FROM json_each(?))'}`,
      ...(services === undefined ? [] : [JSON.stringify(services)]),
    );
    const byService = Map.groupBy(
      rows.map((row) => SumRow.parse(row)),
      ({ service_id }) => service_id,
    );
    const sums = new Map<string, PaymentSums>();

    for (const [id, own] of byService) sums.set(id, { sums: own, payers: await this.#payersOf(own) });
    for (const id of services ?? []) if (!sums.has(id)) sums.set(id, nothing);
    return sums;
  }

  /** The days of a service from `from` on, oldest first, one for each account. */
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

  /** The last payments of a service, newest first. */
  async recent(serviceId: string, count: number): Promise<KeptPayment[]> {
    const payees = z
      .array(z.object({ payee_id: z.int() }))
      .parse(await this.#database.all('SELECT payee_id FROM payee_service WHERE service_id = ?', serviceId));
    const rows = await Promise.all(
      payees.map(({ payee_id }) =>
        this.#database.all(
          `SELECT payment.network, asset, wallet, tx, at, payer, payment.units
           FROM payment JOIN payee ON payee.id = payee_id JOIN account ON account.id = account_id
           WHERE payee_id = ? ORDER BY at DESC, block DESC, place DESC LIMIT ?`,
          payee_id,
          count,
        ),
      ),
    );

    return rows
      .flat()
      .map((row) => KeptRow.parse(row))
      .sort((a, b) => b.at.getTime() - a.at.getTime())
      .slice(0, count);
  }

  /** The payments that belong to services, each once, by token. */
  async totals(): Promise<TokenSum[]> {
    const rows = await this.#database.all(
      `SELECT network, asset, payments, units FROM payee JOIN account ON account.id = account_id
       WHERE services <> '[]'`,
    );
    const byToken = Map.groupBy(
      rows.map((row) => TokenRow.parse(row)),
      ({ network, asset }) => `${network} ${asset}`,
    );

    return [...byToken.values()].map((sums) => sums.reduce(plus));
  }

  /** Deletes the single payments made before a time; their sums stay. */
  async prune(before: Date): Promise<void> {
    await this.#database.run('DELETE FROM payment WHERE at < ?', before.getTime());
  }

  /** With one payee, its own numbers tell; a payer of several must not be counted several times. */
  async #payersOf(rows: readonly SumRow[]): Promise<PayerSum> {
    const own = rows.reduce((sum, { own: payments }) => sum + payments, 0);
    const [only, ...others] = rows;
    if (only && others.length === 0) return { payers: only.payers, most: only.most, own };

    const together = await this.#database.get(
      `SELECT count(*) AS payers, coalesce(max(payments), 0) AS most FROM
         (SELECT sum(payments) AS payments FROM payer
          WHERE payee_id IN (SELECT value FROM json_each(?)) GROUP BY payer)`,
      JSON.stringify(rows.map(({ id }) => id)),
    );
    return { ...PayersRow.parse(together), own };
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

function addCheckpoint(network: string, { block, hash }: Checkpoint, statements: Statements): void {
  statements.run(
    'INSERT OR REPLACE INTO checkpoint (network, block, hash) VALUES (?, ?, ?)',
    network,
    block,
    hash,
  );
  statements.run(
    `DELETE FROM checkpoint WHERE network = ? AND block <= (SELECT block FROM checkpoint WHERE network = ?
       ORDER BY block DESC LIMIT 1 OFFSET ?)`,
    network,
    network,
    mostCheckpoints,
  );
}

function plus(a: TokenSum, b: TokenSum): TokenSum {
  return { ...a, payments: a.payments + b.payments, units: a.units + b.units };
}
