import { z } from 'zod';
import { dayMs } from '../../domain/duration.ts';
import type { Actor } from '../../domain/owner.ts';
import { Scope } from '../../domain/scope.ts';
import { type ApiKey, maxOwnKeys } from '../../registration/api-key.ts';
import { get, run, SqlStore, type Work } from './database.ts';
import { bytes, optional, rowOf, time } from './row.ts';
import { insert, sql, type Statement, verbatim } from './sql.ts';

const countIn = rowOf({ live: z.int() });

/** Names that the operator gives hold no colon. */
const isSelfMade = verbatim("owner LIKE '%:%'");

const keyIn = rowOf({
  id: z.string(),
  owner: z.string(),
  repository: optional(z.string()),
  scope: Scope,
  secretHash: bytes,
  createdAt: time,
  expiresAt: optional(time),
  revokedAt: optional(time),
});

/** How long self-made keys are retained after they expired or were revoked, so that their owner can look them up. */
const retentionMs = dayMs;

/** API keys. Lookups are not cached, so a key created or revoked by another process takes effect at once. */
export class SqlKeys extends SqlStore {
  find(id: string): Promise<ApiKey | undefined> {
    return this.database.getAs(keyIn, sql`SELECT * FROM api_key WHERE id = ${id}`);
  }

  list(): Promise<readonly ApiKey[]> {
    return this.database.allAs(keyIn, 'SELECT * FROM api_key ORDER BY created_at');
  }

  /** The keys of the actor's repository if it is bound to one, else all of its owner; oldest first. */
  ofActor(actor: Actor): Promise<readonly ApiKey[]> {
    return this.database.allAs(
      keyIn,
      sql`SELECT * FROM api_key WHERE ${isOf(actor)} ORDER BY created_at, id`,
    );
  }

  async add(key: ApiKey): Promise<void> {
    await this.database.run(newKey(key));
  }

  /** Adds a key that its owner made, unless the owner, or its repository, has too many live ones. Deletes self-made keys that ended long ago. */
  issue(key: ApiKey, now: Date): Promise<boolean> {
    return this.database.transaction(() => issueKey(key, now));
  }

  /** Returns false when there is no such key, or it is revoked already. */
  async revoke(id: string, at: Date): Promise<boolean> {
    const changed = await this.database.run(
      sql`UPDATE api_key SET revoked_at = ${at} WHERE id = ${id} AND revoked_at IS NULL`,
    );

    return changed === 1;
  }
}

function* issueKey(key: ApiKey, now: Date): Work<boolean> {
  const end = now.getTime() - retentionMs;
  yield* run(sql`DELETE FROM api_key WHERE expires_at <= ${end} AND ${isSelfMade}`);
  yield* run(sql`DELETE FROM api_key WHERE revoked_at <= ${end} AND ${isSelfMade}`);
  const row = yield* get(
    sql`SELECT count(*) AS live FROM api_key
        WHERE owner = ${key.owner} AND repository IS NOT DISTINCT FROM ${key.repository}
          AND revoked_at IS NULL AND expires_at > ${now}`,
  );
  if (countIn(row).live >= maxOwnKeys) return false;

  yield* run(newKey(key));
  return true;
}

function newKey({ id, owner, repository, scope, secretHash, createdAt, expiresAt }: ApiKey): Statement {
  return insert('api_key', { id, owner, repository, scope, secretHash, createdAt, expiresAt });
}

/** Whether a row is that of an owner, and of its repository where the actor is bound to one. */
export function isOf({ owner, repository }: Actor): Statement {
  return sql`owner = ${owner} AND repository IS NOT DISTINCT FROM coalesce(${repository}, repository)`;
}
