import { compareDecimal } from '../domain/decimal.ts';
import { fold } from '../domain/fold.ts';
import { goneFactor } from '../domain/gone-factor.ts';
import { askedText } from '../site/asked-text.ts';
import type { IndexedService, SearchIndex } from '../site/search-index.ts';

/** What a search of a copy found. */
interface CopyFound {
  readonly services: readonly IndexedService[];
  /** Whether each of them says every word that was asked for. */
  readonly isWhole: boolean;
}

/**
 * A search of the published index, by words and plain filters: for copies of the site that no server answers for. It understands no
 * sentences; where no service says every word, those are found that say the most of them.
 */
export function searchCopy(index: SearchIndex, asked: URLSearchParams): CopyFound {
  const query = askedText(asked);
  const words = fold(query)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => new RegExp(`[^\\p{L}\\p{N}]${word}`, 'u'));
  const matches = index.services
    .filter((service) => passes(service, asked))
    .map((service) => matchOf(service, words, index));
  const most = matches.reduce((best, { said }) => Math.max(best, said), 0);
  const isFound = most > 0 || query === '';

  return {
    services: isFound
      ? sorted(
          matches.filter(({ said }) => said === most),
          asked.get('sortBy'),
        ).map(({ service }) => service)
      : [],
    isWhole: most === words.length || !isFound,
  };
}

interface Match {
  readonly service: IndexedService;
  /** How many of the words it says. */
  readonly said: number;
  readonly score: number;
}

function passes(service: IndexedService, asked: URLSearchParams): boolean {
  const [, , , category, price, , , chains, status] = service;
  const limit = asked.get('maxPricePerRequest') ?? '';
  const allows = (name: string, values: readonly string[]): boolean => {
    const given = asked.getAll(name).flatMap((value) => value.split(','));
    return given.length === 0 || values.some((value) => given.includes(value));
  };

  return (
    allows('category', [category]) &&
    allows('chain', chains) &&
    allows('status', [status]) &&
    (!/^\d{1,12}(\.\d{1,18})?$/.test(limit) || compareDecimal(price, limit) <= 0)
  );
}

/** A word counts that one of the service's begins with; in its name it counts most. */
function matchOf(service: IndexedService, words: readonly RegExp[], { categories }: SearchIndex): Match {
  const [, name, summary, category, , , , , status] = service;
  const places = [
    { text: fold(` ${name}`), weight: 4 },
    { text: fold(` ${categories[category] ?? ''}`), weight: 2 },
    { text: fold(` ${summary}`), weight: 1 },
  ];
  const weights = words.flatMap((word) => places.find(({ text }) => word.test(text))?.weight ?? []);

  const score = weights.reduce((sum, weight) => sum + weight, 0);
  return { service, said: weights.length, score: status === 'inactive' ? score * goneFactor : score };
}

/** The index is in the order of trust, and sorting keeps what is equal as it was. */
function sorted(matches: Match[], sortBy: string | null): Match[] {
  const orders: Readonly<Record<string, (a: Match, b: Match) => number>> = {
    price: (a, b) => compareDecimal(a.service[4], b.service[4]),
    name: (a, b) => a.service[1].localeCompare(b.service[1]),
    trustScore: () => 0,
  };

  return matches.sort(orders[sortBy ?? ''] ?? ((a, b) => b.score - a.score));
}
