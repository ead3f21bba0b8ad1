import type { CheckDay } from '../domain/check.ts';
import type { FieldComparison } from '../domain/observation.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Status } from '../domain/status.ts';
import { uptimePercent, windowStart } from '../verification/uptime.ts';

/** One term of payment as its owner declares it, beside what the live 402 asked for when it was last read. */
export interface KnownTerm {
  readonly declared: string;
  /** Null where no live terms were ever read. */
  readonly observed: string | null;
  /** Null where nothing was observed, or where the live token is not known here. */
  readonly agree: boolean | null;
}

/** The terms in the order in which verdicts name them: of several that differ, the first matters most. */
const termNames = ['wallet', 'network', 'token', 'price'] as const;
export type TermName = (typeof termNames)[number];

export interface Amount {
  readonly price: string;
  readonly currency: string;
}

/** Why a service has neither trust score nor uptime. Showing 0 instead would call it bad. */
export type Unmeasured = 'not_checked' | 'opted_out' | 'blocked' | 'long_ago';

/** What the catalog knows of a service. Every page, list and picture is made from this one value, so that no two can disagree. */
export interface KnownService extends Readonly<Record<TermName, KnownTerm>> {
  readonly status: Status;
  /** The gravest difference between the declared and the live terms. */
  readonly mismatch: TermName | null;
  /** What a buyer will be asked for, or the declared price where no live terms were read; null where the live token is not known. */
  readonly asked: Amount | null;
  readonly unmeasured: Unmeasured | null;
  /** 0 to 100; null where nothing was measured. */
  readonly trustScore: number | null;
  /** Percent over the last 30 days; null where nothing was measured. */
  readonly uptime: number | null;
}

/** What checks found of a service. */
export interface Seen {
  /** The live terms as they were last read, compared with the declared ones. */
  readonly fields: readonly FieldComparison[];
  /** The days with checks among the last 30. */
  readonly days: readonly Pick<CheckDay, 'checks' | 'ok'>[];
}

export function knownService(entry: Entry, seen: Seen, at: Date): KnownService {
  const { declared, observed } = entry;
  const { pricing, x402Config } = declared;
  const terms = {
    wallet: termOf('payTo', x402Config.paymentAddress, seen),
    network: termOf('network', x402Config.network, seen),
    token: termOf('asset', pricing.currency, seen),
    price: termOf('price', pricing.pricePerRequest, seen),
  };
  const unmeasured = unmeasuredBecause(entry, seen, at);

  return {
    ...terms,
    status: observed.status,
    mismatch: termNames.find((name) => terms[name].agree === false || isUnknown(terms[name])) ?? null,
    asked: isUnknown(terms.token) ? null : { price: shown(terms.price), currency: shown(terms.token) },
    unmeasured,
    trustScore: unmeasured === null ? observed.trustScore : null,
    uptime: uptimeOver(seen.days),
  };
}

/** The value of a term to show: the observed value where it differs from the declared one. */
export function shown({ declared, observed, agree }: KnownTerm): string {
  return agree === false && observed !== null ? observed : declared;
}

function termOf(field: FieldComparison['field'], declared: string, { fields }: Seen): KnownTerm {
  const { observed = null, match = null } = fields.find((each) => each.field === field) ?? {};

  return { declared, observed, agree: match };
}

/** Uptime in percent over some days; null where no check counts. */
export function uptimeOver(days: readonly Pick<CheckDay, 'checks' | 'ok'>[]): number | null {
  return uptimePercent({
    checks: days.reduce((sum, { checks }) => sum + checks, 0),
    ok: days.reduce((sum, { ok }) => sum + ok, 0),
  });
}

/** A live token that is not in Tollbook's table cannot be compared with the declared one. */
function isUnknown({ observed, agree }: KnownTerm): boolean {
  return observed !== null && agree === null;
}

function unmeasuredBecause({ declared, observed }: Entry, { days }: Seen, at: Date): Unmeasured | null {
  if (days.some(({ checks }) => checks > 0)) return null;
  if (declared.probing === false) return 'opted_out';
  if (observed.lastChecked === null) return 'not_checked';

  return observed.lastChecked >= windowStart(at) ? 'blocked' : 'long_ago';
}
