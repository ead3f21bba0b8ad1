import type { PostgresOptions } from '../adapters/postgres/database.ts';
import { SqlAuditTrail } from '../adapters/state/audit-trail.ts';
import { SqlBlocks } from '../adapters/state/blocks.ts';
import { SqlBuyers } from '../adapters/state/buyers.ts';
import { SqlChallenges } from '../adapters/state/challenges.ts';
import { SqlChangeLog } from '../adapters/state/change-log.ts';
import { SqlChecks } from '../adapters/state/checks.ts';
import { SqliteDatabase } from '../adapters/sqlite/database.ts';
import type { StateDatabase } from '../adapters/state/database.ts';
import { type Erased, SqlErasure } from '../adapters/state/erasure.ts';
import { SqlIdempotency } from '../adapters/state/idempotency.ts';
import { SqlKeys } from '../adapters/state/keys.ts';
import { SqlOutcomes } from '../adapters/state/outcomes.ts';
import { SqlPayments } from '../adapters/state/payments.ts';
import { SqlProofLooks } from '../adapters/state/proof-looks.ts';
import { SqlSignedCheckpoints } from '../adapters/state/signed-checkpoints.ts';
import { SqlUsedTokens } from '../adapters/state/used-tokens.ts';
import { SqlVersions } from '../adapters/state/versions.ts';
import { SqlWebhooks } from '../adapters/state/webhooks.ts';
import type { Config } from '../config/config.ts';
import type { ApiKey } from '../registration/api-key.ts';
import type { Block } from '../domain/block.ts';
import type { Lease } from '../domain/lease.ts';
import type {
  AuditStore,
  Blocks,
  BuyerStore,
  ChallengeStore,
  ChangeLog,
  CheckStore,
  Clock,
  IdempotencyStore,
  KeyStore,
  LeaseStore,
  Log,
  OutcomeStore,
  PaymentStore,
  ProofLookStore,
  RequestCounts,
  SharedState,
  SignedCheckpoints,
  VersionStore,
  WebhookStore,
} from '../live/ports.ts';
import type { UsedTokens } from '../registration/workflow-identity.ts';
import { minuteMs } from '../domain/duration.ts';
import { messageOf } from '../domain/error-code.ts';

/** API keys, for requests to look up and for the operator to manage. */
interface Keys extends KeyStore {
  list(): Promise<readonly ApiKey[]>;
  add(key: ApiKey): Promise<void>;
}

/** Blocks, for the server to heed and for the operator to manage. */
interface ManagedBlocks extends Blocks {
  list(): Promise<readonly Block[]>;
  add(block: Block): Promise<void>;
  /** Resolves to false when the subject is not blocked. */
  remove(subject: Pick<Block, 'kind' | 'subject'>): Promise<boolean>;
}

/** The stores of the state beside the catalog. */
interface Stores {
  readonly keys: Keys;
  readonly audit: AuditStore;
  readonly challenges: ChallengeStore;
  readonly blocks: ManagedBlocks;
  readonly usedTokens: UsedTokens;
  readonly idempotency: IdempotencyStore;
  readonly checks: CheckStore;
  readonly payments: PaymentStore;
  readonly buyers: BuyerStore;
  readonly outcomes: OutcomeStore;
  readonly proofLooks: ProofLookStore;
  readonly changeLog: ChangeLog;
  readonly versions: VersionStore;
  readonly signedCheckpoints: SignedCheckpoints;
  /** For the operator. Resolves to false when nothing was known of the service. */
  readonly erasure: { forget(id: string, erased: Erased): Promise<boolean> };
  readonly webhooks: WebhookStore;
}

/** The state beside the catalog. */
export interface State extends Stores {
  /** The time that all servers of this state agree on. */
  readonly clock: Clock;
  /** Absent where one server alone has the state. */
  readonly shared?: SharedState;
  /** Absent where one server alone has the state. */
  readonly requestCounts: RequestCounts | undefined;
  /** Absent where one server alone has the state. */
  readonly leases: LeaseStore | undefined;
  /** The stores for who does a duty: nothing is written once another server does it. Writes reject with `LeaseLost` then. */
  under(lease: Lease): Stores;
  /** For servers: leaves waiting for the disk to a thread. */
  checkpointInThread(): void;
  /** Rejects when the database cannot be read or written. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Where the state is: in PostgreSQL if there is a URL, else in a SQLite file in DATA_DIR. */
type Place = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'databaseUrl'>>;

/**
 * For builds. They block their event loop for seconds, and read the answers of the database only after that. A database takes 100
 * connections by default.
 */
export const buildPoolOptions: PostgresOptions = { timeoutMs: minuteMs, maxConnections: 2 };

/** @throws {NewerDatabase | StateUnavailable} */
export async function openState(
  { dataDir, databaseUrl }: Place,
  options: PostgresOptions = {},
): Promise<State> {
  return databaseUrl === undefined ? inSqlite(dataDir) : inPostgres(databaseUrl, options);
}

async function inSqlite(dataDir: string): Promise<State> {
  const database = await SqliteDatabase.in(dataDir);
  const stores = storesIn(database);

  return {
    ...stores,
    clock: () => new Date(),
    requestCounts: undefined,
    leases: undefined,
    under: () => stores,
    checkpointInThread: () => {
      database.checkpointInThread();
    },
    ping: () => database.ping(),
    close: () => database.close(),
  };
}

async function inPostgres(url: string, options: PostgresOptions): Promise<State> {
  // Most catalogs keep their state in SQLite, and none of the thirty modules behind this one has to load for them.
  const { openPostgres } = await import('./postgres.ts');
  const { database, under, ...shared } = await openPostgres(url, options);

  return {
    ...storesIn(database),
    ...shared,
    under: (lease) => storesIn(under(lease)),
    checkpointInThread: () => undefined,
    ping: () => database.ping(),
    close: () => database.close(),
  };
}

function storesIn(database: StateDatabase): Stores {
  return {
    keys: new SqlKeys(database),
    audit: new SqlAuditTrail(database),
    challenges: new SqlChallenges(database),
    blocks: new SqlBlocks(database),
    usedTokens: new SqlUsedTokens(database),
    idempotency: new SqlIdempotency(database),
    checks: new SqlChecks(database),
    payments: new SqlPayments(database),
    buyers: new SqlBuyers(database),
    outcomes: new SqlOutcomes(database),
    proofLooks: new SqlProofLooks(database),
    changeLog: new SqlChangeLog(database),
    versions: new SqlVersions(database),
    signedCheckpoints: new SqlSignedCheckpoints(database),
    erasure: new SqlErasure(database),
    webhooks: new SqlWebhooks(database),
  };
}

/** Opens the state where there is one, for readers: the database of a running server must not be made by anything else. */
export async function openStateIfAny(place: Place, options?: PostgresOptions): Promise<State | undefined> {
  const isThere = place.databaseUrl !== undefined || SqliteDatabase.isIn(place.dataDir);

  return isThere ? openState(place, options) : undefined;
}

/** A ping that logs each fault once, when it begins, however often the health is requested. */
export function loggingPing({ ping }: Pick<State, 'ping'>, log: Log): () => Promise<void> {
  let logged = '';

  return async () => {
    try {
      await ping();
      logged = '';
    } catch (error) {
      const message = messageOf(error);
      if (message !== logged) log.warn({ error }, 'the state database does not respond');
      logged = message;
      throw error;
    }
  };
}
