import { z } from 'zod';
import { dayOf } from '../../domain/duration.ts';
import { type FeedPosition, firstLive } from '../../domain/feed-position.ts';
import { changeKinds, isDeletion, type NumberedChange } from '../../domain/service-change.ts';
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
import { allAs, get, getAs, run, SqlStore, type Work } from './database.ts';
import { flag, hex, json, optional, rowOf, time } from './row.ts';
import { insert, nothing, sql, type Statement, these, upsert } from './sql.ts';

const serviceIn = rowOf({ serviceId: z.string() });
const listingIn = rowOf({
  serviceId: z.string(),
  name: z.string(),
  endpoint: z.string(),
  digest: z.string(),
  seen: z.string().nullable(),
});
const removedIn = rowOf({
  serviceId: z.string(),
  name: z.string(),
  endpoint: z.string(),
  removedAt: time,
});
const feedIn = rowOf({ epoch: z.string(), isSeeded: flag, isPruned: z.int() });
const beginningIn = rowOf({ beginsAfter: z.string() });
const leftColumnsIn = rowOf({
  serviceId: z.string(),
  digest: z.string(),
  seen: z.string().nullable(),
  removedAt: z.int().nullable(),
  number: z.int(),
});
/** Without the profile of each service, which is most of a row. */
const selectLeft = sql`SELECT service_id, digest, seen, removed_at, number FROM listing`;
const placeIn = rowOf({ number: z.int(), at: z.int() });
const changeColumnsIn = rowOf({
  number: z.int(),
  at: time,
  kind: z.enum(changeKinds),
  serviceId: z.string(),
  commitId: hex,
  reason: z.string().nullable(),
  changedBy: z.string().nullable(),
});
const newsIn = rowOf({ news: json(News) });
const profileRowIn = rowOf({ profile: optional(json(Profile)) });

const prunedAtOnce = 1000;

/** The feed of changes, in the order in which this database took them, and what each left of its service. */
export class SqlChangeLog extends SqlStore {
  /** See `ChangeLog`. Changes that are logged already cost no lock. */
  async append(changes: readonly LoggedChange[], after: string, known = Infinity): Promise<AppendedChanges> {
    return this.database.transaction(function* () {
      const last = yield* lastChangesOf(changes.map(({ id }) => id));
      const isLater = ({ id }: LoggedChange): boolean => (last.get(id)?.number ?? 0) > known;
      const isNews = (change: LoggedChange): boolean => isOther(change, last.get(change.id));
      const untold = changes.filter((change) => !isLater(change) && isNews(change));
      const outdated = changes.filter((change) => isLater(change) && isNews(change));
      if (untold.length > 0) yield* beginIn(after);

      const previous = (yield* lastIn()).number;
      const numbered: NumberedChange[] = [];
      for (const change of untold) numbered.push(yield* write(asReturn(change, last.get(change.id))));
      const state = yield* stateOf();
      return { changes: numbered, state, previous, outdated: outdated.map(({ id }) => id) };
    });
  }

  async begin(after: string): Promise<string> {
    return this.database.transaction(() => beginIn(after));
  }

  async note(services: ReadonlyMap<string, LoggedService>): Promise<void> {
    await this.database.transaction(function* () {
      for (const [id, service] of services) {
        const known = yield* profileIn(id);
        const { profile } = newsOf('observed', known, service.profile ?? known);
        yield* remember(id, { ...service, profile });
      }
    });
  }

  /** What the last changes of services that come after a number left of them, by service. */
  async loggedAfter(number: number): Promise<Map<string, LastLogged>> {
    const left = await this.database.allAs(leftIn, sql`${selectLeft} WHERE number > ${number}`);

    return new Map(left.map(([id, { number: _number, ...last }]) => [id, last]));
  }

  async listed(ids: readonly string[]): Promise<Map<string, LoggedService>> {
    const listed = sql`SELECT * FROM listing WHERE service_id IN ${these(ids)} AND removed_at IS NULL`;
    const found = await this.database.transaction(() => allAs(listingIn, listed));

    return new Map(found.map(({ serviceId, ...service }) => [serviceId, service]));
  }

  async listedIds(after: string, limit: number): Promise<string[]> {
    const rows = await this.database.allAs(
      serviceIn,
      sql`SELECT service_id FROM listing WHERE removed_at IS NULL AND service_id > ${after} ORDER BY service_id LIMIT ${limit}`,
    );

    return rows.map(({ serviceId }) => serviceId);
  }

  /** What is left of the services whose last change was their removal. */
  async removed(): Promise<Tombstone[]> {
    const rows = await this.database.allAs(
      removedIn,
      'SELECT service_id, name, endpoint, removed_at FROM listing WHERE removed_at IS NOT NULL',
    );

    return rows.map(({ serviceId: id, removedAt, ...is }) => ({
      ...is,
      id,
      deletedAt: removedAt.toISOString(),
    }));
  }

  async state(): Promise<FeedState> {
    return this.database.read(stateOf);
  }

  /** The next changes after a cursor, oldest first, or from the oldest one; `expired` when some after that cursor were pruned. */
  async after(since: FeedPosition | undefined, limit: number): Promise<ChangesAfter | 'expired'> {
    return this.database.read(function* () {
      if (since && !(yield* isRetained(since))) return 'expired';

      const changes = yield* allAs(
        changeIn,
        sql`SELECT * FROM feed_change WHERE number > ${since?.number ?? 0} ORDER BY number LIMIT ${limit}`,
      );
      return { changes, state: yield* stateOf() };
    });
  }

  /** The newest changes that feeds for readers tell. Each scope has an index of them alone. */
  async news(scope: NewsScope, limit: number): Promise<NewestNews> {
    return this.database.read(function* () {
      const changes = yield* allAs(
        (row) => ({ ...changeIn(row), ...newsIn(row) }),
        sql`SELECT * FROM feed_change WHERE ${conditionOf(scope)} news IS NOT NULL ORDER BY number DESC LIMIT ${limit}`,
      );
      return { changes, epoch: (yield* stateOf()).position.epoch };
    });
  }

  /** Adds changes from before this database, with the numbers from `first` on; forgets those added before when it is 1. */
  async seed(changes: readonly SeededChange[], first: number): Promise<void> {
    await this.database.transaction(function* () {
      if (first === 1) yield* run(sql`DELETE FROM feed_change WHERE number < ${firstLive}`);
      for (const [i, change] of changes.entries()) yield* add(change, first + i);
    });
  }

  async endSeed(): Promise<void> {
    await this.database.run('UPDATE feed SET is_seeded = 1');
  }

  /** Forgets the changes from before a time, except for the last of all, so that its cursor stays good. */
  async prune(before: Date): Promise<void> {
    for (;;) {
      const pruned = await this.database.transaction(function* () {
        const count = yield* run(
          sql`DELETE FROM feed_change
           WHERE at < ${before} AND number < (SELECT max(number) FROM feed_change)
             AND number IN (SELECT number FROM feed_change ORDER BY number LIMIT ${prunedAtOnce})`,
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
    sql`UPDATE feed SET begins_after = coalesce(begins_after, ${after}) RETURNING begins_after`,
  );

  return beginningIn(row).beginsAfter;
}

/** The last change of each of these services: its number, and what it left. None where a service was only noted. */
function* lastChangesOf(
  ids: readonly string[],
): Work<ReadonlyMap<string, LastLogged & { readonly number: number }>> {
  return new Map(yield* allAs(leftIn, sql`${selectLeft} WHERE service_id IN ${these(ids)} AND number > 0`));
}

function* write({ service, ...change }: LoggedChange): Work<NumberedChange> {
  const known = yield* profileIn(change.id);
  const { news, profile } = newsOn(dayOf(change.at), change.kind, known, service.profile ?? known);
  const number = yield* add({ ...change, news });
  const numbered = { ...change, number };
  yield* remember(change.id, { ...service, profile }, numbered);

  return numbered;
}

/** Returns the number of the change; without a given one, the next. */
function* add(
  { at, kind, id: serviceId, commit, reason, by: changedBy, news }: SeededChange,
  number?: number,
): Work<number> {
  const told = { at, kind, serviceId, commitId: Buffer.from(commit, 'hex'), reason, changedBy };
  const row = { ...told, news: news && JSON.stringify(news), category: news?.category };
  const added = insert('feed_change', number === undefined ? row : { ...row, number });

  return placeIn(yield* get(sql`${added} RETURNING number, at`)).number;
}

/** `change`: the one that left the service like this; undefined where it is only noted. */
function* remember(
  serviceId: string,
  { name, endpoint, digest, seen, profile }: LoggedService,
  change?: Pick<NumberedChange, 'number' | 'kind' | 'at'>,
): Work<void> {
  const removedAt = change && isDeletion(change.kind) ? change.at : null;
  const noted = { name, endpoint, digest, seen, removedAt, profile: profile && JSON.stringify(profile) };

  yield* run(upsert('listing', { serviceId }, change ? { ...noted, number: change.number } : noted));
}

/** What readers of feeds know of a service. */
function* profileIn(id: string): Work<Profile | undefined> {
  return (yield* getAs(profileRowIn, sql`SELECT profile FROM listing WHERE service_id = ${id}`))?.profile;
}

function conditionOf(scope: NewsScope): Statement {
  if (scope === 'all') return nothing;

  return 'service' in scope ? sql`service_id = ${scope.service} AND` : sql`category = ${scope.category} AND`;
}

/** The last change of all. */
function* lastIn(): Work<ReturnType<typeof placeIn>> {
  const last = yield* getAs(placeIn, 'SELECT number, at FROM feed_change ORDER BY number DESC LIMIT 1');

  return last ?? { number: 0, at: 0 };
}

function* stateOf(): Work<FeedState> {
  const { epoch, isSeeded } = feedIn(yield* get('SELECT * FROM feed'));

  return { position: { epoch, ...(yield* lastIn()) }, isSeeded };
}

/** Whether every change after a place is there. The change before it must be, which shows that it is a place of this feed. */
function* isRetained({ epoch, number, at }: FeedPosition): Work<boolean> {
  const feed = feedIn(yield* get('SELECT * FROM feed'));
  if (feed.epoch !== epoch) return false;
  if (number === 0) return feed.isPruned === 0;

  return (yield* getAs(placeIn, sql`SELECT number, at FROM feed_change WHERE number = ${number}`))?.at === at;
}

function leftIn(row: unknown): [id: string, left: LastLogged & { readonly number: number }] {
  const { serviceId, removedAt, ...is } = leftColumnsIn(row);

  return [serviceId, { ...is, isListed: removedAt === null }];
}

/** Whether this change leaves a service otherwise than the last one did. */
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
  const { serviceId: id, commitId: commit, reason, changedBy: by, ...is } = changeColumnsIn(row);

  return { ...is, id, commit, ...(reason === null ? {} : { reason }), ...(by === null ? {} : { by }) };
}
