import { z } from 'zod';
import type { CheckDay, CheckRecord, StoredCheck, LastDay, LatencyDay } from '../../domain/check.ts';
import { dayOf } from '../../domain/duration.ts';
import type { CheckFacts } from '../../domain/facts.ts';
import type { LiveTerms, ReadChallenge, SeenTerms } from '../../domain/payment-terms.ts';
import { type CheckedService, subjectOf } from '../../domain/subject.ts';
import { appendCheck, forgetChecks } from './append-check.ts';
import { closedDays } from './check-months.ts';
import { getAs, SqlStore, type Work } from './database.ts';
import { factsColumns, factsIn, windowColumns, windowIn, type WindowRow } from './facts-row.ts';
import { closedDay, type RecentChecks, unpack, unpackChecks } from './packed-checks.ts';
import { pruneChecks, type Pruning } from './prune-checks.ts';
import { bytes, rowOf, time } from './row.ts';
import { seenTermsIn } from './seen-terms.ts';
import { nothing, sql, type Statement, these, verbatim } from './sql.ts';

/** A row of the columns that `lastDay` reads, whose types the database enforces. Every check reads one, and to parse it would leave garbage. */
interface LastDayRow extends WindowRow {
  readonly recent: Uint8Array;
  readonly checked_at: number | null;
}

const recentIn = rowOf({ recent: bytes });

/** Only `append` writes this text, so its shape is not checked again; undefined where its bytes are damaged. */
const observation = bytes.transform((packed) => unpack(packed) as Omit<LiveTerms, 'at'> | undefined);

const liveTermsIn = rowOf({ observedAt: time, observation });
const sentIn = rowOf({
  serviceId: z.string(),
  subject: z.string(),
  observedAt: time,
  observation,
});
const subjectIn = rowOf({ subject: z.string() });
const lastIn = rowOf({
  serviceId: z.string(),
  subject: z.string(),
  checkedAt: z.int().nullable(),
});

/**
 * Stores the last checks of each service one by one, the sums of its days for a year, and its standing. What a check changes lies in one
 * row, so that its cost stays the same however much is stored. All rows of a service are about the subject in its standing.
 */
export class SqlChecks extends SqlStore {
  /** Writes checks with what follows from them, all or none. */
  async append(records: readonly CheckRecord[]): Promise<void> {
    await this.database.transaction(function* () {
      for (const record of records) yield* appendCheck(record);
    });
  }

  /** What the checks found as of the last one, for these services, or for all that were ever checked. */
  async facts(ids?: readonly string[]): Promise<Map<string, CheckFacts>> {
    const where = ids ? sql`WHERE service_id IN ${these(ids)}` : nothing;

    return new Map(
      await this.database.allAs(factsIn, sql`SELECT ${verbatim(factsColumns)} FROM standing ${where}`),
    );
  }

  /** The live terms that a check last read; undefined before the first. */
  async liveTerms(service: CheckedService): Promise<LiveTerms | undefined> {
    const found = await this.database.getAs(
      liveTermsIn,
      sql`SELECT observed_at, observation FROM standing JOIN live_terms USING (service_id) WHERE ${isOf(service)}`,
    );

    return found?.observation && { at: found.observedAt, ...found.observation };
  }

  /** The live 402s of several services, by id; without those that have none. */
  async sentChallenges(services: readonly CheckedService[]): Promise<Map<string, ReadChallenge>> {
    const known = await this.database.allAs(
      sentIn,
      sql`SELECT service_id, subject, observed_at, observation FROM standing JOIN live_terms USING (service_id)
          WHERE service_id IN ${these(services.map(({ id }) => id))}`,
    );
    const subjects = new Map(services.map((service) => [service.id, subjectOf(service)]));

    return new Map(
      known
        .filter(({ serviceId, subject }) => subject === subjects.get(serviceId))
        .flatMap(({ serviceId, observedAt, observation }) => {
          const { sent } = observation ?? {};
          return sent ? [[serviceId, { at: observedAt, sent }]] : [];
        }),
    );
  }

  /** What the live 402 asked, one period for each change, those that ended before `from` (a day) left out; the oldest first. */
  async seenTerms(service: CheckedService, from: string): Promise<SeenTerms[]> {
    return this.database.read(() => seenTermsIn(service, from));
  }

  /** The days of a service from `from` on, the oldest first. */
  async days(service: CheckedService, from: string): Promise<CheckDay[]> {
    const days = await this.latencyDays(service, from);

    return days.map(({ p50Ms: _median, p95Ms: _slow, ...sums }) => sums);
  }

  /** Days as `days` gives them, with the median and the 95th percentile of their answer times. */
  async latencyDays(service: CheckedService, from: string): Promise<LatencyDay[]> {
    return this.database.read(function* () {
      const recent = yield* recentOf(service);
      if (!recent) return [];

      const open = recent.open ? [closedDay(recent.open)] : [];
      return [...(yield* closedDays(service.id, from)), ...open].filter(({ date }) => date >= from);
    });
  }

  /** See `CheckStore`. */
  async lastDay(service: CheckedService): Promise<LastDay | undefined> {
    const row = (await this.database.get(
      sql`SELECT recent, checked_at, ${verbatim(windowColumns)} FROM standing WHERE ${isOf(service)}`,
    )) as LastDayRow | undefined;
    const day = row && unpackChecks(row.recent).open?.sums;
    const isOfThatDay = day?.date === dayOf(new Date(row?.checked_at ?? 0));

    return row && day && isOfThatDay ? { day, window: windowIn(row) } : undefined;
  }

  /** The stored checks of a service, newest first. */
  async latest(service: CheckedService, count: number): Promise<StoredCheck[]> {
    const recent = await this.database.read(() => recentOf(service));

    return recent?.latest.slice(0, count) ?? [];
  }

  /** What the last checks of these services were about, and when they were made. */
  async last(ids: readonly string[]): Promise<Map<string, { subject: string; at: number | null }>> {
    const rows = await this.database.allAs(
      lastIn,
      sql`SELECT service_id, subject, checked_at FROM standing WHERE service_id IN ${these(ids)}`,
    );

    return new Map(rows.map(({ serviceId, subject, checkedAt }) => [serviceId, { subject, at: checkedAt }]));
  }

  /** Deletes everything about these services that is not about their present subjects. */
  async forget(services: readonly CheckedService[]): Promise<void> {
    await this.database.transaction(function* () {
      for (const service of services) {
        if ((yield* subjectOn(service.id)) !== subjectOf(service)) yield* forgetChecks(service.id);
      }
    });
  }

  /** See `CheckStore`; a few services at a time, so that nobody waits for all of them. */
  async prune(pruning: Pruning): Promise<void> {
    let last: string | undefined = '';
    while (last !== undefined) {
      const after: string = last;
      last = await this.database.transaction(() => pruneChecks(pruning, after));
      await new Promise((resolve) => setImmediate(resolve));
    }
    await this.database.giveBackSpace();
  }
}

/** What the checks of a service were about; undefined without checks. */
function* subjectOn(id: string): Work<string | undefined> {
  return (yield* getAs(subjectIn, sql`SELECT subject FROM standing WHERE service_id = ${id}`))?.subject;
}

/** The single checks of a service, unless they are about another subject. */
function* recentOf(service: CheckedService): Work<RecentChecks | undefined> {
  const row = yield* getAs(recentIn, sql`SELECT recent FROM standing WHERE ${isOf(service)}`);

  return row && unpackChecks(row.recent);
}

/** Whether a standing is about what a service is now. */
function isOf(service: CheckedService): Statement {
  return sql`service_id = ${service.id} AND subject = ${subjectOf(service)}`;
}
