import { z } from 'zod';
import type { CheckDay, CheckRecord, KeptCheck, LatencyDay } from '../../domain/check.ts';
import type { CheckFacts } from '../../domain/facts.ts';
import {
  type LiveTerms,
  noTraits,
  type ReadChallenge,
  type SeenTerms,
  type SentChallenge,
} from '../../domain/payment-terms.ts';
import type { OfferStanding, OfferStandings } from '../../domain/offer-standing.ts';
import { OtherRail } from '../../domain/rail.ts';
import { type Standing, unchecked } from '../../domain/standing.ts';
import { Status } from '../../domain/status.ts';
import { type CheckedService, subjectOf } from '../../domain/subject.ts';
import { Verdict } from '../../domain/verdict.ts';
import { replaceTerms } from './asked-terms.ts';
import type { StateDatabase, Statements } from './database.ts';
import { noteTerms, seenTermsIn } from './seen-terms.ts';

const Time = z.int().transform((ms) => new Date(ms));

const Texts = z.string().transform((text) => z.array(z.string()).parse(JSON.parse(text)));

const StandingRow = z.object({
  service_id: z.string(),
  status: Status,
  verdict: z.nullable(Verdict),
  detail: z.string().nullable(),
  checked_at: Time.nullable(),
  since: Time.nullable(),
  failures: z.int(),
  failing_since: Time.nullable(),
  terms_key: z.string().nullable(),
  terms_since: Time.nullable(),
  chains: Texts,
  wildcard: z
    .int()
    .transform((flag) => flag === 1)
    .nullable(),
});

const CheckRow = z.object({
  at: Time,
  verdict: Verdict,
  detail: z.string(),
  http_status: z.int().nullable(),
  latency_ms: z.int().nullable(),
});

const DayRow = z.object({
  date: z.string(),
  checks: z.int(),
  ok: z.int(),
  verified: z.int(),
  blocked: z.int(),
  latency_ms: z.int(),
  p50_ms: z.int().nullable(),
  p95_ms: z.int().nullable(),
});

/** Only `append` writes this text, so its shape is not checked again. */
const LiveTermsRow = z.object({
  observed_at: Time,
  observation: z.string().transform((text) => JSON.parse(text) as Omit<LiveTerms, 'at'>),
});

/** Only `append` writes this text, so its shape is not checked again. */
const SentRow = z.object({
  service_id: z.string(),
  subject: z.string().nullable(),
  observed_at: Time,
  sent: z.string().transform((text) => JSON.parse(text) as SentChallenge),
});

const SubjectRow = z.object({ service_id: z.string(), subject: z.string().nullable() });

/** Only `append` writes this text, so its shape is not checked again. */
const OffersText = z
  .string()
  .transform(
    (text) =>
      new Map(
        (JSON.parse(text) as [string, StoredOffer][]).map(([key, { checkedAt, ...found }]) => [
          key,
          { ...found, checkedAt: new Date(checkedAt) },
        ]),
      ),
  );

const OtherRails = z.array(OtherRail);

const Traits = z.object({ schemes: z.array(z.string()), extensions: z.array(z.string()) });

const FactsRow = DayRow.omit({ date: true, p50_ms: true, p95_ms: true }).extend({
  ...StandingRow.shape,
  ...SubjectRow.shape,
  days: z.int(),
  offers: OffersText.nullable(),
  payees: Texts.nullable(),
  traits: z
    .string()
    .transform((text) => Traits.parse(JSON.parse(text)))
    .nullable(),
  rails: z
    .string()
    .transform((text) => OtherRails.parse(JSON.parse(text)))
    .nullable(),
});

const AnsweredRow = z.object({ service_id: z.string(), date: z.string(), latency_ms: z.int() });

const dateOf = "strftime('%Y-%m-%d', at / 1000, 'unixepoch')";
const answered = "(verdict = 'verified' OR verdict LIKE '%\\_mismatch' ESCAPE '\\')";

/** Holds for rows of a service whose checks were about this subject, or were made before subjects were kept. */
const ofSubject = (table: string): string =>
  `EXISTS (SELECT 1 FROM standing AS known
     WHERE known.service_id = ${table}.service_id AND (subject IS NULL OR subject = ?))`;

/**
 * Keeps every check of the last weeks, the sums of each day for ever, and where each service stands. All rows of a service are about the
 * subject in its standing.
 */
export class SqliteChecks {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  /** Writes checks with what follows from them, all or none. */
  async append(records: readonly CheckRecord[]): Promise<void> {
    await this.#database.transaction((statements) => {
      for (const record of records) append(record, statements);
    });
  }

  /**
   * What the checks found, for every service that was ever checked: its standing, and the sums of the `windowDays` days up to its last
   * check. One statement reads both, so they belong to the same moment.
   */
  async facts(windowDays: number): Promise<Map<string, CheckFacts>> {
    const rows = await this.#database.all(
      `SELECT standing.service_id, subject, offers, payees, traits, rails, status, verdict, detail, checked_at, since, failures, failing_since, terms_key, terms_since, chains,
         wildcard, count(date) AS days, coalesce(sum(checks), 0) AS checks, coalesce(sum(ok), 0) AS ok,
         coalesce(sum(verified), 0) AS verified, coalesce(sum(blocked), 0) AS blocked, coalesce(sum(latency_ms), 0) AS latency_ms
       FROM standing LEFT JOIN check_day ON check_day.service_id = standing.service_id AND checks > 0
         AND date >= strftime('%Y-%m-%d', checked_at / 1000, 'unixepoch', ?)
       GROUP BY standing.service_id`,
      `-${String(windowDays - 1)} days`,
    );

    return new Map(
      rows.map((row) => {
        const { service_id, subject, offers, payees, traits, rails, days, ...read } = FactsRow.parse(row);
        const { checks, ok, verified, blocked, latency_ms, ...is } = read;
        const window = { days, checks, ok, verified, blocked, latencyMs: latency_ms };
        const found = {
          offers: offers ?? new Map<string, never>(),
          furtherPayees: payees ?? [],
          traits: traits ?? noTraits,
          rails: rails ?? [],
        };
        return [service_id, { subject, standing: standingOf(is), window, ...found }];
      }),
    );
  }

  /** The live terms that a check last read; undefined before the first. */
  async liveTerms(service: CheckedService): Promise<LiveTerms | undefined> {
    const row = await this.#database.get(
      `SELECT observed_at, observation FROM standing
       WHERE service_id = ? AND observation IS NOT NULL AND (subject IS NULL OR subject = ?)`,
      service.id,
      subjectOf(service),
    );
    if (row === undefined) return undefined;

    const { observed_at, observation } = LiveTermsRow.parse(row);
    return { at: observed_at, ...observation };
  }

  /** The live 402s of several services, by id; without those of which none is kept. */
  async sentChallenges(services: readonly CheckedService[]): Promise<Map<string, ReadChallenge>> {
    const rows = await this.#database.all(
      `SELECT service_id, subject, observed_at, observation -> '$.sent' AS sent FROM standing
       WHERE service_id IN (SELECT value FROM json_each(?)) AND observation ->> '$.sent' IS NOT NULL`,
      JSON.stringify(services.map(({ id }) => id)),
    );
    const subjects = new Map(services.map((service) => [service.id, subjectOf(service)]));
    const known = rows.map((row) => SentRow.parse(row));

    return new Map(
      known
        .filter(({ service_id, subject }) => subject === null || subject === subjects.get(service_id))
        .map(({ service_id, observed_at, sent }) => [service_id, { at: observed_at, sent }]),
    );
  }

  /** What the live 402 asked, one period for each change, those that ended before `from` (a day) left out; the oldest first. */
  async seenTerms(service: CheckedService, from: string): Promise<SeenTerms[]> {
    return this.#database.read((statements) => seenTermsIn(service, from, statements));
  }

  /** The days of a service from `from` on, the oldest first. */
  async days(service: CheckedService, from: string): Promise<CheckDay[]> {
    return (await this.#days(service, from)).map(dayOf);
  }

  /** Days as `days` gives them, with the median and the 95th percentile of their answer times. */
  async latencyDays(service: CheckedService, from: string): Promise<LatencyDay[]> {
    const { id } = service;
    const known = percentilesOf(
      await this.#database.all(
        `SELECT service_id, ${dateOf} AS date, latency_ms FROM probe_check
         WHERE service_id = ? AND at >= ? AND latency_ms IS NOT NULL AND ${answered} ORDER BY latency_ms`,
        id,
        Date.parse(from),
      ),
    );

    return (await this.#days(service, from)).map((row) => {
      const { p50Ms, p95Ms } = known.get(`${id} ${row.date}`) ?? { p50Ms: row.p50_ms, p95Ms: row.p95_ms };
      return { ...dayOf(row), p50Ms, p95Ms };
    });
  }

  /** The last checks of a service, the newest first. */
  async latest(service: CheckedService, count: number): Promise<KeptCheck[]> {
    const rows = await this.#database.all(
      `SELECT at, verdict, detail, http_status, latency_ms FROM probe_check
       WHERE service_id = ? AND ${ofSubject('probe_check')} ORDER BY at DESC LIMIT ?`,
      service.id,
      subjectOf(service),
      count,
    );

    return rows.map((row) => {
      const { at, verdict, detail, http_status, latency_ms } = CheckRow.parse(row);
      return { at, verdict, detail, httpStatus: http_status, latencyMs: latency_ms };
    });
  }

  /** What the checks of each service were about; null where that was not kept yet when they were made. */
  async subjects(): Promise<Map<string, string | null>> {
    const rows = await this.#database.all('SELECT service_id, subject FROM standing');

    return new Map(
      rows.map((row) => {
        const { service_id, subject } = SubjectRow.parse(row);
        return [service_id, subject];
      }),
    );
  }

  /** Notes that checks made before subjects were kept were about the present ones. */
  async adopt(services: readonly CheckedService[]): Promise<void> {
    await this.#database.transaction((statements) => {
      for (const service of services) {
        statements.run(
          'UPDATE standing SET subject = ? WHERE service_id = ? AND subject IS NULL',
          subjectOf(service),
          service.id,
        );
      }
    });
  }

  /** Deletes everything about these services that is not about their present subjects. */
  async forget(services: readonly CheckedService[]): Promise<void> {
    await this.#database.transaction((statements) => {
      for (const service of services) {
        if (subjectIn(service.id, statements) !== subjectOf(service)) forget(service.id, statements);
      }
    });
  }

  /** Deletes the checks made before a day; their sums stay, with the percentiles of their answer times. */
  async prune(before: string): Promise<void> {
    const time = Date.parse(before);
    await this.#database.transaction((statements) => {
      const going = statements.all(
        `SELECT service_id, ${dateOf} AS date, latency_ms FROM probe_check
         WHERE at < ? AND latency_ms IS NOT NULL AND ${answered} ORDER BY latency_ms`,
        time,
      );
      for (const [key, { p50Ms, p95Ms }] of percentilesOf(going)) {
        const [id = '', date = ''] = key.split(' ');
        statements.run(
          'UPDATE check_day SET p50_ms = ?, p95_ms = ? WHERE service_id = ? AND date = ?',
          p50Ms,
          p95Ms,
          id,
          date,
        );
      }
      statements.run('DELETE FROM probe_check WHERE at < ?', time);
    });
  }

  async #days(service: CheckedService, from: string): Promise<z.infer<typeof DayRow>[]> {
    const rows = await this.#database.all(
      `SELECT * FROM check_day WHERE service_id = ? AND ${ofSubject('check_day')} AND date >= ? ORDER BY date`,
      service.id,
      subjectOf(service),
      from,
    );

    return rows.map((row) => DayRow.parse(row));
  }
}

function append(record: CheckRecord, statements: Statements): void {
  const { id, subject, check, day, standing, offers, furtherPayees, traits, rails, asked } = record;
  const { at, verdict, detail, httpStatus, latencyMs, method, terms, fields, request, sent, remarks } = check;
  // The live terms of an earlier check stay until one can read terms again.
  const hasTerms = terms.length > 0;
  const former = subjectIn(id, statements);
  if (former !== null && former !== subject) forget(id, statements);
  statements.run(
    `INSERT OR REPLACE INTO probe_check (service_id, at, verdict, detail, http_status, latency_ms)
     VALUES (?, ?, ?, ?, ?, ?)`,
    id,
    at.getTime(),
    verdict,
    detail,
    httpStatus,
    latencyMs,
  );
  statements.run(
    `INSERT OR REPLACE INTO check_day (service_id, date, checks, ok, verified, blocked, latency_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    id,
    day.date,
    day.checks,
    day.ok,
    day.verified,
    day.blocked,
    day.latencyMs,
  );
  statements.run(
    `INSERT INTO standing (service_id, subject, status, verdict, detail, checked_at, since, failures, failing_since,
       terms_key, terms_since, chains, wildcard, offers, payees, traits, rails, observed_at, observation)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (service_id) DO UPDATE SET subject = excluded.subject, status = excluded.status, verdict = excluded.verdict,
       detail = excluded.detail, checked_at = excluded.checked_at, since = excluded.since,
       failures = excluded.failures, failing_since = excluded.failing_since, terms_key = excluded.terms_key,
       terms_since = excluded.terms_since, chains = excluded.chains,
       wildcard = excluded.wildcard, offers = excluded.offers, payees = excluded.payees, traits = excluded.traits, rails = excluded.rails,
       observed_at = coalesce(excluded.observed_at, observed_at),
       observation = coalesce(excluded.observation, observation)`,
    id,
    subject,
    standing.status,
    standing.verdict,
    standing.detail,
    standing.checkedAt?.getTime() ?? null,
    standing.since?.getTime() ?? null,
    standing.failures,
    standing.failingSince?.getTime() ?? null,
    standing.termsKey,
    standing.termsSince?.getTime() ?? null,
    JSON.stringify(standing.chains),
    standing.isWildcard === null ? null : Number(standing.isWildcard),
    printOffers(offers),
    furtherPayees.length === 0 ? null : JSON.stringify(furtherPayees),
    traits.schemes.length === 0 ? null : JSON.stringify(traits),
    rails.length === 0 ? null : JSON.stringify(rails),
    hasTerms ? at.getTime() : null,
    hasTerms ? JSON.stringify({ terms, remarks, method, request, sent }) : null,
  );
  if (hasTerms) noteTerms({ id, subject, fields, at, since: standing.termsSince ?? at }, statements);
  if (asked) replaceTerms(id, 'observed', asked.terms, { since: asked.since, at }, statements);
}

/** What the checks of a service were about; null where that was not kept, undefined without checks. */
function subjectIn(id: string, statements: Statements): string | null | undefined {
  const row = statements.get('SELECT service_id, subject FROM standing WHERE service_id = ?', id);

  return row === undefined ? undefined : SubjectRow.parse(row).subject;
}

function forget(id: string, statements: Statements): void {
  for (const table of ['probe_check', 'check_day', 'standing']) {
    statements.run(`DELETE FROM ${table} WHERE service_id = ?`, id);
  }
}

/** An offer in a column of JSON. */
interface StoredOffer extends Omit<OfferStanding, 'checkedAt'> {
  readonly checkedAt: number;
}

function printOffers(offers: OfferStandings): string | null {
  if (offers.size === 0) return null;

  const stored = [...offers].map(([key, { checkedAt, ...found }]): [string, StoredOffer] => [
    key,
    { ...found, checkedAt: checkedAt.getTime() },
  ]);
  return JSON.stringify(stored);
}

function standingOf(row: Omit<z.infer<typeof StandingRow>, 'service_id'>): Standing {
  const { status, verdict, detail, since, failures, chains, wildcard: isWildcard } = row;

  return {
    ...unchecked,
    status,
    verdict,
    detail,
    checkedAt: row.checked_at,
    since,
    failures,
    failingSince: row.failing_since,
    termsKey: row.terms_key,
    termsSince: row.terms_since,
    chains,
    isWildcard,
  };
}

function dayOf({ date, checks, ok, verified, blocked, latency_ms }: z.infer<typeof DayRow>): CheckDay {
  return { date, checks, ok, verified, blocked, latencyMs: latency_ms };
}

/** Nearest-rank percentiles of each service and day; the rows must be sorted by their answer times. */
function percentilesOf(rows: readonly unknown[]): Map<string, { p50Ms: number; p95Ms: number }> {
  const times = Map.groupBy(
    rows.map((row) => AnsweredRow.parse(row)),
    ({ service_id, date }) => `${service_id} ${date}`,
  );
  const rank = (sorted: readonly { latency_ms: number }[], share: number): number =>
    sorted[Math.ceil(share * sorted.length) - 1]?.latency_ms ?? 0;

  return new Map(
    [...times].map(([key, sorted]) => [key, { p50Ms: rank(sorted, 0.5), p95Ms: rank(sorted, 0.95) }]),
  );
}
