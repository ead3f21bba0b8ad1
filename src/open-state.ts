import { SqliteChangeLog } from './adapters/sqlite/change-log.ts';
import { SqliteChecks } from './adapters/sqlite/checks.ts';
import { StateDatabase } from './adapters/sqlite/database.ts';
import { SqliteIdempotency } from './adapters/sqlite/idempotency.ts';
import { SqliteKeys } from './adapters/sqlite/keys.ts';
import type { Config } from './config.ts';
import type { ApiKey } from './registration/api-key.ts';
import type { KeyStore } from './http/authenticate.ts';
import type { ChangeLog, CheckStore, IdempotencyStore, Log } from './live/ports.ts';

/** API keys, as requests look them up and their operator manages them. */
interface Keys extends KeyStore {
  list(): Promise<readonly ApiKey[]>;
  add(key: ApiKey): Promise<void>;
  /** False when there is no live key of this id. */
  revoke(id: string, at: Date): Promise<boolean>;
}

/** Everything that is kept beside the catalog, in DATA_DIR. */
export interface State {
  readonly keys: Keys;
  readonly idempotency: IdempotencyStore;
  readonly checks: CheckStore;
  readonly changeLog: ChangeLog;
  /** Rejects when it cannot be read and written. */
  ping(): Promise<void>;
  close(): void;
}

/** @throws {NewerDatabase | StateUnavailable} */
export async function openState({ dataDir }: Pick<Config, 'dataDir'>): Promise<State> {
  const database = await StateDatabase.in(dataDir);

  return {
    keys: new SqliteKeys(database),
    idempotency: new SqliteIdempotency(database),
    checks: new SqliteChecks(database),
    changeLog: new SqliteChangeLog(database),
    ping: () => database.ping(),
    close: () => {
      database.close();
    },
  };
}

/** Pings, and logs each fault once when it begins, however often health is asked for. */
export function loggingPing({ ping }: Pick<State, 'ping'>, log: Log): () => Promise<void> {
  let logged = '';

  return async () => {
    try {
      await ping();
      logged = '';
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (message !== logged) log.warn({ error }, 'the state database does not answer');
      logged = message;
      throw error;
    }
  };
}
