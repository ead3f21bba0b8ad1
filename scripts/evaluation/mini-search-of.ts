import MiniSearch from 'minisearch';
import { fold } from '../../src/domain/plain-text.ts';
import type { Entry } from '../../src/domain/snapshot.ts';
import { type CategoryName, fields, textsOf } from '../../src/search/words/fields.ts';

/** MiniSearch with default settings, over the texts that the product searches: the baseline for measurements and tests. */
export function miniSearchOf(entries: Iterable<Entry>, categoryName: CategoryName): MiniSearch {
  const index = new MiniSearch({ fields: [...fields], processTerm: (term) => fold(term) || null });
  for (const entry of entries) index.add({ id: entry.declared.id, ...textsOf(entry, categoryName) });
  return index;
}
