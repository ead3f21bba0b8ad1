import { z } from 'zod';
import {
  type AuditedAct,
  auditedActs,
  type AuditFilter,
  type AuditLine,
  type BegunAct,
  type EndedAct,
  type MadeFilter,
} from '../../domain/audit.ts';
import { get, run, SqlStore } from './database.ts';
import { optional, rowOf, time } from './row.ts';
import { insert, listed, nothing, sql, verbatim } from './sql.ts';

/**
 * Whether an owner who makes its own keys made something, or is about to. Names that the operator gives hold no colon. The line of a batch names nothing where
 * each of its services has a line. The first two conditions are those of the index by client.
 */
const makes = verbatim(`owner LIKE '%:%' AND (outcome IS NULL OR outcome = 'done')
  AND (outcome IS NULL OR coalesce(service_id, subject) IS NOT NULL)`);

const text = optional(z.string());

const timeIn = rowOf({ at: time });
const numberIn = rowOf({ number: z.int() });
const columnsIn = rowOf({
  number: z.int(),
  at: time,
  act: z.enum(auditedActs),
  owner: text,
  keyId: text,
  serviceId: text,
  subject: text,
  client: text,
  requestId: text,
  outcome: text,
});

/** What was done, by whom, and what became of it. */
export class SqlAuditTrail extends SqlStore {
  /** Adds a line, and returns its number. */
  async begin({ key: keyId, service: serviceId, ...begun }: BegunAct): Promise<number> {
    const { at, act, owner, subject, client, requestId } = begun;
    const line = insert('audit_line', { at, act, owner, keyId, serviceId, subject, client, requestId });

    return numberIn(await this.database.transaction(() => get(sql`${line} RETURNING number`))).number;
  }

  async end(number: number, { outcome, subject, services = [] }: EndedAct): Promise<void> {
    const [only] = services.length === 1 ? services : [];
    const each: AuditedAct = 'register';

    await this.database.transaction(function* () {
      yield* run(
        sql`UPDATE audit_line SET outcome = ${outcome}, subject = coalesce(${subject}, subject),
              service_id = coalesce(${only}, service_id)
            WHERE number = ${number}`,
      );
      if (services.length < 2) return;

      yield* run(
        sql`INSERT INTO audit_line (at, act, owner, key_id, service_id, client, request_id, outcome)
            SELECT at, CAST(${each} AS TEXT), owner, key_id, value, client, request_id, outcome
            FROM audit_line, json_each(${JSON.stringify(services)}) WHERE number = ${number}`,
      );
    });
  }

  page({ since, owner, service, before }: AuditFilter, limit: number): Promise<readonly AuditLine[]> {
    return this.database.allAs(
      lineIn,
      sql`SELECT * FROM audit_line WHERE number < ${before ?? Number.MAX_SAFE_INTEGER}
            ${since ? sql`AND at >= ${since}` : nothing}
            ${owner === undefined ? nothing : sql`AND owner = ${owner}`}
            ${service === undefined ? nothing : sql`AND (service_id = ${service} OR subject = ${service})`}
          ORDER BY number DESC LIMIT ${limit}`,
    );
  }

  /** When acts made something, once for each thing, or began: the newest `most`, newest first. */
  async made({ acts, client, since }: MadeFilter, most: number): Promise<Date[]> {
    const rows = await this.database.allAs(
      timeIn,
      sql`SELECT at FROM audit_line WHERE client = ${client} AND at > ${since} AND act IN (${listed(acts)}) AND ${makes}
          ORDER BY at DESC LIMIT ${most}`,
    );

    return rows.map(({ at }) => at);
  }

  /** Deletes the lines from before a time, and all but the newest `most` and those that are counted. Returns how many went that were not old. */
  prune(before: Date, most: number, { acts, since }: Omit<MadeFilter, 'client'>): Promise<number> {
    return this.database.transaction(function* () {
      yield* run(sql`DELETE FROM audit_line WHERE at < ${before}`);
      return yield* run(
        sql`DELETE FROM audit_line
            WHERE number <= (SELECT number FROM audit_line ORDER BY number DESC LIMIT 1 OFFSET ${most})
              AND (at > ${since} AND act IN (${listed(acts)}) AND ${makes}) IS NOT TRUE`,
      );
    });
  }
}

function lineIn(row: unknown): AuditLine {
  const { keyId: key, serviceId: service, ...line } = columnsIn(row);

  return { ...line, key, service };
}
