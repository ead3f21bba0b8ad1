import { z } from 'zod';
import { dayOf } from '../../domain/duration.ts';
import { type FeedPosition, firstLive } from '../../domain/feed-position.ts';
import {
  changeKinds,
  isDeletion,
  type NumberedChange,
  type ServiceChange,
} from '../../domain/service-change.ts';
import type { Tombstone } from '../../domain/tombstone.ts';
import type {
  AppendedChanges,
  ChangesAfter,
  FeedState,
  LoggedChange,
  LastLogged,
  LoggedService,
  NewestNews,
  SeededChange,
} from '../../domain/logged-change.ts';
import { News, type NewsScope, newsOf, newsOn } from '../../domain/news.ts';
import { Profile } from '../../domain/profile.ts';
import { all, get, run, type StateDatabase, upsert, type Work } from './database.ts';

const ListingRow = z.object({
  service_id: z.string(),
  name: z.string(),
  endpoint: z.string(),
  digest: z.string(),
  seen: z.string().nullable(),
});
const IdRow = ListingRow.pick({ service_id: true });
const RemovedRow = z.object({
  service_id: z.string(),
  name: z.string(),
  endpoint: z.string(),
  removed_at: z.int(),
});
const FeedRow = z.object({ epoch: z.string(), is_seeded: z.int(), is_pruned: z.int() });
const BeginningRow = z.object({ begins_after: z.string() });
const LeftRow = ListingRow.pick({ service_id: true, digest: true, seen: true }).extend({
  removed_at: z.int().nullable(),
});
const NumberRow = z.object({ number: z.int() });
const PlaceRow = z.object({ number: z.int(), at: z.int() });
const ChangeRow = z.object({
  number: z.int(),
  at: z.int(),
  kind: z.enum(changeKinds),
  service_id: z.string(),
  commit_id: z.instanceof(Buffer),
  reason: z.string().nullable(),
  changed_by: z.string().nullable(),
});
const NewsRow = z.object({ news: z.string().transform((text) => News.parse(JSON.parse(text))) });
const ProfileRow = z.object({
  profile: z
    .string()
    .transform((text) => Profile.parse(JSON.parse(text)))
    .nullable(),
});

const prunedAtOnce = 1000;

/** The feed of changes, in the order in which this database took them, and what each left of its service. */
export class SqlChangeLog {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  /** See `ChangeLog`. Changes that are logged already cost no lock. */
  async append(changes: readonly LoggedChange[], after: string, known = Infinity): Promise<AppendedChanges> {
    return this.#database.transaction(function* () {
      const last = yield* lastChangesOf(changes.map(({ id }) => id));
      const isLater = ({ id }: LoggedChange): boolean => (last.get(id)?.number ?? 0) > known;
      const isNews = (change: LoggedChange): boolean => isOther(change, last.get(change.id));
      const unpublished = changes.filter((change) => !isLater(change) && isNews(change));
      const outdated = changes.filter((change) => isLater(change) && isNews(change));
      if (unpublished.length > 0) yield* beginIn(after);

      const previous = (yield* lastIn()).number;
      const numbered: NumberedChange[] = [];
      for (const change of unpublished) numbered.push(yield* write(asReturn(change, last.get(change.id))));
      const state = yield* stateOf();
      return { changes: numbered, state, previous, outdated: outdated.map(({ id }) => id) };
    });
  }

  async begin(after: string): Promise<string> {
    return this.#database.transaction(() => beginIn(after));
  }

  async note(services: ReadonlyMap<string, LoggedService>): Promise<void> {
    await this.#database.transaction(function* () {
      for (const [id, service] of services) {
        const known = yield* profileIn(id);
        const { profile } = newsOf('observed', known, service.profile ?? known);
        yield* remember(id, { ...service, profile });
      }
    });
  }

  async loggedAfter(number: number): Promise<Map<string, LastLogged>> {
    const rows = await this.#database.all(
      'SELECT service_id, digest, seen, removed_at FROM listing WHERE number > ?',
      number,
    );

    return new Map(rows.map(leftIn));
  }

  async listed(ids: readonly string[]): Promise<Map<string, LoggedService>> {
    const rows = await this.#database.transaction(() =>
      all(
        `SELECT service_id, name, endpoint, digest, seen FROM listing
         WHERE service_id IN (SELECT value FROM json_each(?)) AND removed_at IS NULL`,
        JSON.stringify(ids),
      ),
    );

    return new Map(
      rows.map((row) => {
        const { service_id, ...service } = ListingRow.parse(row);
        return [service_id, service];
      }),
    );
  }

  async listedIds(after: string, limit: number): Promise<string[]> {
    const rows = await this.#database.all(
      'SELECT service_id FROM listing WHERE removed_at IS NULL AND service_id > ? ORDER BY service_id LIMIT ?',
      after,
      limit,
    );

    return rows.map((row) => IdRow.parse(row).service_id);
  }

  async removed(): Promise<Tombstone[]> {
    const rows = await this.#database.all(
      'SELECT service_id, name, endpoint, removed_at FROM listing WHERE removed_at IS NOT NULL',
    );

    return rows.map((row) => {
      const { service_id, name, endpoint, removed_at } = RemovedRow.parse(row);
      return { id: service_id, name, endpoint, deletedAt: new Date(removed_at).toISOString() };
    });
  }

  async state(): Promise<FeedState> {
    return this.#database.read(stateOf);
  }

  async after(since: FeedPosition | undefined, limit: number): Promise<ChangesAfter | 'expired'> {
    return this.#database.read(function* () {
      if (since && !(yield* isRetained(since))) return 'expired';

      const rows = yield* all(
        'SELECT * FROM feed_change WHERE number > ? ORDER BY number LIMIT ?',
        since?.number ?? 0,
        limit,
      );
      return { changes: rows.map(changeIn), state: yield* stateOf() };
    });
  }

  /** The newest changes that feeds for readers tell. Each scope has an index of them alone. */
  async news(scope: NewsScope, limit: number): Promise<NewestNews> {
    const [where, ...values] = conditionOf(scope);
    return this.#database.read(function* () {
      const rows = yield* all(
        `SELECT * FROM feed_change WHERE ${where} news IS NOT NULL ORDER BY number DESC LIMIT ?`,
        ...values,
        limit,
      );
      const changes = rows.map((row) => ({ ...changeIn(row), ...NewsRow.parse(row) }));
      return { changes, epoch: (yield* stateOf()).position.epoch };
    });
  }

  async seed(changes: readonly SeededChange[], first: number): Promise<void> {
    await this.#database.transaction(function* () {
      if (first === 1) yield* run('DELETE FROM feed_change WHERE number < ?', firstLive);
      for (const [i, change] of changes.entries()) yield* insert(change, first + i);
    });
  }

  async endSeed(): Promise<void> {
    await this.#database.run('UPDATE feed SET is_seeded = 1');
  }

  async prune(before: Date): Promise<void> {
    for (;;) {
      const pruned = await this.#database.transaction(function* () {
        const count = yield* run(
          `DELETE FROM feed_change
           WHERE at < ? AND number < (SELECT max(number) FROM feed_change)
             AND number IN (SELECT number FROM feed_change ORDER BY number LIMIT ?)`,
          before.getTime(),
          prunedAtOnce,
        );
        if (count > 0) yield* run('UPDATE feed SET is_pruned = 1');
        return count;
      });
      if (pruned < prunedAtOnce) return;
    }
  }
}

/**
 * Has the feed begin after a commit, unless it has begun. Locks the row of the feed until the transaction ends, so that changes are numbered in the
 * order in which readers see them.
 */
function* beginIn(after: string): Work<string> {
  const row = yield* get(
    'UPDATE feed SET begins_after = coalesce(begins_after, ?) RETURNING begins_after',
    after,
  );

  return BeginningRow.parse(row).begins_after;
}

/** The last change of each of these services: its number, and what it left. None where a service was only noted. */
function* lastChangesOf(
  ids: readonly string[],
): Work<ReadonlyMap<string, LastLogged & { readonly number: number }>> {
  const rows = yield* all(
    `SELECT service_id, digest, seen, removed_at, number FROM listing
     WHERE service_id IN (SELECT value FROM json_each(?)) AND number > 0`,
    JSON.stringify(ids),
  );

  return new Map(
    rows.map((row) => {
      const [id, left] = leftIn(row);
      return [id, { ...left, number: NumberRow.parse(row).number }];
    }),
  );
}

function* write({ service, ...change }: LoggedChange): Work<NumberedChange> {
  const known = yield* profileIn(change.id);
  const { news, profile } = newsOn(dayOf(change.at), change.kind, known, service.profile ?? known);
  const number = yield* insert({ ...change, news }, null);
  const numbered = { ...change, number };
  yield* remember(change.id, { ...service, profile }, numbered);

  return numbered;
}

/** Returns the number of the change; without a given one, the next. */
function* insert(
  { at, kind, id, commit, reason, by, news }: ServiceChange & { readonly news: News | undefined },
  number: number | null,
): Work<number> {
  const given = number === null ? [] : [number];
  const row = yield* get(
    `INSERT INTO feed_change (at, kind, service_id, commit_id, reason, changed_by, news, category${number === null ? '' : ', number'})
     VALUES (?, ?, ?, ?, ?, ?, ?, ?${number === null ? '' : ', ?'}) RETURNING number, at`,
    at.getTime(),
    kind,
    id,
    Buffer.from(commit, 'hex'),
    reason ?? null,
    by ?? null,
    news ? JSON.stringify(news) : null,
    news?.category ?? null,
    ...given,
  );

  return PlaceRow.parse(row).number;
}

const noted = ['name', 'endpoint', 'digest', 'seen', 'removed_at', 'profile'];
const notedListing = upsert('listing', ['service_id'], noted);
const changedListing = upsert('listing', ['service_id'], [...noted, 'number']);

/** `change`: the one that left the service like this; undefined where it is only noted. */
function* remember(
  id: string,
  { name, endpoint, digest, seen, profile }: LoggedService,
  change?: Pick<NumberedChange, 'number' | 'kind' | 'at'>,
): Work<void> {
  const removedAt = change && isDeletion(change.kind) ? change.at.getTime() : null;
  const values = [id, name, endpoint, digest, seen, removedAt, profile ? JSON.stringify(profile) : null];

  if (change) yield* run(changedListing, ...values, change.number);
  else yield* run(notedListing, ...values);
}

/** What readers of feeds know of a service. */
function* profileIn(id: string): Work<Profile | undefined> {
  const row = yield* get('SELECT profile FROM listing WHERE service_id = ?', id);

  return row === undefined ? undefined : (ProfileRow.parse(row).profile ?? undefined);
}

function conditionOf(scope: NewsScope): [where: string, ...values: string[]] {
  if (scope === 'all') return [''];

  return 'service' in scope ? ['service_id = ? AND', scope.service] : ['category = ? AND', scope.category];
}

function* lastIn(): Work<z.infer<typeof PlaceRow>> {
  const last = yield* get('SELECT number, at FROM feed_change ORDER BY number DESC LIMIT 1');

  return last === undefined ? { number: 0, at: 0 } : PlaceRow.parse(last);
}

function* stateOf(): Work<FeedState> {
  const { epoch, is_seeded } = FeedRow.parse(yield* get('SELECT * FROM feed'));
  const place = yield* lastIn();

  return {
    position: { epoch, ...place },
    isSeeded: is_seeded === 1,
  };
}

/** Whether every change after a place is there. The change before it must be, which shows that it is a place of this feed. */
function* isRetained({ epoch, number, at }: FeedPosition): Work<boolean> {
  const feed = FeedRow.parse(yield* get('SELECT * FROM feed'));
  if (feed.epoch !== epoch) return false;
  if (number === 0) return feed.is_pruned === 0;

  const row = yield* get('SELECT number, at FROM feed_change WHERE number = ?', number);
  return row !== undefined && PlaceRow.parse(row).at === at;
}

function leftIn(row: unknown): [id: string, left: LastLogged] {
  const { service_id, digest, seen, removed_at } = LeftRow.parse(row);

  return [service_id, { digest, seen, isListed: removed_at === null }];
}

function isOther({ kind, service }: LoggedChange, left: LastLogged | undefined): boolean {
  if (!left) return true;
  if (isDeletion(kind)) return left.isListed;

  const isAlike = left.isListed && left.digest === service.digest;
  return !isAlike || (kind === 'observed' && left.seen !== service.seen);
}

/** A service whose removal was logged counts as restored, even without a tombstone: its file may have been unreadable. */
function asReturn(change: LoggedChange, left: LastLogged | undefined): LoggedChange {
  return change.kind === 'created' && left?.isListed === false ? { ...change, kind: 'restored' } : change;
}

function changeIn(row: unknown): NumberedChange {
  const {
    number,
    at,
    kind,
    service_id: id,
    commit_id: commit,
    reason,
    changed_by: by,
  } = ChangeRow.parse(row);
  const change = { number, at: new Date(at), kind, id, commit: commit.toString('hex') };

  return { ...change, ...(reason === null ? {} : { reason }), ...(by === null ? {} : { by }) };
}
