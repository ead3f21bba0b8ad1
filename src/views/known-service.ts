import { compareDecimal } from '../domain/decimal.ts';
import type { Amount } from '../domain/effective-terms.ts';
import { type Payments, shownPayments } from '../domain/facts.ts';
import type { OutcomeSummary } from '../domain/outcome.ts';
import type { FieldComparison } from '../domain/payment-terms.ts';
import { railsInWords } from '../domain/rail.ts';
import type { DeclaredTerms } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import { type Reason, reasonOf, type State, stateOf } from '../domain/state.ts';
import { highestPrice } from '../domain/price-range.ts';
import type { VaryingPrice } from '../domain/varying-price.ts';
import { uptimePercent } from '../verification/uptime.ts';

/** One payment term as the owner declares it, beside the value that the live 402 had when it was last read. */
export interface KnownTerm {
  readonly declared: string;
  /** Null while no live terms were ever read. */
  readonly observed: string | null;
  /** Null where nothing was observed, or where the live token is unknown. */
  readonly agree: boolean | null;
}

/** The terms in order of gravity: of several that differ, verdicts name the first. */
export const termNames = ['wallet', 'network', 'token', 'price'] as const;
export type TermName = (typeof termNames)[number];

/** The terms of a service, or of one of its offers. */
export interface KnownTerms extends Readonly<Record<TermName, KnownTerm>> {
  /** The gravest difference between the declared and the live terms. */
  readonly mismatch: TermName | null;
  /** The price that a buyer will be asked for, or the declared one where no live terms were read; null where the live token is unknown. */
  readonly asked: Amount | null;
  /** How the price changes from request to request, as declared; null where it does not, or where the live price is none of these. */
  readonly varies: VaryingPrice | null;
}

/** What the catalog knows about a service. Every page, list and picture is made from this value, so that no two disagree. */
export interface KnownService extends KnownTerms {
  readonly state: State;
  /** Why it is in that state, where the state leaves it open. */
  readonly reason: Reason | null;
  /** 0 to 100; null where nothing was measured. */
  readonly trustScore: number | null;
  /** Percent over the last 30 days; null where nothing was measured. */
  readonly uptime: number | null;
  /** The ways to pay that its last answer offered beside or instead of x402: `MPP (tempo, charge), L402`; empty without any. */
  readonly rails: string;
  /** What its buyers say. */
  readonly outcomes: OutcomeSummary;
  /** Null where nobody counts them. */
  readonly payments: CountedPayments | null;
}

/** Payments, and whose they are: those of the service, or those of a wallet that it shares with services of the same price. */
export interface CountedPayments extends Omit<Payments, 'attribution' | 'buyers'> {
  readonly attribution: 'service' | 'wallet';
}

/** `fields` compares the declared terms with the live ones, as last read. */
export function knownService(entry: Entry, fields: readonly FieldComparison[]): KnownService {
  const { declared, observed } = entry;
  const { window, rails } = observed.facts;
  const [state, reason] = [stateOf(entry), reasonOf(entry)];
  const isDown = state === 'down' && window.checks > 0;
  const hasManyWallets = state === 'varies' && reason === 'wallet';

  return {
    ...knownTerms(declared, hasManyWallets ? fields.filter(isNoWallet) : fields),
    state,
    reason,
    // What never showed a 402 that could be compared is not bad, unless it gave no answer at all: a 0 would call it bad.
    trustScore: window.ok > window.unread || isDown ? observed.trustScore : null,
    uptime: window.ok > 0 || isDown ? uptimePercent(window) : null,
    rails: railsInWords(rails),
    outcomes: observed.facts.outcomes,
    payments: countedOf(shownPayments(observed.facts)),
  };
}

/** `fields` compares the declared terms with the live ones, as last read. */
export function knownTerms(declared: DeclaredTerms, fields: readonly FieldComparison[]): KnownTerms {
  const { pricing, price, x402Config } = declared;
  const terms = {
    wallet: termOf('payTo', x402Config.paymentAddress, fields),
    network: termOf('network', x402Config.network, fields),
    token: termOf('asset', pricing.currency, fields),
    price: termOf('price', highestPrice(declared), fields),
  };

  return {
    ...terms,
    mismatch: termNames.find((name) => terms[name].agree === false || isUnknown(terms[name])) ?? null,
    asked: isUnknown(terms.token) ? null : askedAmount(terms, price, fields),
    varies: terms.price.agree === false ? null : (price ?? null),
  };
}

/** A wallet that only one request was asked to pay is none of the service's. */
function isNoWallet({ field }: FieldComparison): boolean {
  return field !== 'payTo';
}

function countedOf({ attribution, buyers: _, ...counted }: Payments): CountedPayments | null {
  return attribution === null ? null : { attribution, ...counted };
}

/** The value of a term to show: the observed one where the two differ, else the declared one. */
export function shown({ declared, observed, agree }: KnownTerm): string {
  return agree === false && observed !== null ? observed : declared;
}

/**
 * The declared amount where the live 402 names no price, also where it names another token: the two do not go together. A price that is not among
 * the fields is as declared.
 */
function askedAmount(
  { price, token }: Pick<KnownTerms, 'price' | 'token'>,
  varying: VaryingPrice | undefined,
  fields: readonly FieldComparison[],
): Amount {
  const isUnread = fields.some(({ field, observed }) => field === 'price' && observed === null);

  return isUnread
    ? { price: price.declared, currency: token.declared }
    : { price: askedPrice(price, varying), currency: shown(token) };
}

/** Of a price that varies the highest that is known. */
function askedPrice(term: KnownTerm, price: VaryingPrice | undefined): string {
  const { declared, observed } = term;

  return price === 'varies' && observed !== null && compareDecimal(observed, declared) > 0
    ? observed
    : shown(term);
}

function termOf(
  field: FieldComparison['field'],
  declared: string,
  fields: readonly FieldComparison[],
): KnownTerm {
  const { observed = null, match = null } = fields.find((each) => each.field === field) ?? {};

  return { declared, observed, agree: match };
}

/** A live token that is not in Tollbook's table cannot be compared with the declared one. */
function isUnknown({ observed, agree }: KnownTerm): boolean {
  return observed !== null && agree === null;
}
