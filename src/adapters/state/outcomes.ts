import { z } from 'zod';
import type {
  NewRecord,
  NumberedRecord,
  OutcomeRecord,
  RecordExtent,
  WaitingClaim,
} from '../../domain/outcome.ts';
import { get, run, SqlStore } from './database.ts';
import { rowOf, time } from './row.ts';
import { insert, nothing, sql, type Statement, verbatim } from './sql.ts';

const extentIn = rowOf({ records: z.int(), last: z.int() });
const serviceIn = rowOf({ serviceId: z.string() });
const waitingIn = rowOf({ id: z.string(), serviceId: z.string(), claim: z.string(), since: time });
const countsIn = rowOf({ waiting: z.int(), alike: z.int() });
const recordTextIn = rowOf({ number: z.int(), record: z.string() });

/** What was written here is not checked again. */
function recordIn(row: unknown): NumberedRecord {
  const { number, record } = recordTextIn(row);

  return { number, record: JSON.parse(record) as OutcomeRecord };
}

/** What buyers say, what owners answer, and what was found out about it. Records are only added. */
export class SqlOutcomes extends SqlStore {
  async add(records: readonly NewRecord[]): Promise<boolean> {
    return this.database.transaction(function* () {
      for (const { record, claim, replaces = '' } of records) {
        const isKnown = sql`SELECT 1 FROM outcome WHERE id = ${record.id} OR (claim = ${claim} AND id <> ${replaces})`;
        if ((yield* get(isKnown)) !== undefined) return false;
      }
      for (const { record, claim, replaces } of records) {
        if (replaces !== undefined) yield* run(sql`UPDATE outcome SET claim = NULL WHERE id = ${replaces}`);
        const { id, service: serviceId } = record;
        const isFound = record.kind !== 'statement' || record.class !== 'payer';
        yield* run(insert('outcome', { id, serviceId, claim, record: JSON.stringify(record), isFound }));
        if (record.kind === 'finding') {
          yield* run(sql`UPDATE outcome SET is_found = 1 WHERE id = ${record.statement}`);
        }
      }
      return true;
    });
  }

  async claimed(claim: string): Promise<OutcomeRecord | undefined> {
    return (await this.database.getAs(recordIn, sql`SELECT * FROM outcome WHERE claim = ${claim}`))?.record;
  }

  async find(id: string): Promise<OutcomeRecord | undefined> {
    return (await this.database.getAs(recordIn, sql`SELECT * FROM outcome WHERE id = ${id}`))?.record;
  }

  async of(service: string): Promise<OutcomeRecord[]> {
    return (await this.#records(sql`service_id = ${service}`)).map(({ record }) => record);
  }

  async services(): Promise<string[]> {
    const rows = await this.database.allAs(serviceIn, 'SELECT DISTINCT service_id FROM outcome');

    return rows.map(({ serviceId }) => serviceId);
  }

  after(number: number, limit: number): Promise<readonly NumberedRecord[]> {
    return this.#records(sql`number > ${number}`, limit);
  }

  async extent(): Promise<RecordExtent> {
    return extentIn(
      await this.database.get('SELECT count(*) AS records, coalesce(max(number), 0) AS last FROM outcome'),
    );
  }

  unlogged(limit: number): Promise<readonly NumberedRecord[]> {
    return this.#records(verbatim('is_logged = 0'), limit);
  }

  async noteLogged(ids: readonly string[]): Promise<void> {
    await this.database.transaction(function* () {
      for (const id of ids) yield* run(sql`UPDATE outcome SET is_logged = 1 WHERE id = ${id}`);
    });
  }

  /** The oldest records whose payers nobody has looked at. */
  unfound(limit: number): Promise<readonly NumberedRecord[]> {
    return this.#records(verbatim('is_found = 0'), limit);
  }

  async wait(
    { id, service: serviceId, claim, since }: WaitingClaim,
    tx: string,
    most: { readonly all: number; readonly ofTx: number },
  ): Promise<boolean> {
    const isAlike = `%${JSON.stringify({ tx }).slice(1, -1)}%`;

    return this.database.transaction(function* () {
      if ((yield* get(sql`SELECT 1 FROM waiting_outcome WHERE id = ${id}`)) !== undefined) return true;
      const counts = yield* get(
        sql`SELECT count(*) AS waiting, count(CASE WHEN claim LIKE ${isAlike} THEN 1 END) AS alike FROM waiting_outcome`,
      );
      const { waiting, alike } = countsIn(counts);
      if (waiting >= most.all || alike >= most.ofTx) return false;

      yield* run(insert('waiting_outcome', { id, serviceId, claim, since }));
      return true;
    });
  }

  async waiting(): Promise<WaitingClaim[]> {
    const rows = await this.database.allAs(waitingIn, 'SELECT * FROM waiting_outcome ORDER BY since, id');

    return rows.map(({ serviceId: service, ...is }) => ({ service, ...is }));
  }

  async endWaiting(id: string): Promise<void> {
    await this.database.run(sql`DELETE FROM waiting_outcome WHERE id = ${id}`);
  }

  #records(where: Statement, limit?: number): Promise<readonly NumberedRecord[]> {
    const most = limit === undefined ? nothing : sql`LIMIT ${limit}`;

    return this.database.allAs(
      recordIn,
      sql`SELECT number, record FROM outcome WHERE ${where} ORDER BY number ${most}`,
    );
  }
}
