import { isDeepStrictEqual } from 'node:util';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { CheckFacts, Facts } from '../domain/facts.ts';
import type { FeedState, LastLogged } from '../domain/logged-change.ts';
import type { NumberedChange } from '../domain/service-change.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { ChangeFeed } from './change-feed.ts';
import { declarationDigest } from './logged-change.ts';
import { nextRun } from './next-run.ts';
import type { ChangeLog, CheckStore, Log, ObservedPart, Revisions, SharedState } from './ports.ts';

interface Dependencies {
  readonly shared: SharedState;
  /** Names this process. */
  readonly server: string;
  readonly store: Pick<CatalogStore, 'snapshot' | 'observe' | 'onChange'>;
  readonly feed: Pick<ChangeFeed, 'position' | 'moveOn' | 'followBy' | 'catchUp'>;
  readonly changeLog: Pick<ChangeLog, 'state' | 'after' | 'loggedAfter'>;
  readonly checks: Pick<CheckStore, 'facts'>;
  /** Shows what is counted for services now. */
  readonly showPayments: (ids: readonly string[]) => Promise<void>;
  /** Applies the commits that others made; absent where only this server commits. */
  readonly pull?: (() => Promise<void>) | undefined;
  /** Milliseconds of a clock that nobody sets; `performance.now` by default. */
  readonly elapsed?: () => number;
  /** How long this server may lack what it knows to be there before it leaves its requests to others; 15 s by default. */
  readonly graceMs?: number;
  readonly log: Log;
}

/** Time between two looks: a quarter of what readers may notice. */
const pollMs = 250;

/** Time before the next look after a failure. */
const restMs = 1_000;

const defaultGraceMs = 15_000;

/** After this long without a timer, this process was suspended: paused, moved to another machine, or starved of processor time. */
const suspendedMs = 1_000;

/** The longest that a request waits for this server to be up to date. */
const patienceMs = 5_000;

/** Changes, or observed services, read at once before yielding to the event loop. */
const portion = 250;

/**
 * Applies the changes of other servers on the same state. It asks the shared state for its revision, then pulls new commits from the branch and
 * reads new observations from the database. Only then does the feed of this server advance, so its readers never hear of a change that this
 * server does not show.
 */
export class PeerFollower {
  readonly #dependencies: Dependencies;
  readonly #look = nextRun(() => this.#tryRound());
  /** The revision up to which this server shows observations. */
  readonly #shown: Record<ObservedPart, number>;
  /** Services that were declared again, and may have been observed before. */
  readonly #anew = new Set<string>();
  #epoch: string;
  #hasPulled = false;
  #isBehind = true;
  /** Whether the last look was answered that there is more than this server shows. */
  #hasNewer = false;
  #isReportedBehind = false;
  #isStaleReplica = false;
  #isStopping = false;
  #failure: unknown;
  readonly #elapsed: () => number;
  #currentAt: number;
  #awakeAt: number;
  #returning: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;

  /** `begun`: how far the state had come before this server read any of it. */
  constructor({ epoch, checks, payments }: Revisions, dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#epoch = epoch;
    this.#shown = { checks, payments };
    this.#elapsed = dependencies.elapsed ?? (() => performance.now());
    this.#currentAt = this.#elapsed();
    this.#awakeAt = this.#currentAt;
    const { store, feed } = dependencies;
    store.onChange(({ put }) => {
      for (const { id } of put) this.#anew.add(id);
    });
    feed.followBy(() => this.current());
  }

  /** Why the last look failed; undefined when it succeeded. */
  get failure(): string | undefined {
    if (this.#failure === undefined) return undefined;

    return this.#isStaleReplica
      ? 'the changes of other servers cannot be applied, and another server shows them, so GET /ready says no; the log says why'
      : 'the changes of other servers cannot be applied; reads go on with what is known, and the log says why';
  }

  /**
   * Whether another server has newer data, and this one could not catch up for a while, so that it should get no requests. False while the
   * database does not answer, since nobody can tell then.
   */
  get isStaleReplica(): boolean {
    return this.#isStaleReplica;
  }

  /** Seconds since this server was last known to be up to date. */
  get lagSeconds(): number {
    return (this.#elapsed() - this.#currentAt) / 1000;
  }

  /**
   * Requests wait for this after the process was suspended, because others may have changed much meanwhile: one look, for some seconds at most.
   * Undefined otherwise. Never rejects.
   */
  get returning(): Promise<void> | undefined {
    this.#wake();

    return this.#returning;
  }

  /** Looks now, and from now on. Resolves after the first look, however long it takes, even if it failed. */
  async start(): Promise<void> {
    await this.#look();
    this.#awakeAt = this.#elapsed();
    this.#beat = setInterval(() => {
      this.#wake();
    }, pollMs).unref();
    this.#schedule();
  }

  stop(): void {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    clearInterval(this.#beat);
  }

  /**
   * Resolves once this server shows every change that others made before the call. False if it knows that it does not, because a look failed or
   * took too long; if nobody can tell, it counts as up to date. While looks fail, nobody waits for the next one. Never rejects.
   */
  async current(): Promise<boolean> {
    if (this.#failure !== undefined) return !this.#isBehind;

    const patience = new AbortController();
    const { signal } = patience;
    await Promise.race([this.#look(), sleep(patienceMs, undefined, { signal, ref: false }).catch(ignore)]);
    patience.abort();
    return !this.#isBehind;
  }

  /** Detects by the time since the last timer that this process was suspended. */
  #wake(): void {
    const before = this.#awakeAt;
    this.#awakeAt = this.#elapsed();
    if (this.#awakeAt - before < suspendedMs) return;

    const returning = this.current().then(() => {
      if (this.#returning === returning) this.#returning = undefined;
    });
    this.#returning = returning;
  }

  #schedule(): void {
    if (this.#isStopping) return;

    this.#timer = setTimeout(
      () =>
        void this.#look().then(() => {
          this.#schedule();
        }),
      this.#failure === undefined ? pollMs : restMs,
    ).unref();
  }

  /** Logs the first of several failures. */
  async #tryRound(): Promise<void> {
    const { log } = this.#dependencies;
    const asked = this.#elapsed();
    try {
      await this.#round();
      if (this.#failure !== undefined) log.info({}, 'the changes of other servers are applied again');
      this.#failure = undefined;
      this.#currentAt = asked;
    } catch (error) {
      if (this.#failure === undefined && !this.#isStopping) {
        log.warn({ error }, 'the changes of other servers cannot be applied; retrying every second');
      }
      this.#failure = error;
    }
    await this.#compareWithOthers();
  }

  /** After a start there is no grace, since the clone may be old. */
  get #isLongBehind(): boolean {
    const { graceMs = defaultGraceMs } = this.#dependencies;
    const isLate = !this.#hasPulled || this.#elapsed() - this.#currentAt >= graceMs;

    return this.#failure !== undefined && this.#hasNewer && isLate;
  }

  /** Reports to the others whether this server lags, and learns whether one of them has newer data. */
  async #compareWithOthers(): Promise<void> {
    const { shared, server } = this.#dependencies;
    const isBehind = this.#isLongBehind;
    this.#isStaleReplica &&= isBehind;
    const isSilent = this.#failure !== undefined && !this.#hasNewer;
    if (isSilent || (!isBehind && !this.#isReportedBehind)) return;

    try {
      const isAnotherCurrent = await shared.reportReplicaLag(server, isBehind);
      this.#isReportedBehind = isBehind;
      this.#isStaleReplica = isBehind && isAnotherCurrent;
    } catch {
      // Nobody knows of the others then; the next look asks again.
      this.#isStaleReplica = false;
    }
  }

  async #round(): Promise<void> {
    this.#hasNewer = false;
    const shared = await this.#dependencies.shared.revisions();
    if (this.#isUpTo(shared)) return;

    this.#hasNewer = true;
    this.#isBehind = true;
    if (shared.epoch !== this.#epoch) this.#beginAnew(shared);
    try {
      await this.#applyDeclared();
    } finally {
      for (const part of ['checks', 'payments'] as const) await this.#applyObserved(part, shared[part]);
      await this.#applyAnew();
    }
    await this.#moveFeed(shared);
    this.#isBehind = false;
  }

  #isUpTo({ epoch, feed, checks, payments }: Revisions): boolean {
    const { position } = this.#dependencies.feed;
    const isSame = epoch === this.#epoch && epoch === position.epoch && feed <= position.number;

    const isShown = checks === this.#shown.checks && payments === this.#shown.payments;
    return this.#hasPulled && isSame && isShown && this.#anew.size === 0;
  }

  /** Another database has replaced the one that was followed: all observations are read again. */
  #beginAnew({ epoch }: Revisions): void {
    this.#epoch = epoch;
    this.#shown.checks = 0;
    this.#shown.payments = 0;
  }

  async #applyDeclared(): Promise<void> {
    const { pull, changeLog, feed } = this.#dependencies;
    const isBehind = async () => this.#lacks(await changeLog.loggedAfter(feed.position.number));
    if (pull && (!this.#hasPulled || (await isBehind()))) await pull();
    this.#hasPulled = true;
    feed.catchUp();
  }

  /** Whether a service is declared differently here than after its last logged change. */
  #lacks(left: ReadonlyMap<string, LastLogged>): boolean {
    const { snapshot } = this.#dependencies.store;

    return [...left].some(([id, { digest, isListed }]) => {
      const declared = snapshot.find(id)?.declared;
      return isListed ? !declared || declarationDigest(declared) !== digest : declared !== undefined;
    });
  }

  async #applyObserved(part: ObservedPart, revision: number): Promise<void> {
    const { shared, showPayments } = this.#dependencies;
    // A state that was put back from a backup begins earlier.
    if (revision < this.#shown[part]) this.#shown[part] = 0;

    while (this.#shown[part] < revision) {
      const { ids, upTo } = await shared.observedAfter(part, this.#shown[part], portion);
      if (part === 'checks') await this.#showChecks(ids);
      else await showPayments(ids);
      this.#shown[part] = ids.length < portion ? Math.max(upTo, revision) : upTo;
      await nextTurn();
    }
  }

  /** Observations that came before the declaration of a service were skipped, so read them now. */
  async #applyAnew(): Promise<void> {
    const ids = [...this.#anew];
    for (let begin = 0; begin < ids.length; begin += portion) {
      await this.#showChecks(ids.slice(begin, begin + portion));
    }
    for (const id of ids) this.#anew.delete(id);
  }

  /** Publishes the results of the last checks. An observation that this server made meanwhile is newer, and stays. */
  async #showChecks(ids: readonly string[]): Promise<void> {
    const { store, checks } = this.#dependencies;
    const before = store.snapshot;
    const found = await checks.facts(ids);
    const news = [...found].filter(([id, facts]) => {
      const observed = store.snapshot.find(id)?.observed;
      return observed && observed === before.find(id)?.observed && isNews(facts, observed.facts);
    });
    if (news.length > 0) store.observe(new Map(news));
  }

  /** Advances the feed up to the changes that were there when the look began. */
  async #moveFeed({ epoch, feed: end }: Revisions): Promise<void> {
    const { feed, changeLog } = this.#dependencies;
    if (feed.position.epoch !== epoch) {
      feed.moveOn(await changeLog.state(), []);
      return;
    }

    while (feed.position.number < end) {
      const found = await changeLog.after(feed.position, portion);
      if (found === 'expired') {
        feed.moveOn(await changeLog.state(), []);
        return;
      }
      const changes = found.changes.filter(({ number }) => number <= end);
      const last = changes.at(-1);
      if (!last) return;
      feed.moveOn(endingWith(last, found.state), changes);
      await nextTurn();
    }
  }
}

/** The feed as it was after a change. */
function endingWith({ number, at }: NumberedChange, state: FeedState): FeedState {
  return { ...state, position: { ...state.position, number, at: at.getTime() } };
}

function isNews(found: CheckFacts, known: Facts): boolean {
  const { payments: _, ...checks } = known;

  return !isDeepStrictEqual(found, checks);
}

function ignore(): void {
  return undefined;
}
