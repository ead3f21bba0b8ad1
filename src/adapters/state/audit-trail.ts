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
import { get, run, type StateDatabase } from './database.ts';

const NumberRow = z.object({ number: z.int() });

const Time = z.int().transform((ms) => new Date(ms));
const TimeRow = z.object({ at: Time });

/**
 * Whether an owner who makes its own keys made something, or is about to. Names that the operator gives hold no colon. The line of a batch names nothing where
 * each of its services has a line. The first two conditions are those of the index by client.
 */
const makes = `owner LIKE '%:%' AND (outcome IS NULL OR outcome = 'done')
  AND (outcome IS NULL OR coalesce(service_id, subject) IS NOT NULL)`;

const optional = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined);

const Row = z.object({
  number: z.int(),
  at: Time,
  act: z.enum(auditedActs),
  owner: optional,
  key_id: optional,
  service_id: optional,
  subject: optional,
  client: optional,
  request_id: optional,
  outcome: optional,
});

/** What was done, by whom, and the outcome. */
export class SqlAuditTrail {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async begin({ at, act, owner, key, service, subject, client, requestId }: BegunAct): Promise<number> {
    const row = await this.#database.transaction(() =>
      get(
        `INSERT INTO audit_line (at, act, owner, key_id, service_id, subject, client, request_id)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
        at.getTime(),
        act,
        owner ?? null,
        key ?? null,
        service ?? null,
        subject ?? null,
        client ?? null,
        requestId ?? null,
      ),
    );

    return NumberRow.parse(row).number;
  }

  async end(number: number, { outcome, subject, services = [] }: EndedAct): Promise<void> {
    const [only] = services.length === 1 ? services : [];
    const each: AuditedAct = 'register';

    await this.#database.transaction(function* () {
      yield* run(
        `UPDATE audit_line SET outcome = ?, subject = coalesce(?, subject), service_id = coalesce(?, service_id)
         WHERE number = ?`,
        outcome,
        subject ?? null,
        only ?? null,
        number,
      );
      if (services.length < 2) return;

      yield* run(
        `INSERT INTO audit_line (at, act, owner, key_id, service_id, client, request_id, outcome)
         SELECT at, CAST(? AS TEXT), owner, key_id, value, client, request_id, outcome
         FROM audit_line, json_each(?) WHERE number = ?`,
        each,
        JSON.stringify(services),
        number,
      );
    });
  }

  async page({ since, owner, service, before }: AuditFilter, limit: number): Promise<AuditLine[]> {
    const wanted: Readonly<Record<string, readonly unknown[]>> = {
      'at >= ?': [since?.getTime()],
      'owner = ?': [owner],
      '(service_id = ? OR subject = ?)': [service, service],
      'number < ?': [before],
    };
    const given = Object.entries(wanted).filter(([, [value]]) => value !== undefined);
    const where = given.length === 0 ? '' : `WHERE ${given.map(([condition]) => condition).join(' AND ')}`;

    const rows = await this.#database.all(
      `SELECT * FROM audit_line ${where} ORDER BY number DESC LIMIT ?`,
      ...given.flatMap(([, values]) => values),
      limit,
    );
    return rows.map(lineIn);
  }

  async made({ acts, client, since }: MadeFilter, most: number): Promise<Date[]> {
    const rows = await this.#database.all(
      `SELECT at FROM audit_line
       WHERE client = ? AND at > ? AND act IN (${acts.map(() => '?').join(', ')}) AND ${makes}
       ORDER BY at DESC LIMIT ?`,
      client,
      since.getTime(),
      ...acts,
      most,
    );
    return rows.map((row) => TimeRow.parse(row).at);
  }

  prune(before: Date, most: number, { acts, since }: Omit<MadeFilter, 'client'>): Promise<number> {
    return this.#database.transaction(function* () {
      yield* run('DELETE FROM audit_line WHERE at < ?', before.getTime());
      return yield* run(
        `DELETE FROM audit_line
         WHERE number <= (SELECT number FROM audit_line ORDER BY number DESC LIMIT 1 OFFSET ?)
           AND (at > ? AND act IN (${acts.map(() => '?').join(', ')}) AND ${makes}) IS NOT TRUE`,
        most,
        since.getTime(),
        ...acts,
      );
    });
  }
}

function lineIn(row: unknown): AuditLine {
  const { key_id: key, service_id: service, request_id: requestId, ...line } = Row.parse(row);

  return { ...line, key, service, requestId };
}
