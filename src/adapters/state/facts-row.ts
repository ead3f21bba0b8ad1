import { z } from 'zod';
import type { CheckWindow } from '../../domain/check.ts';
import type { CheckFacts } from '../../domain/facts.ts';
import type { OfferStanding } from '../../domain/offer-standing.ts';
import { noTraits } from '../../domain/payment-terms.ts';
import { OtherRail } from '../../domain/rail.ts';
import type { Standing } from '../../domain/standing.ts';
import { Status } from '../../domain/status.ts';
import { steady, Varying } from '../../domain/varying.ts';
import { Verdict } from '../../domain/verdict.ts';

/** The columns of the table `standing` that `windowIn` reads. */
export const windowColumns =
  'window_days, window_checks, window_ok, window_verified, window_unread, window_blocked, window_latency_ms';

/** The columns of the table `standing` that `FactsReader` reads. */
export const factsColumns = `service_id, subject, offers, payees, traits, rails, status, verdict, detail, checked_at, since, failures,
  failing_since, terms_key, terms_since, payee_since, price_since, varying, unread_since, chains, wildcard, ${windowColumns}`;

/** A row with these columns, whose types the database keeps to. */
export interface WindowRow {
  readonly window_days: number;
  readonly window_checks: number;
  readonly window_ok: number;
  readonly window_verified: number;
  readonly window_unread: number;
  readonly window_blocked: number;
  readonly window_latency_ms: number;
}

/** A row with these columns, whose types the database keeps to. Times are in milliseconds since 1970. */
interface FactsRow extends WindowRow {
  readonly service_id: string;
  readonly subject: string | null;
  readonly offers: string | null;
  readonly payees: string | null;
  readonly traits: string | null;
  readonly rails: string | null;
  readonly status: string;
  readonly verdict: string | null;
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

const Texts = z.array(z.string());
const Traits = z.object({
  schemes: z.array(z.string()),
  extensions: z.array(z.string()),
  hasSlash: z.optional(z.literal(true)),
});
const OtherRails = z.array(OtherRail);

const noOffers: CheckFacts['offers'] = new Map<string, never>();
const none: readonly never[] = [];

/** So many different texts of a column are remembered. */
const mostTexts = 1_000;

/**
 * Reads rows of facts, those of a whole catalog at a start. Many services have the same texts in a column: each of these is checked once, and
 * once in memory.
 */
export class FactsReader {
  readonly #status = remembering((text) => Status.parse(text));
  readonly #verdict = remembering((text) => Verdict.parse(text));
  readonly #detail = remembering((text) => text);
  readonly #texts = remembering((text) => Texts.parse(JSON.parse(text)));
  readonly #traits = remembering((text) => Traits.parse(JSON.parse(text)));
  readonly #rails = remembering((text) => OtherRails.parse(JSON.parse(text)));

  /** The facts in a row, with the id of the service. @throws {ZodError | SyntaxError} where a text is none that `append` writes */
  read(stored: unknown): [id: string, facts: CheckFacts] {
    const row = stored as FactsRow;
    const facts = {
      subject: row.subject,
      standing: this.#standingIn(row),
      window: windowIn(row),
      offers: row.offers === null ? noOffers : offersIn(row.offers),
      furtherPayees: row.payees === null ? none : this.#texts(row.payees),
      traits: row.traits === null ? noTraits : this.#traits(row.traits),
      rails: row.rails === null ? none : this.#rails(row.rails),
    };

    return [row.service_id, facts];
  }

  #standingIn(row: FactsRow): Standing {
    const since = timeOf(row.since);

    return {
      status: this.#status(row.status),
      verdict: row.verdict === null ? null : this.#verdict(row.verdict),
      detail: row.detail === null ? null : this.#detail(row.detail),
      checkedAt: timeOf(row.checked_at),
      since,
      failures: row.failures,
      failingSince: timeOf(row.failing_since),
      termsKey: row.terms_key,
      // Mostly these began with the first check. A date takes as much memory as ten numbers.
      termsSince: row.terms_since === row.since ? since : timeOf(row.terms_since),
      payeeSince: row.payee_since === row.since ? since : timeOf(row.payee_since),
      priceDiffersSince: timeOf(row.price_since),
      varying: row.varying === null ? steady : Varying.parse(JSON.parse(row.varying)),
      unreadSince: timeOf(row.unread_since),
      chains: this.#texts(row.chains),
      isWildcard: row.wildcard === null ? null : row.wildcard === 1,
    };
  }
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

/** Only `append` writes this text, so its shape is not checked again. */
function offersIn(text: string): CheckFacts['offers'] {
  const offers = JSON.parse(text) as [string, StoredOffer][];

  return new Map(
    offers.map(([key, { checkedAt, ...found }]) => [key, { ...found, checkedAt: new Date(checkedAt) }]),
  );
}

function timeOf(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

/** Reads a text as `read` does, or as it was read before. */
function remembering<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();

  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;

    const value = read(text);
    if (known.size < mostTexts) known.set(text, value);
    return value;
  };
}
