import { deflateRawSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { dayOf } from '../../domain/day.ts';
import { keptChecks } from '../../domain/check.ts';
import { Verdict } from '../../domain/verdict.ts';
import { monthOf, packDays } from '../state/packed-days.ts';
import { closedDay, latenciesOf, packChecks } from '../state/packed-checks.ts';

const CheckRow = z
  .object({
    at: z.int().transform((ms) => new Date(ms)),
    verdict: Verdict,
    detail: z.string(),
    http_status: z.int().nullable(),
    latency_ms: z.int().nullable(),
  })
  .transform(({ http_status: httpStatus, latency_ms: latencyMs, ...check }) => ({
    ...check,
    httpStatus,
    latencyMs,
  }));

const DayRow = z
  .object({
    date: z.string(),
    checks: z.int(),
    ok: z.int(),
    verified: z.int(),
    blocked: z.int(),
    latency_ms: z.int(),
    p50_ms: z.int().nullable(),
    p95_ms: z.int().nullable(),
  })
  .transform(({ latency_ms: latencyMs, p50_ms: p50Ms, p95_ms: p95Ms, ...sums }) => ({
    sums: { ...sums, unread: 0, latencyMs },
    p50Ms,
    p95Ms,
  }));

const ServiceRow = z.object({
  service_id: z.string(),
  observation: z.string().nullable(),
});

const schema = `
  CREATE TABLE check_month (
    service_id TEXT NOT NULL,
    month      INTEGER NOT NULL,
    days       BLOB NOT NULL,
    PRIMARY KEY (service_id, month)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE live_terms (
    service_id  TEXT PRIMARY KEY,
    observation BLOB NOT NULL
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE standing RENAME TO former_standing;

  CREATE TABLE standing (
    service_id        TEXT PRIMARY KEY,
    subject           TEXT,
    status            TEXT NOT NULL,
    verdict           TEXT,
    detail            TEXT,
    checked_at        INTEGER,
    since             INTEGER,
    failures          INTEGER NOT NULL,
    failing_since     INTEGER,
    terms_key         TEXT,
    terms_since       INTEGER,
    chains            TEXT NOT NULL,
    wildcard          INTEGER,
    offers            TEXT,
    payees            TEXT,
    traits            TEXT,
    rails             TEXT,
    window_days       INTEGER NOT NULL,
    window_checks     INTEGER NOT NULL,
    window_ok         INTEGER NOT NULL,
    window_verified   INTEGER NOT NULL,
    window_blocked    INTEGER NOT NULL,
    window_latency_ms INTEGER NOT NULL,
    recent            BLOB NOT NULL,
    oldest_at         INTEGER,
    observed_at       INTEGER,
    observed_digest   BLOB
  ) STRICT;

  INSERT INTO standing
    SELECT known.service_id, subject, status, verdict, detail, checked_at, since, failures, failing_since, terms_key, terms_since, chains,
      wildcard, offers, payees, traits, rails, count(date), coalesce(sum(checks), 0), coalesce(sum(ok), 0), coalesce(sum(verified), 0),
      coalesce(sum(blocked), 0), coalesce(sum(latency_ms), 0), x'', NULL, observed_at, NULL
    FROM former_standing AS known LEFT JOIN check_day ON check_day.service_id = known.service_id AND checks > 0
      AND date >= strftime('%Y-%m-%d', checked_at / 1000, 'unixepoch', '-29 days')
    GROUP BY known.service_id;
`;

const dropped = `
  DROP TABLE probe_check;
  DROP TABLE check_day;
  DROP TABLE former_standing;
`;

/** Packs the checks and days of each service: one row for each of them becomes one for each service and month. */
export function packStoredChecks(database: Database): void {
  database.exec(schema);
  const packed = packing(database);
  for (const row of database.prepare('SELECT service_id, observation FROM former_standing').all()) {
    packed(ServiceRow.parse(row));
  }
  database.exec(dropped);
}

function packing(database: Database): (service: z.infer<typeof ServiceRow>) => void {
  const checksOf = database.prepare('SELECT * FROM probe_check WHERE service_id = ? ORDER BY at DESC');
  const daysOf = database.prepare('SELECT * FROM check_day WHERE service_id = ? ORDER BY date');
  const addMonth = database.prepare('INSERT INTO check_month (service_id, month, days) VALUES (?, ?, ?)');
  const addTerms = database.prepare('INSERT INTO live_terms (service_id, observation) VALUES (?, ?)');
  const addRecent = database.prepare('UPDATE standing SET recent = ?, oldest_at = ? WHERE service_id = ?');

  return ({ service_id: id, observation }) => {
    const checks = checksOf.all(id).map((row) => CheckRow.parse(row));
    const byDate = Map.groupBy(checks, ({ at }) => dayOf(at));
    const days = daysOf.all(id).map((row) => {
      const { sums, p50Ms, p95Ms } = DayRow.parse(row);
      const latencies = (byDate.get(sums.date) ?? []).flatMap(latenciesOf);
      return { sums, latencies, closed: { ...sums, p50Ms, p95Ms } };
    });

    const open = days.at(-1);
    const closed = days.slice(0, -1).map((day) => (day.latencies.length > 0 ? closedDay(day) : day.closed));
    for (const [month, ofMonth] of Map.groupBy(closed, ({ date }) => monthOf(date))) {
      addMonth.run(id, month, packDays(ofMonth));
    }
    const latest = checks.slice(0, keptChecks);
    addRecent.run(packChecks({ open, latest }), latest.at(-1)?.at.getTime() ?? null, id);
    if (observation !== null) addTerms.run(id, deflateRawSync(observation));
  };
}
