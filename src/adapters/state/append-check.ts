import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { CheckRecord } from '../../domain/check.ts';
import type { OfferStandings } from '../../domain/offer.ts';
import { endpointIn } from '../../domain/subject.ts';
import { steady } from '../../domain/standing.ts';
import { replaceTerms } from './asked-terms.ts';
import { get, run, upsert, type Work } from './database.ts';
import {
  closeDay,
  closedDay,
  countLate,
  latenciesOf,
  noRecentChecks,
  packChecks,
  type RecentChecks,
  unpackChecks,
  withCheck,
} from './packed-checks.ts';
import { endPeriod, noteTerms } from './seen-terms.ts';

const Bytes = z.instanceof(Uint8Array);

const KnownRow = z.object({
  subject: z.string().nullable(),
  recent: Bytes,
  observed_at: z.int().nullable(),
  observed_digest: Bytes.nullable(),
});
type Known = z.infer<typeof KnownRow>;

/** Writes a check with what follows from it. Deletes the checks of a former subject first. */
export function* appendCheck(record: CheckRecord): Work<void> {
  const { id, subject, check, asked } = record;
  const known = yield* knownOf(id, subject);
  // The live terms of an earlier check stay until one can read terms again.
  const text = check.terms.length > 0 ? observationIn(record) : null;
  const digest = text === null ? null : digestOf(text, record);
  const recent = yield* counted(known ? unpackChecks(known.recent) : noRecentChecks, record);

  yield* writeStanding(record, { recent, digest });
  if (text !== null && digest?.equals(known?.observed_digest ?? noBytes) !== true) {
    yield* endPeriod(id, known?.observed_at ?? null);
    yield* writeTerms(record, text);
  }
  if (asked) yield* replaceTerms(id, 'observed', asked.terms, { since: asked.since, at: check.at });
}

/** Deletes all about the checks of a service, except for the terms that its endpoint asked for. */
export function* forgetChecks(id: string): Work<void> {
  const known = yield* rowOf(id);
  if (!known) return;

  yield* endPeriod(id, known.observed_at);
  for (const table of ['standing', 'live_terms', 'check_month']) {
    yield* run(`DELETE FROM ${table} WHERE service_id = ?`, id);
  }
}

const noBytes = Buffer.alloc(0);

/** What is on file of a service; undefined when it was about another subject, which is forgotten. */
function* knownOf(id: string, subject: string): Work<Known | undefined> {
  const known = yield* rowOf(id);
  const about = known?.subject ?? null;
  if (about === null || about === subject) return known;

  yield* forgetChecks(id);
  return undefined;
}

function* rowOf(id: string): Work<Known | undefined> {
  const row = yield* get(
    'SELECT subject, recent, observed_at, observed_digest FROM standing WHERE service_id = ?',
    id,
  );

  return row === undefined ? undefined : KnownRow.parse(row);
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

const writtenTerms = upsert('live_terms', ['service_id'], ['observation']);

function* writeTerms({ id, subject, check, standing }: CheckRecord, text: string): Work<void> {
  const { at, fields } = check;
  yield* run(writtenTerms, id, deflateRawSync(text));
  yield* noteTerms({ id, subject, fields, at, since: standing.termsSince ?? at });
}

interface Stored {
  readonly recent: RecentChecks;
  readonly digest: Buffer | null;
}

const writtenStanding = `INSERT INTO standing (service_id, subject, status, verdict, detail, checked_at, since, failures, failing_since,
       terms_key, terms_since, payee_since, price_since, varying, unread_since, chains, wildcard, offers, payees, traits, rails,
       window_days, window_checks, window_ok, window_verified, window_unread, window_blocked, window_latency_ms,
       recent, oldest_at, observed_at, observed_digest)
     VALUES (${Array.from({ length: 32 }, () => '?').join()})
     ON CONFLICT (service_id) DO UPDATE SET subject = excluded.subject, status = excluded.status, verdict = excluded.verdict,
       detail = excluded.detail, checked_at = excluded.checked_at, since = excluded.since,
       failures = excluded.failures, failing_since = excluded.failing_since, terms_key = excluded.terms_key,
       terms_since = excluded.terms_since, payee_since = excluded.payee_since, price_since = excluded.price_since,
       varying = excluded.varying, unread_since = excluded.unread_since, chains = excluded.chains,
       wildcard = excluded.wildcard, offers = excluded.offers, payees = excluded.payees, traits = excluded.traits, rails = excluded.rails,
       window_days = excluded.window_days, window_checks = excluded.window_checks, window_ok = excluded.window_ok,
       window_verified = excluded.window_verified, window_unread = excluded.window_unread, window_blocked = excluded.window_blocked,
       window_latency_ms = excluded.window_latency_ms, recent = excluded.recent, oldest_at = excluded.oldest_at,
       observed_at = coalesce(excluded.observed_at, standing.observed_at),
       observed_digest = coalesce(excluded.observed_digest, standing.observed_digest)`;

function* writeStanding(record: CheckRecord, { recent, digest }: Stored): Work<void> {
  const { id, subject, check, window, standing, offers, furtherPayees, traits, rails } = record;
  yield* run(
    writtenStanding,
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
    standing.payeeSince?.getTime() ?? null,
    standing.priceDiffersSince?.getTime() ?? null,
    standing.varying === steady ? null : JSON.stringify(standing.varying),
    standing.unreadSince?.getTime() ?? null,
    JSON.stringify(standing.chains),
    standing.isWildcard === null ? null : Number(standing.isWildcard),
    printOffers(offers),
    furtherPayees.length === 0 ? null : JSON.stringify(furtherPayees),
    traits.schemes.length === 0 ? null : JSON.stringify(traits),
    rails.length === 0 ? null : JSON.stringify(rails),
    window.days,
    window.checks,
    window.ok,
    window.verified,
    window.unread,
    window.blocked,
    window.latencyMs,
    packChecks(recent),
    recent.latest.at(-1)?.at.getTime() ?? null,
    digest === null ? null : check.at.getTime(),
    digest,
  );
}

function printOffers(offers: OfferStandings): string | null {
  if (offers.size === 0) return null;

  return JSON.stringify(
    [...offers].map(([key, { checkedAt, ...found }]) => [key, { ...found, checkedAt: checkedAt.getTime() }]),
  );
}
