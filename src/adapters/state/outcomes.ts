import { z } from 'zod';
import type {
  NewRecord,
  NumberedRecord,
  OutcomeRecord,
  RecordExtent,
  WaitingClaim,
} from '../../domain/outcome.ts';
import { get, run, type StateDatabase } from './database.ts';

const RecordRow = z.object({ number: z.int(), record: z.string() });
const ServiceRow = z.object({ service_id: z.string() });
const ExtentRow = z.object({ records: z.int(), last: z.int() });
const WaitingRow = z.object({ id: z.string(), service_id: z.string(), claim: z.string(), since: z.int() });

const WaitingCounts = z.object({ waiting: z.int(), alike: z.int() });

/** What buyers say, what owners answer, and what was found out about it. Records are only added. */
export class SqlOutcomes {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async add(records: readonly NewRecord[]): Promise<boolean> {
    return this.#database.transaction(function* () {
      for (const { record, claim, replaces = '' } of records) {
        const isKnown = 'SELECT 1 FROM outcome WHERE id = ? OR (claim = ? AND id <> ?)';
        if ((yield* get(isKnown, record.id, claim, replaces)) !== undefined) return false;
      }
      for (const { record, claim, replaces } of records) {
        if (replaces !== undefined) yield* run('UPDATE outcome SET claim = NULL WHERE id = ?', replaces);
        const isFound = record.kind === 'statement' && record.class === 'payer' ? 0 : 1;
        yield* run(
          'INSERT INTO outcome (id, service_id, claim, record, is_found) VALUES (?, ?, ?, ?, ?)',
          record.id,
          record.service,
          claim,
          JSON.stringify(record),
          isFound,
        );
        if (record.kind === 'finding') {
          yield* run('UPDATE outcome SET is_found = 1 WHERE id = ?', record.statement);
        }
      }
      return true;
    });
  }

  async claimed(claim: string): Promise<OutcomeRecord | undefined> {
    const row = await this.#database.get('SELECT number, record FROM outcome WHERE claim = ?', claim);

    return row === undefined ? undefined : recordIn(row).record;
  }

  async find(id: string): Promise<OutcomeRecord | undefined> {
    const row = await this.#database.get('SELECT number, record FROM outcome WHERE id = ?', id);

    return row === undefined ? undefined : recordIn(row).record;
  }

  async of(service: string): Promise<OutcomeRecord[]> {
    const rows = await this.#database.all(
      'SELECT number, record FROM outcome WHERE service_id = ? ORDER BY number',
      service,
    );

    return rows.map((row) => recordIn(row).record);
  }

  async services(): Promise<string[]> {
    const rows = await this.#database.all('SELECT DISTINCT service_id FROM outcome');

    return rows.map((row) => ServiceRow.parse(row).service_id);
  }

  async after(number: number, limit: number): Promise<NumberedRecord[]> {
    const rows = await this.#database.all(
      'SELECT number, record FROM outcome WHERE number > ? ORDER BY number LIMIT ?',
      number,
      limit,
    );

    return rows.map(recordIn);
  }

  async extent(): Promise<RecordExtent> {
    const row = await this.#database.get(
      'SELECT count(*) AS records, coalesce(max(number), 0) AS last FROM outcome',
    );

    return ExtentRow.parse(row);
  }

  async unlogged(limit: number): Promise<NumberedRecord[]> {
    const rows = await this.#database.all(
      'SELECT number, record FROM outcome WHERE is_logged = 0 ORDER BY number LIMIT ?',
      limit,
    );

    return rows.map(recordIn);
  }

  async noteLogged(ids: readonly string[]): Promise<void> {
    await this.#database.transaction(function* () {
      for (const id of ids) yield* run('UPDATE outcome SET is_logged = 1 WHERE id = ?', id);
    });
  }

  async unfound(limit: number): Promise<NumberedRecord[]> {
    const rows = await this.#database.all(
      'SELECT number, record FROM outcome WHERE is_found = 0 ORDER BY number LIMIT ?',
      limit,
    );

    return rows.map(recordIn);
  }

  async wait(
    { id, service, claim, since }: WaitingClaim,
    tx: string,
    most: { readonly all: number; readonly ofTx: number },
  ): Promise<boolean> {
    return this.#database.transaction(function* () {
      if ((yield* get('SELECT 1 FROM waiting_outcome WHERE id = ?', id)) !== undefined) return true;
      const counts = yield* get(
        'SELECT count(*) AS waiting, count(CASE WHEN claim LIKE ? THEN 1 END) AS alike FROM waiting_outcome',
        `%${JSON.stringify({ tx }).slice(1, -1)}%`,
      );
      const { waiting, alike } = WaitingCounts.parse(counts);
      if (waiting >= most.all || alike >= most.ofTx) return false;

      yield* run(
        'INSERT INTO waiting_outcome (id, service_id, claim, since) VALUES (?, ?, ?, ?)',
        id,
        service,
        claim,
        since.getTime(),
      );
      return true;
    });
  }

  async waiting(): Promise<WaitingClaim[]> {
    const rows = await this.#database.all('SELECT * FROM waiting_outcome ORDER BY since, id');

    return rows.map((row) => {
      const { id, service_id, claim, since } = WaitingRow.parse(row);
      return { id, service: service_id, claim, since: new Date(since) };
    });
  }

  async endWaiting(id: string): Promise<void> {
    await this.#database.run('DELETE FROM waiting_outcome WHERE id = ?', id);
  }
}

/** What was written here is not checked again. */
function recordIn(row: unknown): NumberedRecord {
  const { number, record } = RecordRow.parse(row);

  return { number, record: JSON.parse(record) as OutcomeRecord };
}
