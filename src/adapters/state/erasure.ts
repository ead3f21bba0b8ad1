import { z } from 'zod';
import { all, run, type StateDatabase, type Work } from './database.ts';

/** What is to be forgotten: a service, a service with its id, or what a listed service declared before. */
export type Erased = 'service' | 'service-and-id' | 'former-declarations';

const IdRow = z.object({ id: z.int() });

/** Tables that need more than the deletion of the rows of a service. */
const special = ['listing', 'feed_change', 'idempotency', 'payee_service', 'asked_terms'];

export class SqlErasure {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  /**
   * Forgets a service, in every table and in the free space of the file. Its payments go too, except those that other services share with it.
   * Of the feed, the last change stays, so that mirrors still hear of the removal; not with its id, and not of a listed service, which the
   * next start calls updated. No server may run meanwhile: it would write back what it remembers.
   * Resolves to false when the database knew nothing of the service.
   */
  async forget(id: string, erased: Erased): Promise<boolean> {
    const named = await this.#database.tablesWith('service_id');
    const tables = named.filter((name) => !special.includes(name));
    const rows = await this.#database.transaction(() => countChanges(forgetRows(id, erased, tables)));
    await this.#database.compact();
    return rows > 0;
  }
}

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
    for (const table of tables) yield* run(`DELETE FROM ${table} WHERE service_id = ?`, id);
    yield* forgetPayments(id);
  } else yield* run('DELETE FROM seen_terms WHERE service_id = ?', id);
  yield* forgetAccounts(id, accounts);
  yield* forgetAnswers(id);
  // Lines of earlier erasures name it too.
  if (erased === 'service-and-id') yield* run('DELETE FROM audit_line WHERE subject = ?', id);
  yield* forgetChanges(id, erased);
}

/** Forgets what a service asked, and returns the accounts where it did. */
function* forgetTerms(id: string, erased: Erased): Work<number[]> {
  const which = erased === 'former-declarations' ? 'service_id = ? AND until IS NOT NULL' : 'service_id = ?';
  const accounts = yield* all(
    `SELECT DISTINCT account.id FROM asked_terms JOIN account USING (network, asset, wallet) WHERE ${which}`,
    id,
  );

  yield* run(`DELETE FROM asked_terms WHERE ${which}`, id);
  return accounts.map(idOf);
}

/** Where services share payments, their sums stay, and no longer name this one. */
function* forgetPayments(id: string): Work<void> {
  const own = yield* all('SELECT id FROM payee WHERE services = ?', JSON.stringify([id]));
  for (const payee of own.map(idOf)) yield* forgetPayee(payee);

  yield* run(
    `UPDATE payee SET services = replace(services, ?, '"erased-' || id || '"')
     WHERE id IN (SELECT payee_id FROM payee_service WHERE service_id = ?)`,
    JSON.stringify(id),
    id,
  );
  yield* run('DELETE FROM payee_service WHERE service_id = ?', id);
}

/** Forgets those of these accounts into which no service asks to be paid any more, unless payments to them are those of others. */
function* forgetAccounts(id: string, accounts: readonly number[]): Work<void> {
  const unused = yield* all(
    `SELECT id FROM account WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) AND NOT EXISTS
       (SELECT 1 FROM asked_terms AS asked
        WHERE (asked.network, asked.asset, asked.wallet) = (account.network, account.asset, account.wallet))`,
    JSON.stringify(accounts),
  );

  for (const account of unused.map(idOf)) {
    const payees = yield* all(
      "SELECT id FROM payee WHERE account_id = ? AND services IN ('[]', ?)",
      account,
      JSON.stringify([id]),
    );
    for (const payee of payees.map(idOf)) yield* forgetPayee(payee);
    yield* run(
      'DELETE FROM account WHERE id = ? AND NOT EXISTS (SELECT 1 FROM payee WHERE account_id = account.id)',
      account,
    );
  }
}

function* forgetPayee(payee: number): Work<void> {
  for (const table of ['payment', 'payment_day', 'payer', 'payee_service']) {
    yield* run(`DELETE FROM ${table} WHERE payee_id = ?`, payee);
  }
  yield* run('DELETE FROM payee WHERE id = ?', payee);
}

/** Answers to registrations repeat them, those to batches among others. */
function* forgetAnswers(id: string): Work<void> {
  yield* run(
    `DELETE FROM idempotency WHERE service_id = ? OR replace(body, ?, '') <> body OR replace(expected, ?, '') <> expected`,
    id,
    JSON.stringify(id),
    JSON.stringify(id),
  );
}

/** Clients that follow the feed from an erased change have to begin with an export. */
function* forgetChanges(id: string, erased: Erased): Work<void> {
  const last =
    erased === 'service'
      ? 'SELECT max(number) FROM feed_change WHERE service_id = ?'
      : 'CAST(NULL AS BIGINT)';
  const values = erased === 'service' ? [id, id] : [id];

  yield* run(`DELETE FROM feed_change WHERE service_id = ? AND number IS DISTINCT FROM (${last})`, ...values);
  yield* run(
    'UPDATE feed_change SET news = NULL, category = NULL, changed_by = NULL WHERE service_id = ?',
    id,
  );
  if (erased === 'service-and-id') yield* run('DELETE FROM listing WHERE service_id = ?', id);
  else {
    yield* run(
      `UPDATE listing SET name = service_id, endpoint = '', digest = '', seen = NULL, profile = NULL
       WHERE service_id = ?`,
      id,
    );
  }
}

function idOf(row: unknown): number {
  return IdRow.parse(row).id;
}
