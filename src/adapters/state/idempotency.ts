import { z } from 'zod';
import { dayMs } from '../../domain/duration.ts';
import type { IdempotencyRecord, StoredAnswer } from '../../registration/idempotency.ts';
import { run, type StateDatabase } from './database.ts';

const Row = z.object({
  body_hash: z.string(),
  started_at: z.int(),
  expected: z
    .string()
    .nullable()
    .transform((text) => z.array(z.string()).parse(JSON.parse(text ?? '[]'))),
  service_id: z.string().nullable(),
  body: z.string().nullable(),
});

const retentionMs = dayMs;

/** The idempotency keys of the last 24 hours. Each API key has its own namespace of them. */
export class SqlIdempotency {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async find(keyId: string, key: string, now: Date): Promise<IdempotencyRecord | undefined> {
    const found = await this.#database.get(
      'SELECT body_hash, started_at, expected, service_id, body FROM idempotency WHERE key_id = ? AND key = ? AND started_at > ?',
      keyId,
      key,
      now.getTime() - retentionMs,
    );
    if (found === undefined) return undefined;

    const { body_hash, started_at, expected, service_id, body } = Row.parse(found);
    const answer = body === null ? undefined : { id: service_id, body };
    return { bodyHash: body_hash, startedAt: new Date(started_at), expected, answer };
  }

  /** Records that a registration has begun, and deletes expired records. Resolves to false when one with this key has begun before. */
  async begin(
    keyId: string,
    key: string,
    { bodyHash, expected }: Pick<IdempotencyRecord, 'bodyHash' | 'expected'>,
    now: Date,
  ): Promise<boolean> {
    return this.#database.transaction(function* () {
      yield* run('DELETE FROM idempotency WHERE started_at <= ?', now.getTime() - retentionMs);
      const begun = yield* run(
        `INSERT INTO idempotency (key_id, key, body_hash, expected, started_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (key_id, key) DO NOTHING`,
        keyId,
        key,
        bodyHash,
        JSON.stringify(expected),
        now.getTime(),
      );
      return begun === 1;
    });
  }

  async finish(keyId: string, key: string, { id, body }: StoredAnswer): Promise<void> {
    await this.#database.run(
      'UPDATE idempotency SET service_id = ?, body = ? WHERE key_id = ? AND key = ?',
      id,
      body,
      keyId,
      key,
    );
  }

  async forget(keyId: string, key: string): Promise<void> {
    await this.#database.run('DELETE FROM idempotency WHERE key_id = ? AND key = ?', keyId, key);
  }
}
