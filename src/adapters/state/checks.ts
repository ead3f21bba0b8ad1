import { z } from 'zod';
import type { CheckDay, CheckRecord, StoredCheck, LastDay, LatencyDay } from '../../domain/check.ts';
import { dayOf } from '../../domain/duration.ts';
import type { CheckFacts } from '../../domain/facts.ts';
import type { LiveTerms, ReadChallenge, SeenTerms } from '../../domain/payment-terms.ts';
import { type CheckedService, subjectOf } from '../../domain/subject.ts';
import { appendCheck, forgetChecks } from './append-check.ts';
import { get, run, type StateDatabase, type Work } from './database.ts';
import { factsColumns, factsIn, windowColumns, windowIn, type WindowRow } from './facts-row.ts';
import { closedDay, closedDays, type RecentChecks, unpack, unpackChecks } from './packed-checks.ts';
import { pruneChecks, type Pruning } from './prune-checks.ts';
import { seenTermsIn } from './seen-terms.ts';

const Time = z.int().transform((ms) => new Date(ms));

const Bytes = z.instanceof(Uint8Array);

/** A row of the columns that `lastDay` reads, whose types the database enforces. Every check reads one, and to parse it would leave garbage. */
interface LastDayRow extends WindowRow {
  readonly recent: Uint8Array;
  readonly checked_at: number | null;
}

const RecentRow = z.object({ recent: Bytes });

/** Only `append` writes this text, so its shape is not checked again; undefined where its bytes are damaged. */
const Observation = Bytes.transform((packed) => unpack(packed) as Omit<LiveTerms, 'at'> | undefined);

const LiveTermsRow = z.object({ observed_at: Time, observation: Observation });

const SentRow = z.object({
  service_id: z.string(),
  subject: z.string().nullable(),
  observed_at: Time,
  observation: Observation,
});

const SubjectRow = z.object({ service_id: z.string(), subject: z.string().nullable() });
const LastRow = SubjectRow.extend({ at: z.int().nullable() });

const amongThese = 'WHERE service_id IN (SELECT value FROM json_each(?))';

/**
 * Stores the last checks of each service one by one, the sums of its days for a year, and its standing. What a check changes lies in one
 * row, so that its cost stays the same however much is stored. All rows of a service are about the subject in its standing.
 */
export class SqlChecks {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async append(records: readonly CheckRecord[]): Promise<void> {
    await this.#database.transaction(function* () {
      for (const record of records) yield* appendCheck(record);
    });
  }

  async facts(ids?: readonly string[]): Promise<Map<string, CheckFacts>> {
    const [where, ...values] = ids ? [amongThese, JSON.stringify(ids)] : [''];

    return new Map(
      await this.#database.allAs(factsIn, `SELECT ${factsColumns} FROM standing ${where}`, ...values),
    );
  }

  /** The live terms that a check last read; undefined before the first. */
  async liveTerms(service: CheckedService): Promise<LiveTerms | undefined> {
    const row = await this.#database.get(
      `SELECT observed_at, observation FROM standing JOIN live_terms USING (service_id)
       WHERE service_id = ? AND (subject IS NULL OR subject = ?)`,
      service.id,
      subjectOf(service),
    );
    if (row === undefined) return undefined;

    const { observed_at, observation } = LiveTermsRow.parse(row);
    return observation && { at: observed_at, ...observation };
  }

  async sentChallenges(services: readonly CheckedService[]): Promise<Map<string, ReadChallenge>> {
    const rows = await this.#database.all(
      `SELECT service_id, subject, observed_at, observation FROM standing JOIN live_terms USING (service_id)
       WHERE service_id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(services.map(({ id }) => id)),
    );
    const subjects = new Map(services.map((service) => [service.id, subjectOf(service)]));
    const known = rows.map((row) => SentRow.parse(row));

    return new Map(
      known
        .filter(({ service_id, subject }) => subject === null || subject === subjects.get(service_id))
        .flatMap(({ service_id, observed_at, observation }) => {
          const { sent } = observation ?? {};
          return sent ? [[service_id, { at: observed_at, sent }]] : [];
        }),
    );
  }

  async seenTerms(service: CheckedService, from: string): Promise<SeenTerms[]> {
    return this.#database.read(() => seenTermsIn(service, from));
  }

  async days(service: CheckedService, from: string): Promise<CheckDay[]> {
    const days = await this.latencyDays(service, from);

    return days.map(({ p50Ms: _median, p95Ms: _slow, ...sums }) => sums);
  }

  /** Days as `days` gives them, with the median and the 95th percentile of their answer times. */
  async latencyDays(service: CheckedService, from: string): Promise<LatencyDay[]> {
    return this.#database.read(function* () {
      const recent = yield* recentOf(service);
      if (!recent) return [];

      const open = recent.open ? [closedDay(recent.open)] : [];
      return [...(yield* closedDays(service.id, from)), ...open].filter(({ date }) => date >= from);
    });
  }

  /** See `CheckStore`. */
  async lastDay(service: CheckedService): Promise<LastDay | undefined> {
    const row = (await this.#database.get(
      `SELECT recent, checked_at, ${windowColumns} FROM standing WHERE service_id = ? AND (subject IS NULL OR subject = ?)`,
      service.id,
      subjectOf(service),
    )) as LastDayRow | undefined;
    const day = row && unpackChecks(row.recent).open?.sums;
    const isOfThatDay = day?.date === dayOf(new Date(row?.checked_at ?? 0));

    return row && day && isOfThatDay ? { day, window: windowIn(row) } : undefined;
  }

  async latest(service: CheckedService, count: number): Promise<StoredCheck[]> {
    const recent = await this.#database.read(() => recentOf(service));

    return recent?.latest.slice(0, count) ?? [];
  }

  async last(ids: readonly string[]): Promise<Map<string, { subject: string | null; at: number | null }>> {
    const rows = await this.#database.all(
      'SELECT service_id, subject, checked_at AS at FROM standing WHERE service_id IN (SELECT value FROM json_each(?))',
      JSON.stringify(ids),
    );

    return new Map(
      rows.map((row) => {
        const { service_id, subject, at } = LastRow.parse(row);
        return [service_id, { subject, at }];
      }),
    );
  }

  async adopt(services: readonly CheckedService[]): Promise<void> {
    await this.#database.transaction(function* () {
      for (const service of services) {
        yield* run(
          'UPDATE standing SET subject = ? WHERE service_id = ? AND subject IS NULL',
          subjectOf(service),
          service.id,
        );
      }
    });
  }

  /** Deletes everything about these services that is not about their present subjects. */
  async forget(services: readonly CheckedService[]): Promise<void> {
    await this.#database.transaction(function* () {
      for (const service of services) {
        if ((yield* subjectIn(service.id)) !== subjectOf(service)) yield* forgetChecks(service.id);
      }
    });
  }

  /** See `CheckStore`; a few services at a time, so that nobody waits for all of them. */
  async prune(pruning: Pruning): Promise<void> {
    let last: string | undefined = '';
    while (last !== undefined) {
      const after: string = last;
      last = await this.#database.transaction(() => pruneChecks(pruning, after));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await this.#database.giveBackSpace();
  }
}

/** What the checks of a service were about; null where that was not stored, undefined without checks. */
function* subjectIn(id: string): Work<string | null | undefined> {
  const row = yield* get('SELECT service_id, subject FROM standing WHERE service_id = ?', id);

  return row === undefined ? undefined : SubjectRow.parse(row).subject;
}

/** The single checks of a service, unless they are about another subject. */
function* recentOf(service: CheckedService): Work<RecentChecks | undefined> {
  const row = yield* get(
    'SELECT recent FROM standing WHERE service_id = ? AND (subject IS NULL OR subject = ?)',
    service.id,
    subjectOf(service),
  );

  return row === undefined ? undefined : unpackChecks(RecentRow.parse(row).recent);
}
