import type { CheckWindow } from '../../domain/check.ts';
import type { CheckFacts } from '../../domain/facts.ts';
import type { OfferStanding } from '../../domain/offer.ts';
import { noTraits } from '../../domain/payment-terms.ts';
import { type Standing, steady } from '../../domain/standing.ts';
import type { Status } from '../../domain/status.ts';
import type { Verdict } from '../../domain/verdict.ts';

/** The columns of the table `standing` that `windowIn` reads. */
export const windowColumns =
  'window_days, window_checks, window_ok, window_verified, window_unread, window_blocked, window_latency_ms';

/** The columns of the table `standing` that `factsIn` reads. */
export const factsColumns = `service_id, subject, offers, payees, traits, rails, status, verdict, detail, checked_at, since, failures,
  failing_since, terms_key, terms_since, payee_since, price_since, varying, unread_since, chains, wildcard, ${windowColumns}`;

/** A row with these columns, whose types the database enforces. */
export interface WindowRow {
  readonly window_days: number;
  readonly window_checks: number;
  readonly window_ok: number;
  readonly window_verified: number;
  readonly window_unread: number;
  readonly window_blocked: number;
  readonly window_latency_ms: number;
}

/** A row with these columns, whose types the database enforces. Times are in milliseconds since 1970. */
interface FactsRow extends WindowRow {
  readonly service_id: string;
  readonly subject: string;
  readonly offers: string | null;
  readonly payees: string | null;
  readonly traits: string | null;
  readonly rails: string | null;
  readonly status: Status;
  readonly verdict: Verdict | null;
  readonly detail: string | null;
  readonly checked_at: number | null;
  readonly since: number | null;
  readonly failures: number;
  readonly failing_since: number | null;
  readonly terms_key: string | null;
  readonly terms_since: number | null;
  readonly payee_since: number | null;
  readonly price_since: number | null;
  readonly varying: string | null;
  readonly unread_since: number | null;
  readonly chains: string;
  readonly wildcard: number | null;
}

/** An offer in a column of JSON. */
interface StoredOffer extends Omit<OfferStanding, 'checkedAt'> {
  readonly checkedAt: number;
}

const noOffers: CheckFacts['offers'] = new Map<string, never>();
const none: readonly never[] = [];

/** The facts in a row, with the id of the service. Only `append` writes rows, so their texts are not checked again. */
export function factsIn(stored: unknown): [id: string, facts: CheckFacts] {
  const row = stored as FactsRow;
  const facts = {
    subject: row.subject,
    standing: standingIn(row),
    window: windowIn(row),
    offers: row.offers === null ? noOffers : offersIn(row.offers),
    furtherPayees: row.payees === null ? none : (JSON.parse(row.payees) as string[]),
    traits: row.traits === null ? noTraits : (JSON.parse(row.traits) as CheckFacts['traits']),
    rails: row.rails === null ? none : (JSON.parse(row.rails) as CheckFacts['rails']),
  };

  return [row.service_id, facts];
}

function standingIn(row: FactsRow): Standing {
  return {
    status: row.status,
    verdict: row.verdict,
    detail: row.detail,
    checkedAt: timeOf(row.checked_at),
    since: timeOf(row.since),
    failures: row.failures,
    failingSince: timeOf(row.failing_since),
    termsKey: row.terms_key,
    termsSince: timeOf(row.terms_since),
    payeeSince: timeOf(row.payee_since),
    priceDiffersSince: timeOf(row.price_since),
    varying: row.varying === null ? steady : (JSON.parse(row.varying) as Standing['varying']),
    unreadSince: timeOf(row.unread_since),
    chains: JSON.parse(row.chains) as string[],
    isWildcard: row.wildcard === null ? null : row.wildcard === 1,
  };
}

export function windowIn(row: WindowRow): CheckWindow {
  return {
    days: row.window_days,
    checks: row.window_checks,
    ok: row.window_ok,
    verified: row.window_verified,
    unread: row.window_unread,
    blocked: row.window_blocked,
    latencyMs: row.window_latency_ms,
  };
}

function offersIn(text: string): CheckFacts['offers'] {
  const offers = JSON.parse(text) as [string, StoredOffer][];

  return new Map(
    offers.map(([key, { checkedAt, ...found }]) => [key, { ...found, checkedAt: new Date(checkedAt) }]),
  );
}

function timeOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
