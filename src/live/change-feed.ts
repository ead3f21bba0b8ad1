import { type FeedPosition, printCursor } from '../domain/feed-position.ts';
import type { NewsScope, NewsItem } from '../domain/news.ts';
import type { NumberedChange } from '../domain/service-change.ts';
import type { ChangesAfter, FeedState, LoggedChange } from '../domain/logged-change.ts';
import type { ChangeLog } from './ports.ts';

type FeedLog = Pick<ChangeLog, 'append' | 'after' | 'news' | 'state'>;

/** Is called once the changes are written. */
type Listener = (changes: readonly NumberedChange[]) => void;

/** How long changes are retained. */
export const retentionDays = 90;

/**
 * The feed of changes: every change of a service in one order. A change is in the snapshot before it is in the feed, so a copy of the catalog
 * and the changes after a cursor that was taken with it, in the same turn of the event loop, are the catalog.
 */
export class ChangeFeed {
  readonly #changeLog: FeedLog;
  #position: FeedPosition;
  readonly #listeners = new Set<Listener>();
  #whenReplaced: () => void = () => undefined;
  /** Applies the changes of other servers; undefined where there are none. */
  #follow: (() => Promise<boolean>) | undefined;
  /** Whether this server shows every change before the end of the feed: not at a start, when its clone may be old. */
  #isShown = true;
  #isStopping = false;

  /** `state` must be that of the change log now. */
  constructor({ position }: FeedState, changeLog: FeedLog) {
    this.#changeLog = changeLog;
    this.#position = position;
  }

  static async open(changeLog: FeedLog): Promise<ChangeFeed> {
    return new ChangeFeed(await changeLog.state(), changeLog);
  }

  /** Where the feed ends now; another object after every change. */
  get position(): FeedPosition {
    return this.#position;
  }

  cursor(): string {
    return printCursor(this.#position);
  }

  /** Takes notice that changes from before the database were added. */
  async noticeSeed(): Promise<void> {
    this.#moveTo(await this.#changeLog.state(), []);
  }

  /** Calls `listener` after changes were written. Returns what ends that. */
  onChanges(listener: Listener): () => void {
    this.#listeners.add(listener);

    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Calls `work` when a new database has taken the place of the one that the feed was in. */
  onReplaced(work: () => void): void {
    this.#whenReplaced = work;
  }

  /**
   * Advances the feed only as far as this server has applied the changes of others: `follow` does that, calls `moveOn`, and resolves to whether it could. Without it, this server is
   * the only one that changes the feed.
   */
  followBy(follow: () => Promise<boolean>): void {
    this.#follow = follow;
    this.#isShown = false;
  }

  /** Takes notice that this server has pulled what was committed while it did not run. */
  catchUp(): void {
    this.#isShown = true;
  }

  /** Resolves once this server shows the changes that others made before the call; to false where it cannot. */
  async isCurrent(): Promise<boolean> {
    return this.#follow ? this.#follow() : true;
  }

  /** Takes notice of changes that others made, once this server shows them. `changes`: those after the present end, if they are few. */
  moveOn(state: FeedState, changes: readonly NumberedChange[]): void {
    const { epoch, number } = this.#position;
    if (state.position.epoch === epoch && state.position.number <= number) return;

    const later = changes.filter((change) => change.number > number);
    this.#moveTo(state, later);
  }

  /**
   * Resolves when the changes are written. `after`: the commit of the catalog before them. Returns the services of which nothing was written, since
   * another server changed them meanwhile.
   */
  async append(changes: readonly LoggedChange[], after: string): Promise<readonly string[]> {
    const known = this.#isShown ? this.#position.number : 0;
    const { state, previous, ...written } = await this.#changeLog.append(changes, after, known);
    const isNext = previous === this.#position.number || state.position.epoch !== this.#position.epoch;
    if (isNext || !this.#follow) this.#moveTo(state, written.changes);
    else void this.#follow();

    return written.outdated;
  }

  async after(since: FeedPosition | undefined, limit: number): Promise<ChangesAfter | 'expired'> {
    const before = this.#position;
    const found = await this.#changeLog.after(since, limit);
    const state = found === 'expired' ? await this.#changeLog.state() : found.state;
    if (this.#follow && isBeyond(state.position, before)) {
      await this.#follow();
    } else if (this.#position === before && !isSame(state.position, before)) {
      // Others than `append` write too: the seed of a new feed, and a restored backup.
      this.#moveTo(state, []);
    }

    return found === 'expired' || !this.#follow ? found : this.#upToHere(found);
  }

  /** Without the changes that this server does not show yet. */
  #upToHere({ changes, state }: ChangesAfter): ChangesAfter {
    const position = this.#position;

    return {
      changes: changes.filter(({ number }) => number <= position.number),
      state: { ...state, position },
    };
  }

  async news(scope: NewsScope, limit: number): Promise<NewsItem[]> {
    return newsFrom(this.#changeLog, scope, limit);
  }

  /** Resolves when there may be changes after a place, or when `signal` is aborted. */
  async changed({ epoch, number }: FeedPosition, signal: AbortSignal): Promise<void> {
    const { position } = this;
    if (position.epoch !== epoch || position.number > number) return;
    if (signal.aborted || this.#isStopping) return;

    const { promise, resolve } = Promise.withResolvers<undefined>();
    const end = (): void => {
      resolve(undefined);
    };
    const stopListening = this.onChanges(end);
    signal.addEventListener('abort', end);
    await promise;
    stopListening();
    signal.removeEventListener('abort', end);
  }

  /** Answers all who wait. */
  stop(): void {
    this.#isStopping = true;
    for (const listener of this.#listeners) listener([]);
  }

  #moveTo({ position }: FeedState, changes: readonly NumberedChange[]): void {
    const isReplaced = position.epoch !== this.#position.epoch;
    this.#position = position;
    for (const listener of this.#listeners) listener(changes);
    if (isReplaced) this.#whenReplaced();
  }
}

function isBeyond(a: FeedPosition, b: FeedPosition): boolean {
  return a.epoch === b.epoch && a.number > b.number;
}

function isSame(a: FeedPosition, b: FeedPosition): boolean {
  return a.epoch === b.epoch && a.number === b.number;
}

/** The newest changes that feeds for readers tell, newest first, each named by its cursor. */
export async function newsFrom(
  changeLog: Pick<ChangeLog, 'news'>,
  scope: NewsScope,
  limit: number,
): Promise<NewsItem[]> {
  const { changes, epoch } = await changeLog.news(scope, limit);

  return changes.map(({ number, ...change }) => ({
    ...change,
    key: printCursor({ epoch, number, at: change.at.getTime() }),
  }));
}
