import MiniSearch from 'minisearch';
import { fold } from '../../src/domain/fold.ts';
import { CatalogAssociations } from '../../src/search/associations.ts';
import { CategoryModel } from '../../src/search/category-model.ts';
import { CatalogVocabulary } from '../../src/search/catalog-vocabulary.ts';
import type { Intent } from '../../src/search/intent/intent.ts';
import { intentFilters, meets } from '../../src/search/intent/intent-filters.ts';
import { categoryBoosts, rank } from '../../src/search/intent/rank.ts';
import { readSentence } from '../../src/search/intent/read-intent.ts';
import { textQueryOf } from '../../src/search/intent/text-query-of.ts';
import { readWords } from '../../src/search/read-words.ts';
import { LinearText } from './linear-text.ts';
import type { Corpus } from './read-corpus.ts';

interface Ranked {
  readonly ids: readonly string[];
  readonly intent?: Intent;
}

/** Something that is measured: it answers a sentence, and a list of words. */
export interface Ranker {
  readonly name: string;
  intent(sentence: string): Ranked;
  keywords(text: string): Ranked;
}

/** What there was before: every word of the text, each for itself. */
export function plainMiniSearch({ entries, snapshot }: Corpus): Ranker {
  const index = new MiniSearch({
    fields: ['name', 'description', 'host', 'category'],
    processTerm: (term) => fold(term) || null,
    searchOptions: { boost: { name: 3 }, prefix: true, fuzzy: 0.2 },
  });
  index.addAll(
    entries.map(({ declared: { id, name, description, endpoint, category } }) => ({
      id,
      name,
      description,
      host: new URL(endpoint).hostname,
      category: snapshot.categoryName(category),
    })),
  );
  const search = (text: string): Ranked => ({ ids: index.search(text).map(({ id }) => String(id)) });

  return { name: 'plain MiniSearch', intent: search, keywords: search };
}

/** Tollbook's reading of the text, over the plainest index. */
export function tollbook({ entries, categories, snapshot }: Corpus): Ranker {
  const text = new LinearText(entries, (id) => snapshot.categoryName(id));
  const vocabulary = new CatalogVocabulary(entries, categories);
  const model = new CategoryModel(entries);
  const associations = new CatalogAssociations(entries);

  return {
    name: 'Tollbook',
    intent(sentence) {
      const reading = readSentence(sentence, vocabulary, model);
      const boosts = categoryBoosts(reading.categories);
      const filters = intentFilters(reading.intent);
      const scores = [...text.score(textQueryOf(reading.topic, vocabulary, associations))].flatMap(
        ([id, score]) => {
          const entry = snapshot.find(id);
          return entry && meets(entry, filters)
            ? [{ entry, score: score * (boosts.get(entry.declared.category) ?? 1) }]
            : [];
        },
      );
      return {
        ids: rank(scores, reading.intent).map(({ entry }) => entry.declared.id),
        intent: reading.intent,
      };
    },
    keywords(words) {
      const { query, boosts } = readWords(words, vocabulary, model);
      const hits = [...text.score(query)].flatMap(([id, score]) => {
        const entry = snapshot.find(id);
        return entry ? [{ entry, score: score * (boosts.get(entry.declared.category) ?? 1) }] : [];
      });
      return { ids: rank(hits, { keywords: [] }).map(({ entry }) => entry.declared.id) };
    },
  };
}
