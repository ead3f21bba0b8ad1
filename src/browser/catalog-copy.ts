import { compareDecimal } from '../domain/decimal.ts';
import { fold } from '../domain/fold.ts';
import { goneFactor } from '../domain/gone-factor.ts';
import type { IndexedService, SearchIndex } from '../site/search-index.ts';

/** A search of the published index, by words and plain filters: for copies of the site that no server answers for. */
export function searchCopy(index: SearchIndex, asked: URLSearchParams): IndexedService[] {
  const words = fold(asked.get('query') ?? '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const matches = index.services
    .filter((service) => passes(service, asked))
    .map((service) => ({ service, score: scoreOf(service, words, index) }))
    .filter(({ score }) => score > 0);

  return sorted(matches, asked.get('sortBy')).map(({ service }) => service);
}

interface Match {
  readonly service: IndexedService;
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

/** Every word must begin one of the service's; in its name it counts most. 0 where one does not. */
function scoreOf(service: IndexedService, words: readonly string[], { categories }: SearchIndex): number {
  const [, name, summary, category, , , , , status] = service;
  const [inName, inCategory, inSummary] = [name, categories[category] ?? '', summary].map(
    (text) => ` ${fold(text)}`,
  );
  let score = 1;

  for (const word of words) {
    const begins = new RegExp(`[^\\p{L}\\p{N}]${word}`, 'u');
    if (begins.test(inName ?? '')) score += 4;
    else if (begins.test(inCategory ?? '')) score += 2;
    else if (begins.test(inSummary ?? '')) score += 1;
    else return 0;
  }
  return status === 'inactive' ? score * goneFactor : score;
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
