import { z } from 'zod';
import type { ApiKey } from '../../registration/api-key.ts';
import type { StateDatabase } from './database.ts';

const Row = z.object({
  id: z.string(),
  owner: z.string(),
  repository: z.string().nullable(),
  secret_hash: z.instanceof(Uint8Array),
  created_at: z.int(),
  expires_at: z.int().nullable(),
  revoked_at: z.int().nullable(),
});

/** API keys. Lookups are not cached, so a key created or revoked by another process takes effect at once. */
export class SqliteKeys {
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

  async add({ id, owner, repository, secretHash, createdAt, expiresAt }: ApiKey): Promise<void> {
    await this.#database.run(
      'INSERT INTO api_key (id, owner, repository, secret_hash, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      owner,
      repository ?? null,
      secretHash,
      createdAt.getTime(),
      expiresAt?.getTime() ?? null,
    );
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

function toKey(row: unknown): ApiKey {
  const { id, owner, repository, secret_hash, created_at, expires_at, revoked_at } = Row.parse(row);

  return {
    id,
    owner,
    repository: repository ?? undefined,
    secretHash: secret_hash,
    createdAt: new Date(created_at),
    expiresAt: expires_at === null ? undefined : new Date(expires_at),
    revokedAt: revoked_at === null ? undefined : new Date(revoked_at),
  };
}
