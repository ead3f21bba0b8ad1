import { z } from 'zod';
import type { IdempotencyRecord, StoredAnswer } from '../../registration/idempotency.ts';
import type { StateDatabase } from './database.ts';

const Row = z.object({
  body_hash: z.string(),
  started_at: z.int(),
  service_id: z.string().nullable(),
  body: z.string().nullable(),
});

const lifeMs = 24 * 60 * 60 * 1000;

/** Idempotency keys of the last 24 hours, each the own of one API key. */
export class SqliteIdempotency {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async find(keyId: string, key: string, now: Date): Promise<IdempotencyRecord | undefined> {
    const found = await this.#database.get(
      'SELECT body_hash, started_at, service_id, body FROM idempotency WHERE key_id = ? AND key = ? AND started_at > ?',
      keyId,
      key,
      now.getTime() - lifeMs,
    );
    if (found === undefined) return undefined;

    const { body_hash, started_at, service_id, body } = Row.parse(found);
    const answer = service_id === null || body === null ? undefined : { id: service_id, body };
    return { bodyHash: body_hash, startedAt: new Date(started_at), answer };
  }

  /** Remembers that a registration begins, and forgets what is older than a day. */
  async begin(keyId: string, key: string, bodyHash: string, now: Date): Promise<void> {
    await this.#database.transaction((statements) => {
      statements.run('DELETE FROM idempotency WHERE started_at <= ?', now.getTime() - lifeMs);
      statements.run(
        'INSERT OR REPLACE INTO idempotency (key_id, key, body_hash, started_at) VALUES (?, ?, ?, ?)',
        keyId,
        key,
        bodyHash,
        now.getTime(),
      );
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
