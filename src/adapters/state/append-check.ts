import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { CheckRecord } from '../../domain/check.ts';
import type { OfferStandings } from '../../domain/offer.ts';
import { endpointIn } from '../../domain/subject.ts';
import { steady } from '../../domain/standing.ts';
import { replaceTerms } from './asked-terms.ts';
import { getAs, run, type Work } from './database.ts';
import { closeDay, countLate } from './check-months.ts';
import {
  closedDay,
  latenciesOf,
  noRecentChecks,
  packChecks,
  type RecentChecks,
  unpackChecks,
  withCheck,
} from './packed-checks.ts';
import { bytes, rowOf } from './row.ts';
import { endPeriod, noteTerms } from './seen-terms.ts';
import { sql, upsert, verbatim } from './sql.ts';

const knownIn = rowOf({
  subject: z.string(),
  recent: bytes,
  observedAt: z.int().nullable(),
  observedDigest: bytes.nullable(),
});
type Known = ReturnType<typeof knownIn>;

/** Writes a check with what follows from it. Deletes the checks of a former subject first. */
export function* appendCheck(record: CheckRecord): Work<void> {
  const { id, subject, check, asked } = record;
  const known = yield* knownOf(id, subject);
  // The live terms of an earlier check stay until one can read terms again.
  const text = check.terms.length > 0 ? observationIn(record) : null;
  const digest = text === null ? null : digestOf(text, record);
  const recent = yield* counted(known ? unpackChecks(known.recent) : noRecentChecks, record);

  yield* writeStanding(record, recent, {
    observedAt: digest === null ? known?.observedAt : check.at,
    observedDigest: digest ?? known?.observedDigest,
  });
  if (text !== null && digest?.equals(known?.observedDigest ?? noBytes) !== true) {
    yield* endPeriod(id, known?.observedAt ?? null);
    yield* writeTerms(record, text);
  }
  if (asked) yield* replaceTerms(id, 'observed', asked.terms, { since: asked.since, at: check.at });
}

/** Deletes all about the checks of a service, except for the terms that its endpoint asked for. */
export function* forgetChecks(id: string): Work<void> {
  const known = yield* rowIn(id);
  if (!known) return;

  yield* endPeriod(id, known.observedAt);
  for (const table of ['standing', 'live_terms', 'check_month']) {
    yield* run(sql`DELETE FROM ${verbatim(table)} WHERE service_id = ${id}`);
  }
}

const noBytes = Buffer.alloc(0);

/** What is on file of a service; undefined when it was about another subject, which is forgotten. */
function* knownOf(id: string, subject: string): Work<Known | undefined> {
  const known = yield* rowIn(id);
  if (!known || known.subject === subject) return known;

  yield* forgetChecks(id);
  return undefined;
}

function rowIn(id: string): Work<Known | undefined> {
  return getAs(
    knownIn,
    sql`SELECT subject, recent, observed_at, observed_digest FROM standing WHERE service_id = ${id}`,
  );
}

/** The recent checks with this one. The first check of a day closes the one before. */
function* counted(recent: RecentChecks, { id, check, day }: CheckRecord): Work<RecentChecks> {
  const { open } = recent;
  const { at, verdict, detail, httpStatus, latencyMs } = check;
  const stored = { at, verdict, detail, httpStatus, latencyMs };
  const next = withCheck(recent, stored, day);
  if (!open || open.sums.date === day.date) return next;

  if (open.sums.date < day.date) {
    yield* closeDay(id, closedDay(open));
    return next;
  }
  yield* countLate(id, day, latenciesOf(stored));
  return { open, latest: next.latest };
}

function observationIn({ check: { terms, remarks, method, request, sent } }: CheckRecord): string {
  return JSON.stringify({ terms, remarks, method, request, sent });
}

/** Identifies what a check read, beside what was declared then: while it stays the same, nothing of it is written again. */
function digestOf(observation: string, { subject, check: { fields } }: CheckRecord): Buffer {
  return createHash('sha256')
    .update(observation)
    .update(JSON.stringify([endpointIn(subject), fields]))
    .digest()
    .subarray(0, 12);
}

function* writeTerms({ id, subject, check, standing }: CheckRecord, text: string): Work<void> {
  const { at, fields } = check;
  yield* run(upsert('live_terms', { serviceId: id }, { observation: deflateRawSync(text) }));
  yield* noteTerms({ id, subject, fields, at, since: standing.termsSince ?? at });
}

/** `observed`: the columns that tell when its terms were last read, and which they were. */
function* writeStanding(record: CheckRecord, recent: RecentChecks, observed: object): Work<void> {
  const { id, subject, window, standing, offers, furtherPayees, traits, rails } = record;
  const { varying, chains, isWildcard, priceDiffersSince, ...facts } = standing;
  const row = {
    ...facts,
    ...observed,
    subject,
    priceSince: priceDiffersSince,
    wildcard: isWildcard,
    varying: varying === steady ? null : JSON.stringify(varying),
    chains: JSON.stringify(chains),
    offers: printOffers(offers),
    payees: furtherPayees.length === 0 ? null : JSON.stringify(furtherPayees),
    traits: traits.schemes.length === 0 ? null : JSON.stringify(traits),
    rails: rails.length === 0 ? null : JSON.stringify(rails),
    windowDays: window.days,
    windowChecks: window.checks,
    windowOk: window.ok,
    windowVerified: window.verified,
    windowUnread: window.unread,
    windowBlocked: window.blocked,
    windowLatencyMs: window.latencyMs,
    recent: packChecks(recent),
    oldestAt: recent.latest.at(-1)?.at,
  };
  yield* run(upsert('standing', { serviceId: id }, row));
}

function printOffers(offers: OfferStandings): string | null {
  if (offers.size === 0) return null;

  return JSON.stringify(
    [...offers].map(([key, { checkedAt, ...found }]) => [key, { ...found, checkedAt: checkedAt.getTime() }]),
  );
}
