import type { Entry } from '../../domain/snapshot.ts';
import type { Term, TextQuery } from '../text-query.ts';
import { type Field, fields, textsOf } from './fields.ts';
import type { TextIndex } from './text-index.ts';
import { indexedWordsOf } from './words.ts';

/** A word of a service that matched, folded, and where it stands. */
export interface WordMatch {
  /** Place in the query's groups. */
  readonly group: number;
  readonly term: Term;
  readonly word: string;
  readonly fields: readonly Field[];
}

/** Which words of a service match a text: worked out from its texts, for the few services of a page. */
export function explain(entry: Entry, { groups }: TextQuery, text: TextIndex): WordMatch[] {
  const places = placesOf(entry, text);

  return groups.flatMap(({ terms }, group) =>
    terms.flatMap((term) =>
      matchTerm(term, places, text).map(([word, where]) => ({ group, term, word, fields: where })),
    ),
  );
}

type Places = ReadonlyMap<string, readonly Field[]>;

function placesOf(entry: Entry, { categoryName }: TextIndex): Places {
  const texts = textsOf(entry, categoryName);
  const places = new Map<string, Field[]>();

  for (const field of fields) {
    for (const word of new Set(indexedWordsOf(texts[field]))) {
      places.set(word, [...(places.get(word) ?? []), field]);
    }
  }
  return places;
}

/** Nothing unless every word of the term matches. */
function matchTerm(term: Term, places: Places, { dictionary }: TextIndex): [string, readonly Field[]][] {
  const found = term.words.map((word, place) => {
    const near = dictionary.near(word, {
      fuzzy: term.fuzzy,
      prefix: term.prefix && place === term.words.length - 1,
    });
    return [...places].filter(([candidate]) => near.has(dictionary.find(candidate) ?? -1));
  });

  return found.some((matches) => matches.length === 0) ? [] : found.flat();
}
