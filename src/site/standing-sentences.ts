import { language } from '#texts/language.ts';
import { differences, lastCheck, standing, termNames as namesOfTerms } from '#texts/standing.ts';
import { stateWords } from '#texts/status.ts';
import type { Verdict } from '../domain/verdict.ts';
import type { Reason } from '../domain/state.ts';
import { type KnownService, type TermName, termNames } from '../views/known-service.ts';
import { listedAmount } from './amount.ts';
import { amountIn, decimalText } from '../texts/formats.ts';
import { networkTitle } from './understood.ts';

/** What the last check saw, as the API words it. */
export interface SeenCheck {
  readonly verdict: Verdict | null;
  readonly detail: string;
  readonly httpStatus: number | null;
}

/** What a buyer should know first about a service, in a few sentences. `seen` is what its last check says of itself. */
export function standingSentences(known: KnownService, seen: SeenCheck | null): string {
  const fact = factSentence(known, seen);

  return known.wallet.observed === null && known.state !== 'varies'
    ? `${fact} ${standing.onlyDeclared}`
    : fact;
}

/** The fact behind the state. */
function factSentence(known: KnownService, seen: SeenCheck | null): string {
  const { state, reason } = known;
  if (reason === 'unread' && state === 'verified' && seen) return standing.stands({ detail: seen.detail });
  if (state === 'price_differs') return priceSentence(known) ?? stateWords[state].meaning;
  if (state === 'terms_differ') return termSentence(known);
  if (state === 'varies') return reason === 'wallet' ? standing.walletVaries : standing.priceVaries;
  if (reason === 'opted_out') return standing.optedOut;
  if (reason === 'other_rails') return standing.otherRails({ rails: known.rails });
  if (state === 'uncheckable') return seen ? checkSentence(seen) : stateWords[state].meaning;
  if (state === 'down') return downSentence(reason, seen);

  return stateWords[state].meaning;
}

/** What the live price is and what the listed one; null where they agree, or where the live token is not known. */
function priceSentence(known: KnownService): string | null {
  const { asked } = known;
  const listed = listedAmount(known);
  if (asked === null || listed === null) return null;

  return standing.livePrice({
    live: amountIn(asked.currency, asked.price),
    listed:
      listed.currency === asked.currency
        ? decimalText(listed.price)
        : amountIn(listed.currency, listed.price),
  });
}

function termSentence({ reason, network, token }: KnownService): string {
  if (reason === 'network' && network.observed !== null) {
    return standing.liveNetwork({
      live: networkTitle(network.observed),
      listed: networkTitle(network.declared),
    });
  }
  if (reason === 'token' && token.observed !== null) {
    return standing.liveToken({ live: token.observed, listed: token.declared });
  }

  return standing.otherWallet;
}

function downSentence(reason: Reason | null, seen: SeenCheck | null): string {
  if (reason === 'unreachable') return standing.noAnswer;

  return seen === null ? standing.noReadable402 : `${standing.noReadable402} ${checkSentence(seen)}`;
}

/** What the last check saw, in the words of the site where it has some. */
function checkSentence({ verdict, detail, httpStatus: status }: SeenCheck): string {
  if (status === null || (verdict !== 'blocked' && verdict !== 'not_402')) return lastCheck.other({ detail });

  return lastCheck[verdict]({ status, detail });
}

const conjunction = new Intl.ListFormat(language, { type: 'conjunction' });

/** Every term that differs, the gravest first: `Wallet and price differ`; null where none does. */
export function differencesLabel(known: Pick<KnownService, TermName | 'mismatch'>): string | null {
  const differing = termNames.filter((name) => known[name].agree === false || name === known.mismatch);

  if (differing.length === 0) return null;

  const terms = conjunction.format(differing.map((name) => namesOfTerms[name]));
  const text = differences({ terms, count: differing.length });
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
