import type { AuditFilter, AuditLine, BegunAct, EndedAct, MadeFilter } from '../domain/audit.ts';
import type { Category } from '../domain/category.ts';
import type { Lease } from '../domain/lease.ts';
import type { Signer } from '../domain/signer.ts';
import type { Block } from '../domain/block.ts';
import type { FileChange } from '../domain/catalog-file.ts';
import type { CommitInfo } from '../domain/commit.ts';
import type { Actor } from '../domain/owner.ts';
import type { ApiKey } from '../registration/api-key.ts';
import type { IdempotencyRecord, StoredAnswer } from '../registration/idempotency.ts';
import type { SignInChallenge } from '../registration/sign-in.ts';
import type { CheckDay, CheckRecord, StoredCheck, LastDay, LatencyDay } from '../domain/check.ts';
import type { CheckFacts } from '../domain/facts.ts';
import type { LiveTerms, ReadChallenge, SeenTerms } from '../domain/payment-terms.ts';
import type { Deferred, ProbeResult, ProbeTarget, Requester } from '../domain/probe.ts';
import type {
  AttributedSettlement,
  Buyer,
  BuyerSum,
  Checkpoint,
  CountedAccount,
  CountedPortion,
  StoredPayment,
  LookedBuyer,
  PaymentDay,
  PayeeSum,
  PayerSum,
  TermsChange,
  TermsPeriod,
  TokenSum,
  TokenUnit,
} from '../domain/payments.ts';
import type {
  AppendedChanges,
  ChangesAfter,
  FeedState,
  LastLogged,
  LoggedChange,
  LoggedService,
  NewestNews,
  SeededChange,
} from '../domain/logged-change.ts';
import type { NewsScope } from '../domain/news.ts';
import type { FeedPosition } from '../domain/feed-position.ts';
import type {
  NewRecord,
  NumberedRecord,
  OutcomeRecord,
  RecordExtent,
  WaitingClaim,
} from '../domain/outcome.ts';
import type { RequestCount } from '../domain/quota.ts';
import type { CatalogVersion, Entry } from '../domain/snapshot.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import type {
  ActiveWebhook,
  Delivery,
  FeedMove,
  FormerSecret,
  Off,
  TargetAnswer,
  TargetRequest,
  Webhook,
  WebhookLimits,
  WebhookState,
} from '../domain/webhook.ts';
import type { Verdict } from '../domain/verdict.ts';
import type { CheckedService } from '../domain/subject.ts';
import type { KeyedVector, TextKind } from '../domain/meaning.ts';
import type { Look, Provable } from '../domain/ownership/method.ts';
import type { PlacedMethod } from '../domain/ownership/methods.ts';
import type { LookRecord } from '../domain/proof.ts';
import type {
  BranchExtent,
  CatalogCommit,
  CommitRange,
  RecordedVersions,
  ServiceVersion,
  VersionProgress,
} from '../domain/service-version.ts';
import type {
  Account,
  BlockTime,
  ChainTransaction,
  Portion,
  Tip,
  TokenTransfer,
  TransferSide,
} from '../domain/settlement.ts';

import type { NoteVerifier } from '../transparency/signed-note.ts';

/** The home of the catalog: a local git repository, GitHub, or a git remote. The caller holds the writer lock, except for `ready` and `commitObstacle`. */
export interface Repository {
  /**
   * Resolves when the changes are committed durably. Each path may occur once, and only existing files can be removed. `confirm`: called
   * before anything is changed, where other processes may have changed the files; the commit is not made where it throws.
   * @throws {CommitFailure} when they cannot be committed; nothing is changed then
   * @throws {CatalogMoved} when the catalog has changed since it was read, so that the changes have to be decided again
   */
  commit(
    files: readonly FileChange[],
    message: string,
    at: Date,
    confirm?: () => Promise<void>,
  ): Promise<CommitInfo>;
  /**
   * Resolves once the home's rate limit allows a commit, even one that would be refused. Resolves at once when `signal`
   * is aborted, and never rejects. Wait for it before taking the writer lock; `commit` itself does not wait.
   */
  ready(signal: AbortSignal): Promise<void>;
  /** Why the repository cannot take a commit now, as a sentence for the operator; undefined when it can. Cheap enough to call often. */
  commitObstacle(): Promise<string | undefined>;
  version(): Promise<CommitInfo>;
}

/** A repository that others commit to as well. */
export interface Upstream {
  /** Whether it has commits that are not pulled yet. */
  isBehind(): Promise<boolean>;
  /** Pulls new commits, and returns the paths of the catalog files that they changed. */
  pull(): Promise<ReadonlySet<string>>;
}

/** The commits that made the catalog what it is. Any method rejects when git fails. */
export interface CommitHistory {
  extent(): Promise<BranchExtent>;
  /**
   * The commits of a range with the catalog files that they changed, oldest first, in portions. Those that changed none may be left out.
   * @throws {BranchRewritten} when `upTo` does not descend from `after`
   */
  commits(range: CommitRange): AsyncIterable<readonly CatalogCommit[]>;
  /** The texts of files, by object id. Absent: those that no catalog reads, because they are too large or not UTF-8. */
  texts(blobs: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** An index of the versions of each service, made from the commits. It can be made again, so nothing is lost with it but time. */
export interface VersionStore {
  /** Undefined when nothing is recorded. */
  progress(): Promise<VersionProgress | undefined>;
  /**
   * Records the commits that follow those recorded so far, in their order; without `from`, forgets those first. False, and nothing is
   * stored, when the index is not where `from` says.
   */
  record(
    commits: readonly CatalogCommit[],
    from: VersionProgress | undefined,
    to: VersionProgress,
  ): Promise<boolean>;
  /** Undefined when nothing is recorded of any service. */
  find(id: string): Promise<RecordedVersions | undefined>;
  /** The versions of a service with these numbers, oldest first. */
  between(id: string, from: number, to: number): Promise<readonly ServiceVersion[]>;
  /** The next versions of all services that were made at `from` or later, after this one, by time, id and number. */
  since(from: Date, after: ServiceVersion | undefined, limit: number): Promise<readonly ServiceVersion[]>;
}

/** The feed of changes, and what each left of its service. */
export interface ChangeLog {
  /**
   * Returns the changes with their numbers. What feeds for readers tell of each follows from what was last noted of its service: `tell`.
   * `after`: the commit of the catalog before them, with which the feed begins if they are its first. `known`: the number of the last change that the
   * caller knows. Leaves out changes of services that others changed since: they recorded the same, or know better. And those that leave a service as
   * the last change did, so that none is logged twice. Calls a service `restored`, not `created`, that the last change left unlisted.
   */
  append(changes: readonly LoggedChange[], after: string, known?: number): Promise<AppendedChanges>;
  loggedAfter(number: number): Promise<ReadonlyMap<string, LastLogged>>;
  /** Has the feed begin after a commit of the catalog, unless it has begun. Returns the commit that it begins after. */
  begin(after: string): Promise<string>;
  /** Notes what is known of listed services, without a change. */
  note(services: ReadonlyMap<string, LoggedService>): Promise<void>;
  /** Those of these services that the last change left listed, each as it was last noted. Waits for changes that are being written. */
  listed(ids: readonly string[]): Promise<ReadonlyMap<string, LoggedService>>;
  /** The ids of listed services that come after one, in their order; all when that is empty. */
  listedIds(after: string, limit: number): Promise<readonly string[]>;
  /** The records of services whose last change was their removal. */
  removed(): Promise<readonly Tombstone[]>;
  state(): Promise<FeedState>;
  /** The next changes after a cursor, or from the oldest one; `expired` when some after that cursor were pruned. */
  after(since: FeedPosition | undefined, limit: number): Promise<ChangesAfter | 'expired'>;
  /** The newest changes that feeds for readers tell. */
  news(scope: NewsScope, limit: number): Promise<NewestNews>;
  /** Adds changes from before the database, with the numbers from `first` on; forgets those added before when it is 1. */
  seed(changes: readonly SeededChange[], first: number): Promise<void>;
  endSeed(): Promise<void>;
  /** Forgets the changes from before a time, except for the last of all. */
  prune(before: Date): Promise<void>;
}

/** Results of checks, or counted payments. */
export type ObservedPart = 'checks' | 'payments';

/** How far the shared state has come: numbers that only grow, as long as it is the same database. */
export interface Revisions extends Readonly<Record<ObservedPart, number>> {
  /** Names the database. */
  readonly epoch: string;
  readonly feed: number;
}

export interface RequestCounts {
  /** Adds what one server has counted. Resolves to what all have counted of the same clients in their windows. */
  add(counts: readonly RequestCount[]): Promise<readonly RequestCount[]>;
}

/** The state as far as several servers share it. */
export interface SharedState {
  revisions(): Promise<Revisions>;
  /**
   * The next services of which something was recorded after a revision, in that order, each once, and the revision that has come with the last of
   * them. A transaction that ends later has a later revision.
   */
  observedAfter(
    part: ObservedPart,
    revision: number,
    limit: number,
  ): Promise<{ readonly ids: readonly string[]; readonly upTo: number }>;
  /** Reports whether a server lags. Resolves to whether another live server is up to date. */
  reportReplicaLag(server: string, isBehind: boolean): Promise<boolean>;
}

export interface SignedCheckpoint {
  readonly size: number;
  readonly root: Buffer;
  readonly note: string;
}

/** A witness of the log: its key, and what the paths of C2SP tlog-witness are appended to. */
export interface WitnessAddress {
  readonly key: NoteVerifier;
  readonly url: string;
}

/** Posts a request to a witness; what it answers is bounded. Rejects with a message that is safe to print. */
export type PostToWitness = (
  url: string,
  body: string,
) => Promise<{ readonly status: number; readonly text: string }>;

/** The last checkpoint of each log that was signed here, so that no other past is ever signed. */
export interface SignedCheckpoints {
  last(origin: string): Promise<SignedCheckpoint | undefined>;
  /** Stores a checkpoint that continues the last one and is larger. Resolves to the stored one. */
  remember(
    origin: string,
    checkpoint: SignedCheckpoint,
    continues: (last: SignedCheckpoint) => boolean,
  ): Promise<SignedCheckpoint>;
}

export interface IdempotencyStore {
  find(keyId: string, key: string, now: Date): Promise<IdempotencyRecord | undefined>;
  /** Resolves to false, and stores nothing, when an act with this key has begun before, on any server. */
  begin(
    keyId: string,
    key: string,
    begun: Pick<IdempotencyRecord, 'bodyHash' | 'expected'>,
    now: Date,
  ): Promise<boolean>;
  finish(keyId: string, key: string, answer: StoredAnswer): Promise<void>;
  forget(keyId: string, key: string): Promise<void>;
}

/** API keys. Nothing is cached, so that every change counts at once on every server. */
export interface KeyStore {
  find(id: string): Promise<ApiKey | undefined>;
  /** The keys that act for an actor: those of its repository if it is bound to one, else all of its owner. Oldest first. */
  ofActor(actor: Actor): Promise<readonly ApiKey[]>;
  /**
   * Adds a key that its owner made; resolves to false when it would be one too many. Such keys are forgotten a day after they expired or were
   * revoked.
   */
  issue(key: ApiKey, now: Date): Promise<boolean>;
  /** Resolves to false when there is no live key with this id. */
  revoke(id: string, at: Date): Promise<boolean>;
}

export interface ChallengeStore {
  /** Resolves to false when too many are open. Deletes those that have expired. */
  open(challenge: SignInChallenge, now: Date): Promise<boolean>;
  /** Removes a challenge and returns it. Of several callers at once, only one gets it. */
  take(nonce: string): Promise<SignInChallenge | undefined>;
}

/** Contract wallets, which check signatures on their chain: EIP-1271. */
export interface ContractWallets {
  /** False on chains that cannot be asked, too. @throws {LedgerFault} when the RPC provider fails. */
  accepts(signer: Signer, hash: Uint8Array, signature: Uint8Array): Promise<boolean>;
}

export interface AuditStore {
  /** Adds a line; resolves to its number. */
  begin(act: BegunAct): Promise<number>;
  /** Completes a line. Of several services that the act made, each gets a line of its own. */
  end(number: number, act: EndedAct): Promise<void>;
  /** The newest lines that match, newest first. */
  page(filter: AuditFilter, limit: number): Promise<readonly AuditLine[]>;
  /**
   * When acts made something, once for each thing, or began: the newest `most`, newest first. Acts that were refused or failed made nothing.
   */
  made(filter: MadeFilter, most: number): Promise<readonly Date[]>;
  /**
   * Deletes the lines from before a time, and all but the newest `most` and those that are counted. Resolves to the number of those that were not old.
   */
  prune(before: Date, most: number, counted: Omit<MadeFilter, 'client'>): Promise<number>;
}

/** Owners and hosts that the operator blocks. Nothing is cached, so that a block counts at once on every server. */
export interface Blocks {
  ownerBlock(owner: string): Promise<Block | undefined>;
  /** The block of this host, or of a domain that it belongs to. */
  hostBlock(host: string): Promise<Block | undefined>;
}

/** Webhooks, and the deliveries that wait or were made recently. Nothing is cached. */
export interface WebhookStore {
  /** Says which limit is reached, if one is; nothing is added then. */
  add(webhook: Webhook, limits: WebhookLimits): Promise<'added' | 'too_many' | 'full'>;
  find(id: string): Promise<Webhook | undefined>;
  /** The webhooks of an actor: those made by keys of its repository if it is bound to one, else all of its owner. Oldest first. */
  ofActor(actor: Actor): Promise<readonly Webhook[]>;
  active(): Promise<readonly ActiveWebhook[]>;
  /** Those active ones that `add`, `switchOn` or `replay` changed since the last call. */
  takeWoken(): Promise<readonly ActiveWebhook[]>;
  remove(id: string): Promise<void>;
  /** Gives a webhook a new secret; false when the former one is not its secret any more. */
  rotate(id: string, secret: string, former: FormerSecret): Promise<boolean>;
  switchOff(id: string, off: Off): Promise<void>;
  /** Switches a webhook on again, and restarts the schedules of its waiting deliveries. */
  switchOn(id: string, now: Date): Promise<void>;
  /**
   * Moves webhooks on in the feed, and adds their deliveries, all or nothing of each. Returns how many deliveries wait, by webhook; one is
   * missing when it is not where it was said to be, is off, or is gone.
   */
  advance(moves: readonly FeedMove[]): Promise<ReadonlyMap<string, number>>;
  /** The first delivery in the order of the feed that is due, or else the one that is due next; undefined when none waits. */
  nextDelivery(webhook: string, now: Date): Promise<Delivery | undefined>;
  /** Records a try. Forgets the oldest deliveries that do not wait. Returns how many wait. */
  record(delivery: Delivery, webhook: WebhookState): Promise<number>;
  findDelivery(webhook: string, id: string): Promise<Delivery | undefined>;
  /** The last deliveries of a webhook, newest first. */
  deliveries(webhook: string, count: number): Promise<readonly Delivery[]>;
  /** Makes a delivery wait again, due now, at the beginning of its schedule. */
  replay(delivery: Delivery, now: Date): Promise<void>;
}

export interface WebhookTargets {
  /** Rejects when the signal is aborted. @throws {CannotAsk} when this machine is at fault */
  post(request: TargetRequest, signal: AbortSignal): Promise<TargetAnswer>;
}

interface LastCheck {
  readonly subject: string;
  readonly at: number | null;
}

/**
 * Stores the results of checks. It stores one subject of each service: the first check of another deletes those of the former, and until then
 * readers of the service as it is now find none.
 */
export interface CheckStore {
  append(records: readonly CheckRecord[]): Promise<void>;
  /** The facts from checks as of the last check, for these services, or for all that were ever checked. */
  facts(ids?: readonly string[]): Promise<ReadonlyMap<string, CheckFacts>>;
  /** The days of a service from `from` on, oldest first. */
  days(service: CheckedService, from: string): Promise<readonly CheckDay[]>;
  latencyDays(service: CheckedService, from: string): Promise<readonly LatencyDay[]>;
  /** The day of the last check; undefined before the first, and where a clock that was set back made a late check. */
  lastDay(service: CheckedService): Promise<LastDay | undefined>;
  /** The last checks of a service, newest first. */
  latest(service: CheckedService, count: number): Promise<readonly StoredCheck[]>;
  liveTerms(service: CheckedService): Promise<LiveTerms | undefined>;
  /** The live 402s of several services as their sellers sent them, by id; without those that have none. */
  sentChallenges(services: readonly CheckedService[]): Promise<ReadonlyMap<string, ReadChallenge>>;
  /**
   * What the live 402 at the present endpoint asked, one period for each change, oldest first, of the newest ones; those that ended before
   * `from` (a day) left out. A new wallet or network ends no period of the others: what an endpoint asked for stays a fact about it.
   */
  seenTerms(service: CheckedService, from: string): Promise<readonly SeenTerms[]>;
  /** The subject and time of the last check of each service, in milliseconds since 1970. */
  last(ids: readonly string[]): Promise<ReadonlyMap<string, LastCheck>>;
  /** Deletes the checks of these services, unless they were about the present subjects. */
  forget(services: readonly CheckedService[]): Promise<void>;
  /**
   * Deletes the single checks made before a day, the totals of days more than a year before it, and everything about services that are not
   * listed and were last checked before the day. Gives free space back to the disk.
   */
  prune(pruning: { readonly before: string; readonly isListed: (id: string) => boolean }): Promise<void>;
}

/** Sends unpaid requests to endpoints. A failed request is a result too, so it rejects only with `CannotAsk`. */
export interface Prober {
  probe(target: ProbeTarget, requester: Requester): Promise<ProbeResult | Deferred>;
}

/** Looks for the line by which a host names an owner, at the evidence of a proof. @throws {CannotAsk} as a `Prober` does */
export interface ProofPlace {
  look(evidence: string, line: string, requester: Requester, service: Provable): Promise<Look>;
}

export type ProofPlaces = Readonly<Record<PlacedMethod, ProofPlace>>;

export interface ProofLookStore {
  all(): Promise<ReadonlyMap<string, LookRecord>>;
  of(id: string): Promise<LookRecord | undefined>;
  record(id: string, record: LookRecord): Promise<void>;
  forget(ids: readonly string[]): Promise<void>;
}

export interface MeaningModel {
  /** Names the model. The vectors of models with different names cannot be compared. */
  readonly name: string;
  readonly dimensions: number;
  /** How many texts it works on at the same time. */
  readonly threads: number;
  /** A unit vector whose direction is the meaning of the text. Questions go before services that wait. @throws {Error} when the model fails. */
  embed(text: string, kind: TextKind): Promise<Float32Array>;
  close(): Promise<void>;
}

/** Stores the vectors that one model made. They can be made again, so nothing is lost with them but time. */
export interface VectorStore {
  /** All vectors, in portions. */
  read(): AsyncIterable<readonly KeyedVector[]>;
  append(vectors: readonly KeyedVector[]): Promise<void>;
  /** Deletes all other vectors. */
  replace(vectors: readonly KeyedVector[]): Promise<void>;
}

/** Stores what services asked, and the payments that were counted. */
export interface PaymentStore {
  /** Notes what services declare to ask from now on. */
  declare(changes: readonly TermsChange[]): Promise<void>;
  /** Whether any service declares terms. */
  hasDeclared(): Promise<boolean>;
  /** The declared terms of each of these services, as `printDeclared` prints it; without those that declare nothing. */
  declared(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The ids of services that ask for payments, by their declaration or their live 402, and come after one, in their order; all when that is empty. */
  askingIds(after: string, limit: number): Promise<readonly string[]>;
  /** The accounts of a network that services ask to be paid into, and those where they did after a time and whose last payments are not counted. */
  accounts(network: string, after: Date): Promise<readonly CountedAccount[]>;
  /** How far the payments to an account are counted; undefined before the first pass. */
  progress(network: string, account: Account): Promise<Pick<CountedAccount, 'from' | 'to'> | undefined>;
  /** The present and former terms of a service, wherever it is paid. */
  asked(serviceId: string): Promise<readonly TermsPeriod[]>;
  /** The present and former terms of services that are paid into an account. */
  periods(network: string, account: Account): Promise<readonly TermsPeriod[]>;
  /**
   * Replaces the payments of some accounts in a range of blocks, all or none, so that a range recorded again is not counted again. A payment
   * that stays keeps its services. Returns the ids of the services whose sums changed.
   */
  record(portion: CountedPortion): Promise<readonly string[]>;
  /** Payments that matched nobody's price when they were recorded, and might match one now; the newest first. */
  unmatched(network: string, count: number): Promise<readonly AttributedSettlement[]>;
  /** Gives such payments to the services that they match now. Returns the ids of these. */
  assign(network: string, settlements: readonly AttributedSettlement[]): Promise<readonly string[]>;
  /** By ascending head. */
  checkpoints(network: string): Promise<readonly Checkpoint[]>;
  addCheckpoint(network: string, checkpoint: Checkpoint): Promise<void>;
  /** Notes that the chain has all checkpoints up to this head. */
  makeSure(network: string, head: number): Promise<void>;
  /** Has all blocks after `block` recorded again, or everything when it is undefined; checkpoints after `head` are forgotten. */
  rewind(network: string, block: number | undefined, head: number): Promise<void>;
  /** Forgets the payments of blocks after this one. Returns the ids of the services whose sums changed. */
  forgetAfter(network: string, block: number): Promise<readonly string[]>;
  /** The counted sums of each of these services, or for all that were ever paid, by wallet, token and the services that share it. */
  sums(services?: readonly string[]): Promise<ReadonlyMap<string, readonly PayeeSum[]>>;
  /** The payers of several payees together; each counts once. */
  payers(payees: readonly number[]): Promise<PayerSum>;
  /** The days of a service from `from` on, oldest first, one for each payee. */
  days(serviceId: string, from: string): Promise<readonly PaymentDay[]>;
  /** How many wallets paid a service on a day (UTC); 0 when its payments are not on file one by one any more. */
  payersOn(serviceId: string, date: string): Promise<number>;
  recent(serviceId: string, count: number): Promise<readonly StoredPayment[]>;
  /** The payments that belong to services, each once, by token: all of them, or those from a day (UTC) on. */
  totals(from?: string): Promise<readonly TokenSum[]>;
  /** The newest block that was counted on each network, by CAIP-2 id. */
  newest(): Promise<ReadonlyMap<string, BlockTime>>;
  /** Deletes the single payments made before a time; their sums stay. */
  prune(before: Date): Promise<void>;
}

/** Stores what buyers say. Records are only added, and durable once a promise resolves. */
export interface OutcomeStore {
  /** Adds records, all or none: none when one of them is there, or says what another one says already. */
  add(records: readonly NewRecord[]): Promise<boolean>;
  claimed(claim: string): Promise<OutcomeRecord | undefined>;
  find(id: string): Promise<OutcomeRecord | undefined>;
  of(service: string): Promise<readonly OutcomeRecord[]>;
  /** The ids of the services with records. */
  services(): Promise<readonly string[]>;
  after(number: number, limit: number): Promise<readonly NumberedRecord[]>;
  /** How many records there are, and the number of the last one; 0 without any. */
  extent(): Promise<RecordExtent>;
  /** The next records that the transparency log lacks. */
  unlogged(limit: number): Promise<readonly NumberedRecord[]>;
  noteLogged(ids: readonly string[]): Promise<void>;
  /** The oldest statements whose payers nobody has looked at. */
  unfound(limit: number): Promise<readonly NumberedRecord[]>;
  /** Keeps a claim that cannot be checked yet; false when so many wait already, or so many about this transaction. */
  wait(
    claim: WaitingClaim,
    tx: string,
    most: { readonly all: number; readonly ofTx: number },
  ): Promise<boolean>;
  /** Those that wait, oldest first. */
  waiting(): Promise<readonly WaitingClaim[]>;
  endWaiting(id: string): Promise<void>;
}

/** Stores who paid services since their present subjects were first seen, and who funded these wallets. */
export interface BuyerStore {
  /** The buyers of each of these services, or of all, in tokens of these units. Payments that services share have none. */
  sums(
    tokens: readonly TokenUnit[],
    services?: readonly string[],
  ): Promise<ReadonlyMap<string, readonly BuyerSum[]>>;
  /**
   * Buyers on a network whose funding is to be looked up: those that nobody has looked at, and those that have paid twice as much since.
   * Without those that were tried after a time; the others by how long they have waited.
   */
  due(network: string, triedBefore: Date, count: number): Promise<readonly Buyer[]>;
  /** Notes that somebody begins to look at these buyers. */
  noteTry(network: string, buyers: readonly Buyer[], at: Date): Promise<void>;
  /** Notes who funded these buyers. Returns the ids of their services. */
  noteFunding(network: string, buyers: readonly LookedBuyer[]): Promise<readonly string[]>;
  /** The wallets on a network that each of these services is or was paid at. */
  walletsOf(network: string, services: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
}

/**
 * A chain, as an RPC provider shows it. What is settled may still be reorganised, so callers ask again for the newest blocks, and compare
 * hashes. Every method rejects with `LedgerFault` when the provider fails, throttles, or answers what cannot be.
 */
export interface Ledger {
  /** The newest block that is deep enough to count, whose time may be an estimate, and the newest of all. */
  tip(): Promise<Tip>;
  /** The hash of a block in the chain as it is now; undefined when there is no such block. */
  hashOf(block: number): Promise<string | undefined>;
  /** The first block that was made at this time or later, or the tip when none was; within a minute. */
  blockAt(time: Date): Promise<BlockTime>;
  /**
   * Settlements to these accounts, oldest blocks first, in portions that follow each other without gaps. How long a portion is depends on what the
   * provider allows. A portion without settlements is given too, since it says how far the search has come.
   */
  settlements(accounts: readonly Account[], from: number, to: number): AsyncIterable<Portion>;
  /** The transfers of a token that some wallets sent or received, in portions as above. Absent where the chain cannot be asked for them. */
  transfers?(asked: TransferSide, from: number, to: number): AsyncIterable<readonly TokenTransfer[]>;
}

export interface TransactionLedger extends Ledger {
  /**
   * One transaction, with its settlements to these accounts, however new; `pending` while no block has it for good. Undefined where the chain does
   * not know it, or it failed.
   */
  transaction(tx: string, accounts: readonly Account[]): Promise<ChainTransaction | 'pending' | undefined>;
}

/** The holders of all leases, as the database knows them. */
export interface LeaseBoard {
  /** The leases that are not over, by duty. */
  readonly leases: ReadonlyMap<string, Lease>;
  /** The servers that renewed their leases recently. */
  readonly servers: ReadonlySet<string>;
}

/** Stores who does which duty. All times are by the clock of the database. */
export interface LeaseStore {
  /** Notes that a server is there, and lengthens its leases of these duties, unless others have taken them. Resolves to what is so then. */
  renew(holder: string, duties: readonly string[], leaseMs: number): Promise<LeaseBoard>;
  /** Gives a duty to a server, unless another has it: then undefined. */
  take(holder: string, duty: string, leaseMs: number): Promise<Lease | undefined>;
  /** Ends a lease, unless that has happened. */
  giveBack(lease: Lease): Promise<void>;
  /** Ends all leases of a server, and forgets it. */
  leave(holder: string): Promise<void>;
}

export type Clock = () => Date;

/** The moment whose catalog an export holds. All of it is read in the same turn of the event loop. */
export interface Moment {
  readonly version: CatalogVersion;
  readonly cursor: string | null;
  /** Since when readers see the services as they are. */
  readonly shownAt: Date;
}

/** The content of a database of the catalog. */
export interface DatabaseOrder {
  /** Names everything that determines the content, in letters, digits, `-` and `_`. */
  readonly tag: string;
  readonly moment: Moment;
  readonly categories: readonly Category[];
  /** All services, by id. */
  readonly services: () => Iterable<Entry>;
}

/** A database of the catalog, ready to be read, whatever is made meanwhile. Whoever opens it reads or closes it. */
export interface OpenDatabase extends Pick<DatabaseOrder, 'tag' | 'moment'> {
  /** In bytes. */
  readonly size: number;
  /** The bytes from `start` to `end`, both included. Closes the database when the reader has the last one, or stops. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Makes databases of the catalog, one at a time. */
export interface Databases {
  /** Opens a database of this order, or of a newer one. @throws {DatabaseFailure} when none can be made. */
  open(order: DatabaseOrder): Promise<OpenDatabase>;
}

/** Counts what happens, for the operator's monitoring. Must neither fail nor wait. Times are in seconds. */
export interface Metrics {
  /** `seconds`: from the decision until readers see the commit. */
  committed(acts: number, seconds: number): void;
  commitFailed(): void;
  checked(verdict: Verdict): void;
  built(result: 'made' | 'failed', seconds: number): void;
  attempted(result: 'accepted' | 'refused'): void;
}

export interface Log {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
  error(facts: object, message: string): void;
}
