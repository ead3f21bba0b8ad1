import { z } from 'zod';
import {
  type Buyer,
  type BuyerSum,
  fundings,
  type LookedBuyer,
  type TokenUnit,
} from '../../domain/payments.ts';
import { printSubject } from '../../domain/subject.ts';
import { isBuyer } from './buyer-sheet.ts';
import { run, type StateDatabase } from './database.ts';

const SumRow = z.object({
  service_id: z.string(),
  network: z.string(),
  asset: z.string(),
  funding: z.enum(fundings),
  endpoint: z.string(),
  wallet: z.string(),
  wallets: z.int(),
  paid: z.number(),
  weight: z.number(),
});

const DueRow = z.object({
  service_id: z.string(),
  asset: z.string(),
  payer: z.string(),
  units: z.string().transform(BigInt),
  last_block: z.int(),
});

const WalletRow = z.object({ service_id: z.string(), wallet: z.string() });

/** The wallets that services were paid at, by their terms of all times and by their payments. */
const paidAt = `SELECT service_id, wallet FROM asked_terms WHERE network = ? AND service_id IN (SELECT value FROM json_each(?))
  UNION SELECT service_id, wallet FROM payee_service JOIN payee ON payee.id = payee_id JOIN account ON account.id = account_id
    WHERE network = ? AND service_id IN (SELECT value FROM json_each(?))`;

/** Units as a number: exact enough for a score, which rounds. */
const number = (column: string): string => `CAST(${column} AS DOUBLE PRECISION)`;

/** Stores who paid services since their present subjects were first seen, and who funded these wallets. Payments bring them in. */
export class SqlBuyers {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async sums(tokens: readonly TokenUnit[], services?: readonly string[]): Promise<Map<string, BuyerSum[]>> {
    const units = tokens.map(({ one, ...token }) => ({ ...token, one: String(one) }));
    const asked = services === undefined ? [] : [JSON.stringify(services)];
    const looked = `${number('looked_units')} / one`;
    const rows = await this.#database.all(
      `SELECT buyer.service_id, buyer.network, buyer.asset, coalesce(funding, 'unknown') AS funding, endpoint, wallet,
         count(*) AS wallets, sum(${number('units')} / one) AS paid,
         sum(CASE WHEN looked_units IS NULL THEN 0 WHEN ${looked} < 1 THEN ${looked} ELSE 1 END) AS weight
       FROM (SELECT json_extract(value, '$.network') AS network, json_extract(value, '$.asset') AS asset,
           ${number("json_extract(value, '$.one')")} AS one FROM json_each(?)) AS token
         JOIN buyer ON buyer.network = token.network AND buyer.asset = token.asset
         JOIN paid_subject ON paid_subject.service_id = buyer.service_id
       ${services === undefined ? '' : 'WHERE buyer.service_id IN (SELECT value FROM json_each(?))'}
       GROUP BY buyer.service_id, buyer.network, buyer.asset, coalesce(funding, 'unknown'), endpoint, wallet`,
      JSON.stringify(units),
      ...asked,
    );

    return Map.groupBy(rows.map(sumOf), ({ serviceId }) => serviceId);
  }

  async due(network: string, triedBefore: Date, count: number): Promise<Buyer[]> {
    const rows = await this.#database.all(
      `SELECT service_id, asset, payer, units, last_block FROM buyer
       WHERE network = ? AND (tried_at IS NULL OR tried_at < ?)
         AND (funding IS NULL OR ${number('units')} >= 2 * ${number('looked_units')})
       ORDER BY coalesce(tried_at, 0), service_id, payer LIMIT ?`,
      network,
      triedBefore.getTime(),
      count,
    );

    return rows.map((row) => {
      const { service_id, last_block, ...is } = DueRow.parse(row);
      return { ...is, serviceId: service_id, lastBlock: last_block };
    });
  }

  async noteTry(network: string, buyers: readonly Buyer[], at: Date): Promise<void> {
    await this.#database.transaction(function* () {
      for (const buyer of buyers) {
        yield* run(`UPDATE buyer SET tried_at = ? WHERE ${isBuyer}`, at.getTime(), ...keyOf(network, buyer));
      }
    });
  }

  async noteFunding(network: string, buyers: readonly LookedBuyer[]): Promise<string[]> {
    await this.#database.transaction(function* () {
      for (const buyer of buyers) {
        yield* run(
          `UPDATE buyer SET funding = ?, looked_units = ? WHERE ${isBuyer}`,
          buyer.funding,
          String(buyer.units),
          ...keyOf(network, buyer),
        );
      }
    });

    return [...new Set(buyers.map(({ serviceId }) => serviceId))];
  }

  async walletsOf(network: string, services: readonly string[]): Promise<Map<string, string[]>> {
    const asked = JSON.stringify(services);
    const rows = await this.#database.all(paidAt, network, asked, network, asked);
    const found = rows.map((row) => WalletRow.parse(row));

    return new Map(
      [...Map.groupBy(found, ({ service_id }) => service_id)].map(([id, wallets]) => [
        id,
        wallets.map(({ wallet }) => wallet),
      ]),
    );
  }
}

function keyOf(network: string, { serviceId, asset, payer }: Buyer): string[] {
  return [serviceId, network, asset, payer];
}

function sumOf(row: unknown): BuyerSum {
  const { service_id, endpoint, wallet, network, ...is } = SumRow.parse(row);

  return { ...is, network, serviceId: service_id, subject: printSubject({ endpoint, network, wallet }) };
}
