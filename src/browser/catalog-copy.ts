import { compareDecimal } from '../domain/decimal.ts';
import type { State } from '../domain/state.ts';
import { statesBehind } from '../domain/states-behind.ts';
import { fold } from '../domain/fold.ts';
import { goneFactor } from '../domain/gone-factor.ts';
import { askedText, categoryPath, servicePath } from '../site/links.ts';
import { readPrice } from '../site/price-field.ts';
import type { IndexedService, SearchIndex } from '../site/search-index.ts';

interface CopySearchResult {
  readonly services: readonly IndexedService[];
  /** Whether the services match all words of the query, rather than as many as possible. */
  readonly matchesAllWords: boolean;
}

/**
 * Searches the published index by words and simple filters, for static copies of the site. It does not understand sentences. When no
 * service matches all words, it returns those that match the most.
 */
export function searchCopy(index: SearchIndex, parameters: URLSearchParams): CopySearchResult {
  const query = askedText(parameters);
  const words = wordPatterns(query);
  const matches = index.services
    .filter((service) => passes(service, parameters))
    .map((service) => matchOf(service, words, index));
  const maxWords = matches.reduce((max, { words }) => Math.max(max, words), 0);
  const isFound = maxWords > 0 || query === '';

  return {
    services: isFound
      ? sorted(
          matches.filter((match) => match.words === maxWords),
          parameters.get('sortBy'),
        ).map(({ service }) => service)
      : [],
    matchesAllWords: maxWords === words.length || !isFound,
  };
}

/** Something that completes a text. */
export interface Completion {
  readonly text: string;
  readonly kind: 'service' | 'category';
  readonly href: string;
}

const mostCompletions = 8;

/** Categories, then services, whose names have words that begin as all words of the text do; at most 8. */
export function completionsIn({ categories, services }: SearchIndex, text: string): Completion[] {
  const words = wordPatterns(text);
  const fits = (name: string): boolean =>
    words.length > 0 && words.every((word) => word.test(fold(` ${name}`)));

  return [
    ...Object.entries(categories)
      .filter(([, name]) => fits(name))
      .map(([id, name]): Completion => ({ text: name, kind: 'category', href: categoryPath(id) })),
    ...services
      .filter(([, name]) => fits(name))
      .map(([id, name]): Completion => ({ text: name, kind: 'service', href: servicePath(id) })),
  ].slice(0, mostCompletions);
}

/** A pattern for each word of a text, which finds it at the beginning of a word. */
function wordPatterns(text: string): RegExp[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => new RegExp(`[^\\p{L}\\p{N}]${word}`, 'u'));
}

interface Match {
  readonly service: IndexedService;
  /** How many words of the query match. */
  readonly words: number;
  readonly score: number;
}

function passes(service: IndexedService, parameters: URLSearchParams): boolean {
  const [, , , category, , , , chains, , , uptime, state] = service;
  const [, , , , , , , , , , , , , , , isOnMainnet, hasFreeRequests] = service;
  const [price, currency] = askedOf(service);
  const isPaid = paymentsOf(service) > 0;
  const given = (name: string): string => (parameters.get(name) ?? '').trim();
  const [lowest, highest] = priceRange(given('minPricePerRequest'), given('maxPricePerRequest'));
  const leastUptime = /^(?:[1-9]\d?|100)$/.test(given('minUptime')) ? Number(given('minUptime')) : 0;
  const wants = (name: string): boolean => given(name) === 'true';
  const allows = (name: string, values: readonly string[]): boolean => {
    const allowed = parameters.getAll(name).flatMap((value) => value.split(','));
    return allowed.length === 0 || values.some((value) => allowed.includes(value));
  };

  return (
    allows('category', [category]) &&
    allows('chain', chains) &&
    isInState(state, parameters) &&
    (isPaid || !wants('paid')) &&
    (isOnMainnet === 1 || !wants('mainnet')) &&
    (hasFreeRequests === 1 || !wants('freeQuota')) &&
    (uptime ?? 0) >= leastUptime &&
    ['', currency].includes(given('currency').toUpperCase()) &&
    (lowest === undefined || compareDecimal(price, lowest) >= 0) &&
    (highest === undefined || compareDecimal(price, highest) <= 0)
  );
}

/** The ends of a range of prices, as far as they can be read. A range without any price is no range, as on the server. */
function priceRange(from: string, to: string): [lowest: string | undefined, highest: string | undefined] {
  const [lowest, highest] = [readPrice(from), readPrice(to)];
  const isEmpty = lowest !== undefined && highest !== undefined && compareDecimal(lowest, highest) > 0;

  return isEmpty ? [undefined, undefined] : [lowest, highest];
}

/** Any of the states, or one behind any of the statuses that an old link holds. */
function isInState(state: State, parameters: URLSearchParams): boolean {
  const chosen = (name: string): string[] => parameters.getAll(name).flatMap((value) => value.split(','));
  const [wanted, statuses] = [chosen('state'), chosen('status')];
  const isBehind = Object.entries(statesBehind).some(
    ([status, behind]) => statuses.includes(status) && behind.includes(state),
  );

  return (wanted.length === 0 && statuses.length === 0) || wanted.includes(state) || isBehind;
}

/** A word matches when one of the service's words begins with it. Matches in the name score highest. */
function matchOf(service: IndexedService, words: readonly RegExp[], { categories }: SearchIndex): Match {
  const [, name, summary, category, , , , , status] = service;
  const address = service[18];
  const fields = [
    { text: fold(` ${name}`), weight: 4 },
    { text: fold(` ${categories[category] ?? ''}`), weight: 2 },
    { text: fold(` ${summary}`), weight: 1 },
    { text: fold(` ${address}`), weight: 1 },
  ];
  const weights = words.flatMap((word) => fields.find(({ text }) => word.test(text))?.weight ?? []);

  const score = weights.reduce((sum, weight) => sum + weight, 0);
  return { service, words: weights.length, score: status === 'inactive' ? score * goneFactor : score };
}

/** The price and currency that a buyer is asked for; the declared ones where the live token is unknown. */
function askedOf(service: IndexedService): readonly [price: string, currency: string] {
  const [, , , , price, currency] = service;

  return service[19] ?? [price, currency];
}

function paymentsOf(service: IndexedService): number {
  return service[13]?.[0] ?? 0;
}

/** The index is ordered by trust score and sorting is stable, so `trustScore` needs no comparison. */
function sorted(matches: Match[], sortBy: string | null): Match[] {
  const orders: Readonly<Record<string, (a: Match, b: Match) => number>> = {
    price: (a, b) => compareDecimal(askedOf(a.service)[0], askedOf(b.service)[0]),
    name: (a, b) => a.service[1].localeCompare(b.service[1]),
    trustScore: () => 0,
    payments: (a, b) => paymentsOf(b.service) - paymentsOf(a.service),
  };

  return matches.sort(orders[sortBy ?? ''] ?? ((a, b) => b.score - a.score));
}
