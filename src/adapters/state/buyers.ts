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
import { run, SqlStore } from './database.ts';
import { rowOf, units } from './row.ts';
import { nothing, sql, type Statement, these, verbatim } from './sql.ts';

const sumColumnsIn = rowOf({
  serviceId: z.string(),
  network: z.string(),
  asset: z.string(),
  funding: z.enum(fundings),
  endpoint: z.string(),
  wallet: z.string(),
  wallets: z.int(),
  paid: z.number(),
  weight: z.number(),
});

const buyerIn = rowOf({
  serviceId: z.string(),
  asset: z.string(),
  payer: z.string(),
  units,
  lastBlock: z.int(),
});

const walletIn = rowOf({ serviceId: z.string(), wallet: z.string() });

/** Units as a number: exact enough for a score, which rounds. */
const number = (column: string): Statement => verbatim(`CAST(${column} AS DOUBLE PRECISION)`);

/** Stores who paid services since their present subjects were first seen, and who funded these wallets. Payments bring them in. */
export class SqlBuyers extends SqlStore {
  /** The buyers of each of these services, or of all, in tokens of these units. */
  async sums(tokens: readonly TokenUnit[], services?: readonly string[]): Promise<Map<string, BuyerSum[]>> {
    const known = JSON.stringify(tokens.map(({ one, ...token }) => ({ ...token, one: String(one) })));
    const looked = sql`${number('looked_units')} / one`;
    const where = services ? sql`WHERE buyer.service_id IN ${these(services)}` : nothing;
    const sums = await this.database.allAs(
      sumIn,
      sql`SELECT buyer.service_id, buyer.network, buyer.asset, coalesce(funding, 'unknown') AS funding, endpoint, wallet,
            count(*) AS wallets, sum(${number('units')} / one) AS paid,
            sum(CASE WHEN looked_units IS NULL THEN 0 WHEN ${looked} < 1 THEN ${looked} ELSE 1 END) AS weight
          FROM (SELECT json_extract(value, '$.network') AS network, json_extract(value, '$.asset') AS asset,
              ${number("json_extract(value, '$.one')")} AS one FROM json_each(${known})) AS token
            JOIN buyer ON buyer.network = token.network AND buyer.asset = token.asset
            JOIN paid_subject ON paid_subject.service_id = buyer.service_id
          ${where}
          GROUP BY buyer.service_id, buyer.network, buyer.asset, coalesce(funding, 'unknown'), endpoint, wallet`,
    );

    return Map.groupBy(sums, ({ serviceId }) => serviceId);
  }

  /** Buyers whose funding nobody has looked up, or who have paid twice as much since; those that were never tried first. */
  due(network: string, triedBefore: Date, count: number): Promise<readonly Buyer[]> {
    return this.database.allAs(
      buyerIn,
      sql`SELECT service_id, asset, payer, units, last_block FROM buyer
          WHERE network = ${network} AND (tried_at IS NULL OR tried_at < ${triedBefore})
            AND (funding IS NULL OR ${number('units')} >= 2 * ${number('looked_units')})
          ORDER BY coalesce(tried_at, 0), service_id, payer LIMIT ${count}`,
    );
  }

  async noteTry(network: string, buyers: readonly Buyer[], at: Date): Promise<void> {
    await this.database.transaction(function* () {
      for (const buyer of buyers) {
        yield* run(sql`UPDATE buyer SET tried_at = ${at} WHERE ${isBuyer({ network, ...buyer })}`);
      }
    });
  }

  /** Notes who funded buyers, unless they are gone. Returns the ids of their services. */
  async noteFunding(network: string, buyers: readonly LookedBuyer[]): Promise<string[]> {
    await this.database.transaction(function* () {
      for (const buyer of buyers) {
        yield* run(
          sql`UPDATE buyer SET funding = ${buyer.funding}, looked_units = ${buyer.units} WHERE ${isBuyer({ network, ...buyer })}`,
        );
      }
    });

    return [...new Set(buyers.map(({ serviceId }) => serviceId))];
  }

  /** The wallets on a network that each of these services is or was paid at, by its terms of all times and by its payments. */
  async walletsOf(network: string, services: readonly string[]): Promise<Map<string, string[]>> {
    const isOne = sql`network = ${network} AND service_id IN ${these(services)}`;
    const found = await this.database.allAs(
      walletIn,
      sql`SELECT service_id, wallet FROM asked_terms WHERE ${isOne}
          UNION SELECT service_id, wallet FROM payee_service JOIN payee ON payee.id = payee_id JOIN account ON account.id = account_id
            WHERE ${isOne}`,
    );
    const byService = Map.groupBy(found, ({ serviceId }) => serviceId);

    return new Map([...byService].map(([id, wallets]) => [id, wallets.map(({ wallet }) => wallet)]));
  }
}

function sumIn(row: unknown): BuyerSum {
  const { endpoint, wallet, ...is } = sumColumnsIn(row);

  return { ...is, subject: printSubject({ endpoint, network: is.network, wallet }) };
}
