import { z } from 'zod';
import { dayMs } from '../../domain/duration.ts';
import type { IdempotencyRecord, StoredAnswer } from '../../registration/idempotency.ts';
import { run, SqlStore } from './database.ts';
import { json, optional, rowOf, time } from './row.ts';
import { insert, sql } from './sql.ts';

const recordIn = rowOf({
  bodyHash: z.string(),
  startedAt: time,
  expected: optional(json(z.array(z.string()))),
  serviceId: z.string().nullable(),
  body: z.string().nullable(),
});

const retentionMs = dayMs;

/** The idempotency keys of the last 24 hours. Each API key has its own namespace of them. */
export class SqlIdempotency extends SqlStore {
  async find(keyId: string, key: string, now: Date): Promise<IdempotencyRecord | undefined> {
    const found = await this.database.getAs(
      recordIn,
      sql`SELECT * FROM idempotency WHERE key_id = ${keyId} AND key = ${key} AND started_at > ${now.getTime() - retentionMs}`,
    );
    if (!found) return undefined;

    const { serviceId: id, body, expected = [], ...is } = found;
    return { ...is, expected, answer: body === null ? undefined : { id, body } };
  }

  /** Records that a registration has begun, and deletes expired records. Resolves to false when one with this key has begun before. */
  async begin(
    keyId: string,
    key: string,
    { bodyHash, expected }: Pick<IdempotencyRecord, 'bodyHash' | 'expected'>,
    startedAt: Date,
  ): Promise<boolean> {
    const row = { keyId, key, bodyHash, expected: JSON.stringify(expected), startedAt };

    return this.database.transaction(function* () {
      yield* run(sql`DELETE FROM idempotency WHERE started_at <= ${startedAt.getTime() - retentionMs}`);
      const begun = yield* run(sql`${insert('idempotency', row)} ON CONFLICT (key_id, key) DO NOTHING`);
      return begun === 1;
    });
  }

  async finish(keyId: string, key: string, { id, body }: StoredAnswer): Promise<void> {
    await this.database.run(
      sql`UPDATE idempotency SET service_id = ${id}, body = ${body} WHERE key_id = ${keyId} AND key = ${key}`,
    );
  }

  async forget(keyId: string, key: string): Promise<void> {
    await this.database.run(sql`DELETE FROM idempotency WHERE key_id = ${keyId} AND key = ${key}`);
  }
}
