import { stateWords } from '#texts/status.ts';
import type { Reason } from '../domain/state.ts';
import { type KnownService, type TermName, termNames } from '../views/known-service.ts';
import { listedText } from './amount.ts';
import { amountIn } from '../texts/formats.ts';
import { liveNetworkSentence, livePriceSentence, liveTokenSentence } from './live-words.ts';
import { networkTitle } from './understood.ts';

/** What a buyer should know first about a service, in a few sentences. `seen` is what its last check says of itself. */
export function standingSentences(known: KnownService, seen: string | null): string {
  const fact = factSentence(known, seen);

  return known.wallet.observed === null
    ? `${fact} Its price, wallet and network are only what its owner declares.`
    : fact;
}

/** The fact behind the state. */
function factSentence(known: KnownService, seen: string | null): string {
  const { state, reason } = known;
  if (state === 'price_differs') return priceSentence(known) ?? stateWords[state].meaning;
  if (state === 'terms_differ') return termSentence(known);
  if (reason === 'opted_out') return 'Its owner opted out of checks.';
  if (state === 'uncheckable') return seen ?? stateWords[state].meaning;
  if (state === 'down') return downSentence(reason, seen);

  return stateWords[state].meaning;
}

/** What the live price is and what the listed one; null where they agree, or where the live token is not known. */
function priceSentence(known: KnownService): string | null {
  const listed = listedText(known);

  return known.asked === null || listed === null
    ? null
    : livePriceSentence(amountIn(known.asked.currency, known.asked.price), listed);
}

function termSentence({ reason, network, token }: KnownService): string {
  if (reason === 'network' && network.observed !== null) {
    return liveNetworkSentence(networkTitle(network.observed), networkTitle(network.declared));
  }
  if (reason === 'token' && token.observed !== null) {
    return liveTokenSentence(token.observed, token.declared);
  }

  return 'Its live 402 asks for payment to another wallet than its owner declares.';
}

function downSentence(reason: Reason | null, seen: string | null): string {
  if (reason === 'unreachable') return 'It did not answer its last check.';

  return `For over a day, it has sent no 402 that can be read.${seen === null ? '' : ` ${seen}`}`;
}

/** Every term that differs, the gravest first: `Wallet and price differ`; null where none does. */
export function differencesLabel(known: Pick<KnownService, TermName | 'mismatch'>): string | null {
  const differing = termNames.filter((name) => known[name].agree === false || name === known.mismatch);
  const [first = ''] = differing;
  if (differing.length === 0) return null;

  const names = conjunction.format(differing);
  return `${first.slice(0, 1).toUpperCase()}${names.slice(1)} ${differing.length === 1 ? 'differs' : 'differ'}`;
}

const conjunction = new Intl.ListFormat('en', { type: 'conjunction' });
