import type { Build } from '../domain/build.ts';
import { longestTimerMs, minuteMs } from '../domain/duration.ts';
import { type CatalogStore, changesIn, unlisted } from './catalog-store.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Tenure } from './duty.ts';
import type { Clock, Log, Metrics } from './ports.ts';
import { messageOf } from '../domain/error-code.ts';

interface Dependencies {
  readonly store: CatalogStore;
  /** Builds the site beside the old build and swaps it in. Rejects when it fails or is aborted; the old build then stays. */
  readonly build: (signal: AbortSignal) => Promise<Build>;
  /** Least time between two builds; 0 for no builds at all. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
}

/** Pause after a build that failed; twice as long after each further one, but never longer than the interval. */
const firstRetryMs = minuteMs;

/** Builds the site again after changes, and counts the changes that the last build lacks. */
export class SiteBuilds {
  readonly #dependencies: Dependencies;
  #last: Build | undefined;
  /** Why the last build failed, and how many have since the last that did not; undefined if it did not. */
  #failure: { readonly reason: string; readonly times: number } | undefined;
  #isLost = false;
  /** Whether a build was asked for that another server may make. */
  #isWanted = false;
  /** Changes since the last build began. */
  #changes = 0;
  /** The services that changed since the served build began, and those since the running one did. */
  #changed = new Set<string>();
  #changedMeanwhile = new Set<string>();
  #notBefore: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  /** While this server builds for all that serve the folder. */
  #tenure: Pick<Tenure, 'isHeld' | 'ended'> | undefined;
  readonly #stopping = new AbortController();

  constructor(last: Build | undefined, dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#last = last;
    this.#notBefore = dependencies.clock().getTime() + dependencies.intervalMs;
    dependencies.store.onChange((change) => {
      this.#changes += changesIn(change);
      for (const id of [...unlisted(change), ...change.put.map((service) => service.id)]) {
        this.#changed.add(id);
        this.#changedMeanwhile.add(id);
      }
      this.#schedule();
    });
  }

  /** Builds what is missing from now on, until `rest`. */
  begin(tenure: Pick<Tenure, 'isHeld' | 'ended'>): void {
    this.#tenure = tenure;
    const isBehind = this.#changes > 0 && this.#dependencies.store.snapshot.version.unbuilt > 0;
    if (this.#isWanted) void this.buildNow();
    else if (this.#failure || this.#isLost || isBehind) this.#schedule();
  }

  /** Leaves builds to another server. Resolves when the running one is aborted. */
  async rest(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tenure = undefined;
    await this.#running;
  }

  get last(): Build | undefined {
    return this.#last;
  }

  /** Why the last build failed; undefined if it succeeded. */
  get lastFailure(): string | undefined {
    return this.#failure?.reason;
  }

  /** Whether somebody deleted the served build, and no other has replaced it yet. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Whether the page of a service is older than what its owner declares, or did last, or than the live terms and the verdict of its checks. */
  lacks(id: string): boolean {
    const { snapshot } = this.#dependencies.store;
    const entry = snapshot.find(id);
    const changes = entry ? changesOf(entry) : [snapshot.tombstone(id)?.deletedAt];
    const builtAt = this.#last?.builtAt ?? '';

    return this.#changed.has(id) || changes.some((at) => at !== undefined && at > builtAt);
  }

  /** Builds once the interval allows. */
  #schedule(): void {
    const { intervalMs, clock } = this.#dependencies;
    if (intervalMs === 0 || this.#timer || this.#running || !this.#mayBuild) return;

    // Wait at most one interval, even if the clock was set back.
    const wait = Math.min(intervalMs, Math.max(0, this.#notBefore - clock().getTime()));
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (wait > longestTimerMs) this.#schedule();
        else void this.buildNow();
      },
      Math.min(wait, longestTimerMs),
    );
    this.#timer.unref();
  }

  /** Builds at once; where another server builds, only if that one has not done so when this one takes its place. */
  async buildNow(): Promise<void> {
    this.#isWanted = !this.#mayBuild;
    if (this.#isWanted) return;

    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#running ??= this.#build().finally(() => (this.#running = undefined));
    await this.#running;
    const { unbuilt } = this.#dependencies.store.snapshot.version;
    if (this.#failure || this.#isLost || unbuilt > 0) this.#schedule();
  }

  /** Notes that somebody deleted the served build, and builds at once unless builds are turned off. */
  lose(): void {
    if (this.#isLost) return;

    const { intervalMs, log } = this.#dependencies;
    this.#isLost = true;
    log.warn({}, 'the build that was served is gone; somebody has deleted it');
    if (intervalMs > 0) void this.buildNow();
  }

  /** Adopts a build made outside the server, by hand for example; it lacks `unbuilt` changes. */
  adopt(build: Build, unbuilt: number): void {
    this.#last = build;
    this.#failure = undefined;
    this.#isLost = false;
    this.#isWanted = false;
    this.#dependencies.store.setUnbuilt(unbuilt);
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /** Aborts a running build and resolves when it has ended, so that no build outlives the server. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stopping.abort();
    await this.#running;
  }

  get #mayBuild(): boolean {
    return this.#tenure?.isHeld === true && !this.#stopping.signal.aborted;
  }

  async #build(): Promise<void> {
    const signals = [this.#stopping.signal, this.#tenure?.ended ?? AbortSignal.abort()];
    const signal = AbortSignal.any(signals);
    const { store, build, clock, log, metrics } = this.#dependencies;
    const started = clock().getTime();
    const seconds = (): number => (clock().getTime() - started) / 1000;
    this.#changes = 0;
    this.#changedMeanwhile = new Set();

    try {
      const made = await build(signal);
      this.#last = made;
      this.#failure = undefined;
      this.#isLost = false;
      this.#changed = this.#changedMeanwhile;
      store.setUnbuilt(this.#changes);
      log.info({ commit: made.commit, ms: clock().getTime() - started }, 'site built');
      metrics?.built('made', seconds());
    } catch (error) {
      // Whoever builds next, perhaps this server again, has to make it.
      if (signal.aborted) {
        this.#isWanted = true;
        return;
      }

      this.#failure = { reason: messageOf(error), times: (this.#failure?.times ?? 0) + 1 };
      log.error({ error }, 'the build of the site failed; the last build stays');
      metrics?.built('failed', seconds());
    } finally {
      this.#notBefore = clock().getTime() + this.#pauseMs;
    }
  }

  get #pauseMs(): number {
    const { intervalMs } = this.#dependencies;

    return this.#failure ? Math.min(intervalMs, firstRetryMs * 2 ** (this.#failure.times - 1)) : intervalMs;
  }
}

/** When a service last changed in what its page says first. */
function changesOf({ declared, observed }: Entry): (string | undefined)[] {
  const { since, termsSince } = observed.facts.standing;

  return [declared.updatedAt, since?.toISOString(), termsSince?.toISOString()];
}
