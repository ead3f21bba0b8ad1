import { z } from 'zod';
import { dayMs } from '../../domain/duration.ts';
import type { Actor } from '../../domain/owner.ts';
import { Scope } from '../../domain/scope.ts';
import { type ApiKey, mostOwnKeys } from '../../registration/api-key.ts';
import { get, run, type StateDatabase, type Work } from './database.ts';

const Count = z.object({ live: z.int() });

/** Names that the operator gives hold no colon. */
const isSelfMade = "owner LIKE '%:%'";

const Row = z.object({
  id: z.string(),
  owner: z.string(),
  repository: z.string().nullable(),
  scope: Scope,
  secret_hash: z.instanceof(Uint8Array),
  created_at: z.int(),
  expires_at: z.int().nullable(),
  revoked_at: z.int().nullable(),
});

/** How long self-made keys are retained after they expired or were revoked, so that their owner can look them up. */
const retentionMs = dayMs;

/** API keys. Lookups are not cached, so a key created or revoked by another process takes effect at once. */
export class SqlKeys {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async find(id: string): Promise<ApiKey | undefined> {
    const row = await this.#database.get('SELECT * FROM api_key WHERE id = ?', id);

    return row === undefined ? undefined : toKey(row);
  }

  async list(): Promise<ApiKey[]> {
    return (await this.#database.all('SELECT * FROM api_key ORDER BY created_at')).map(toKey);
  }

  async ofActor({ owner, repository }: Actor): Promise<ApiKey[]> {
    const rows = await this.#database.all(
      'SELECT * FROM api_key WHERE owner = ? AND repository IS NOT DISTINCT FROM coalesce(?, repository) ORDER BY created_at, id',
      owner,
      repository ?? null,
    );

    return rows.map(toKey);
  }

  async add(key: ApiKey): Promise<void> {
    await this.#database.transaction(function* () {
      yield* insert(key);
    });
  }

  /** Adds a key that its owner made, unless the owner, or its repository, has too many live ones. Deletes self-made keys that ended long ago. */
  issue(key: ApiKey, now: Date): Promise<boolean> {
    return this.#database.transaction(function* () {
      const end = now.getTime() - retentionMs;
      yield* run(`DELETE FROM api_key WHERE expires_at <= ? AND ${isSelfMade}`, end);
      yield* run(`DELETE FROM api_key WHERE revoked_at <= ? AND ${isSelfMade}`, end);
      const { live } = Count.parse(
        yield* get(
          'SELECT count(*) AS live FROM api_key WHERE owner = ? AND repository IS NOT DISTINCT FROM ? AND revoked_at IS NULL AND expires_at > ?',
          key.owner,
          key.repository ?? null,
          now.getTime(),
        ),
      );
      if (live >= mostOwnKeys) return false;

      yield* insert(key);
      return true;
    });
  }

  /** Returns false when there is no such key, or it is revoked already. */
  async revoke(id: string, at: Date): Promise<boolean> {
    const changed = await this.#database.run(
      'UPDATE api_key SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL',
      at.getTime(),
      id,
    );

    return changed === 1;
  }
}

function* insert({ id, owner, repository, scope, secretHash, createdAt, expiresAt }: ApiKey): Work<void> {
  yield* run(
    'INSERT INTO api_key (id, owner, repository, scope, secret_hash, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    id,
    owner,
    repository ?? null,
    scope,
    secretHash,
    createdAt.getTime(),
    expiresAt?.getTime() ?? null,
  );
}

function toKey(row: unknown): ApiKey {
  const { id, owner, repository, scope, secret_hash, created_at, expires_at, revoked_at } = Row.parse(row);

  return {
    id,
    owner,
    repository: repository ?? undefined,
    scope,
    secretHash: secret_hash,
    createdAt: new Date(created_at),
    expiresAt: expires_at === null ? undefined : new Date(expires_at),
    revokedAt: revoked_at === null ? undefined : new Date(revoked_at),
  };
}
