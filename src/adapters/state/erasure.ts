import { z } from 'zod';
import { allAs, run, SqlStore, type Work } from './database.ts';
import { rowOf } from './row.ts';
import { numbers, sql, verbatim } from './sql.ts';

/** What is to be forgotten: a service, a service with its id, or what a listed service declared before. */
export type Erased = 'service' | 'service-and-id' | 'former-declarations';

const idIn = rowOf({ id: z.int() });

/** Tables that need more than the deletion of the rows of a service. */
const special = ['listing', 'feed_change', 'idempotency', 'payee_service', 'asked_terms'];

/** Deletes what the database holds of a service. */
export class SqlErasure extends SqlStore {
  /**
   * Forgets a service, in every table and in the free space of the file. Its payments go too, except those that other services share with it.
   * Of the feed, the last change stays, so that mirrors still hear of the removal; not with its id, and not of a listed service, which the
   * next start calls updated. No server may run meanwhile: it would write back what it remembers.
   * Resolves to false when the database knew nothing of the service.
   */
  async forget(id: string, erased: Erased): Promise<boolean> {
    const named = await this.database.tablesWith('service_id');
    const tables = named.filter((name) => !special.includes(name));
    const rows = await this.database.transaction(() => countChanges(forgetRows(id, erased, tables)));
    await this.database.compact();
    return rows > 0;
  }
}

/** Runs work, and returns how many rows it changed. */
function* countChanges(work: Work<void>): Work<number> {
  let changed = 0;
  let step = work.next();
  while (step.done !== true) {
    const answer = yield step.value;
    changed += answer.changes;
    step = work.next(answer);
  }
  return changed;
}

/** `tables` have rows of services, and need nothing but the deletion of those. */
function* forgetRows(id: string, erased: Erased, tables: readonly string[]): Work<void> {
  const accounts = yield* forgetTerms(id, erased);
  if (erased !== 'former-declarations') {
    for (const table of tables) yield* run(sql`DELETE FROM ${verbatim(table)} WHERE service_id = ${id}`);
    yield* forgetPayments(id);
  } else yield* run(sql`DELETE FROM seen_terms WHERE service_id = ${id}`);
  yield* forgetAccounts(id, accounts);
  yield* forgetAnswers(id);
  // Lines of earlier erasures name it too.
  if (erased === 'service-and-id') yield* run(sql`DELETE FROM audit_line WHERE subject = ${id}`);
  yield* forgetChanges(id, erased);
}

/** Forgets what a service asked, and returns the accounts where it did. */
function* forgetTerms(id: string, erased: Erased): Work<readonly number[]> {
  const isOver = verbatim(erased === 'former-declarations' ? 'AND until IS NOT NULL' : '');
  const which = sql`service_id = ${id} ${isOver}`;
  const accounts = yield* allAs(
    idOf,
    sql`SELECT DISTINCT account.id FROM asked_terms JOIN account USING (network, asset, wallet) WHERE ${which}`,
  );

  yield* run(sql`DELETE FROM asked_terms WHERE ${which}`);
  return accounts;
}

/** Where services share payments, their sums stay, and no longer name this one. */
function* forgetPayments(id: string): Work<void> {
  const own = yield* allAs(idOf, sql`SELECT id FROM payee WHERE services = ${JSON.stringify([id])}`);
  for (const payee of own) yield* forgetPayee(payee);

  yield* run(
    sql`UPDATE payee SET services = replace(services, ${JSON.stringify(id)}, '"erased-' || id || '"')
        WHERE id IN (SELECT payee_id FROM payee_service WHERE service_id = ${id})`,
  );
  yield* run(sql`DELETE FROM payee_service WHERE service_id = ${id}`);
}

/** Forgets those of these accounts into which no service asks to be paid any more, unless payments to them are those of others. */
function* forgetAccounts(id: string, accounts: readonly number[]): Work<void> {
  const unused = yield* allAs(
    idOf,
    sql`SELECT id FROM account WHERE id IN ${numbers(accounts)} AND NOT EXISTS
          (SELECT 1 FROM asked_terms AS asked
           WHERE (asked.network, asked.asset, asked.wallet) = (account.network, account.asset, account.wallet))`,
  );

  for (const account of unused) {
    const payees = yield* allAs(
      idOf,
      sql`SELECT id FROM payee WHERE account_id = ${account} AND services IN ('[]', ${JSON.stringify([id])})`,
    );
    for (const payee of payees) yield* forgetPayee(payee);
    yield* run(
      sql`DELETE FROM account WHERE id = ${account} AND NOT EXISTS (SELECT 1 FROM payee WHERE account_id = account.id)`,
    );
  }
}

function* forgetPayee(payee: number): Work<void> {
  for (const table of ['payment', 'payment_day', 'payer', 'payee_service']) {
    yield* run(sql`DELETE FROM ${verbatim(table)} WHERE payee_id = ${payee}`);
  }
  yield* run(sql`DELETE FROM payee WHERE id = ${payee}`);
}

/** Answers to registrations repeat them, those to batches among others. */
function* forgetAnswers(id: string): Work<void> {
  const named = JSON.stringify(id);
  yield* run(
    sql`DELETE FROM idempotency
        WHERE service_id = ${id} OR replace(body, ${named}, '') <> body OR replace(expected, ${named}, '') <> expected`,
  );
}

/** Clients that follow the feed from an erased change have to begin with an export. */
function* forgetChanges(id: string, erased: Erased): Work<void> {
  const last =
    erased === 'service'
      ? sql`(SELECT max(number) FROM feed_change WHERE service_id = ${id})`
      : verbatim('CAST(NULL AS BIGINT)');

  yield* run(sql`DELETE FROM feed_change WHERE service_id = ${id} AND number IS DISTINCT FROM ${last}`);
  yield* run(
    sql`UPDATE feed_change SET news = NULL, category = NULL, changed_by = NULL WHERE service_id = ${id}`,
  );
  if (erased === 'service-and-id') yield* run(sql`DELETE FROM listing WHERE service_id = ${id}`);
  else {
    yield* run(
      sql`UPDATE listing SET name = service_id, endpoint = '', digest = '', seen = NULL, profile = NULL
          WHERE service_id = ${id}`,
    );
  }
}

function idOf(row: unknown): number {
  return idIn(row).id;
}
