import type { Assets } from '../domain/asset.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import type { Problem } from '../views/problem.ts';
import type { ValidationRequest } from '../domain/validation-request.ts';
import type { AuditTrail } from '../live/audit-trail.ts';
import type { CatalogStore } from '../live/catalog-store.ts';
import type { ChangeFeed } from '../live/change-feed.ts';
import type { Checkpoints } from '../live/checkpoints.ts';
import type { Claims } from '../live/claims.ts';
import type { Committer } from '../live/committer.ts';
import type { Health } from '../views/health.ts';
import type { DayLimits } from '../live/day-limits.ts';
import type { DeclarationHistory } from '../live/declaration-history.ts';
import type { KeyIssuer } from '../live/key-issuer.ts';
import type { CatalogContents } from '../live/catalog-contents.ts';
import type { Blocks, Clock, Databases, KeyStore, Log } from '../live/ports.ts';
import type { Turns } from '../live/turns.ts';
import type { IdempotentWrites } from '../live/idempotent-writes.ts';
import type { TransparencyLog } from '../live/transparency-log.ts';
import type { ServiceHistory } from '../live/service-history.ts';
import type { OutcomeIntake } from '../live/outcome-intake.ts';
import type { StatedOutcomes } from '../live/stated-outcomes.ts';
import type { Webhooks } from '../live/webhooks.ts';
import type { Sentence } from '../search/intent/read-sentence.ts';
import type { Validation } from '../views/validation.ts';
import type { Admission } from './admission.ts';
import type { CacheCounts } from './hot-answers.ts';
import type { Context } from './bindings.ts';
import type { ChangeStreams } from './change-streams.ts';
import type { MakeLimiter, RateLimiter } from './rate-limit.ts';

/** The dependencies of the API on the rest of the server. */
export interface ApiDependencies {
  readonly store: CatalogStore;
  readonly writes: IdempotentWrites;
  readonly committer: Pick<Committer, 'submit' | 'try'>;
  readonly keys: Pick<KeyStore, 'find' | 'ofActor' | 'revoke'>;
  /** Undefined where owners cannot make keys by themselves. */
  readonly issuer: KeyIssuer | undefined;
  readonly blocks: Blocks;
  readonly audit: Pick<AuditTrail, 'record' | 'page'>;
  readonly dayLimits: Pick<DayLimits, 'room'>;
  readonly history: ServiceHistory;
  readonly feed: Pick<ChangeFeed, 'position' | 'cursor' | 'after' | 'changed'>;
  readonly streams: ChangeStreams;
  /** Applies the changes that other servers made before the call; false where that fails. Absent where there are none. */
  readonly current?: (() => Promise<boolean>) | undefined;
  /** The log of who is paid; undefined without one. */
  readonly transparency:
    | {
        readonly log: Pick<TransparencyLog, 'tree' | 'entries' | 'entry' | 'newestOf'>;
        readonly checkpoints: Pick<Checkpoints, 'newest' | 'verifier' | 'fault'>;
      }
    | undefined;
  /** The signed keys of the checks; undefined where these are not signed. */
  readonly keyDirectory:
    (() => { readonly body: string; readonly headers: Readonly<Record<string, string>> }) | undefined;
  readonly webhooks: Pick<
    Webhooks,
    'create' | 'list' | 'find' | 'withDeliveries' | 'remove' | 'rotate' | 'enable' | 'replay' | 'test'
  >;
  readonly declarations: Pick<DeclarationHistory, 'page' | 'texts'>;
  /** Adds the meaning of a sentence, if the model answers in time. */
  readonly addMeaning: (sentence: Sentence) => Promise<Sentence>;
  /** Probes an endpoint that is not registered. */
  readonly validate: (request: ValidationRequest) => Promise<Validation>;
  /** Looks for the proof of an owner, who gets the service if it is found. */
  readonly claim: Claims['claim'];
  /** What buyers say. */
  readonly outcomes: {
    readonly intake: Pick<OutcomeIntake, 'submit' | 'reply'>;
    readonly stated: Pick<StatedOutcomes, 'standing' | 'statement' | 'byService' | 'origin'>;
  };
  readonly contents: CatalogContents;
  readonly databases: Databases;
  /** For everything that is made in slices. */
  readonly turns: Turns;
  readonly endpointPolicy: EndpointPolicy;
  readonly health: () => Promise<Health>;
  readonly isStopping: () => boolean;
  /** Whether this server lacks what another one shows. */
  readonly isStaleReplica: () => boolean;
  /** The metrics for the operator's monitoring; undefined where they are turned off. */
  readonly metrics?: { readonly contentType: string; text(): Promise<string> } | undefined;
  /** Whether that takes a key with the scope `operate`. */
  readonly metricsNeedKey: boolean;
  /** Called with the counts of each cache of answers. */
  readonly watchCache?: ((name: string, counts: CacheCounts) => void) | undefined;
  /** The tokens that are known here. */
  readonly assets: Assets;
  /** The public address of the site, without a trailing slash. */
  readonly siteUrl: string;
  readonly catalogName: string;
  /** The licence of the data (SPDX), where its operator names one. */
  readonly licence: string | undefined;
  readonly version: string;
  readonly admission: Admission;
  /** Makes limits beside those of `admission`; they count this process's requests alone where it is left out. */
  readonly limiter?: MakeLimiter | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Runs work when it is the turn of its client. @throws {QueueFull} */
export type InTurn = <Result>(c: Context, work: () => Result | Promise<Result>) => Promise<Result>;

/** The dependencies that all routes share. */
export interface RouteDependencies extends ApiDependencies {
  readonly limiter: MakeLimiter;
  /** Limits how often a client has endpoints probed. */
  readonly validations: RateLimiter;
  /** Limits how often a client states something. */
  readonly statements: RateLimiter;
  readonly refuse: (c: Context, problem: Problem, headers?: Readonly<Record<string, string>>) => Response;
  /** Queues costly work until it is the client's turn. */
  readonly inTurn: InTurn;
  /** The same for what asks words and meanings. */
  readonly asking: InTurn;
}
