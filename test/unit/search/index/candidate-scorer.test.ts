import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CandidateScorer } from '../../../../src/search/index/candidate-scorer.ts';
import { CatalogIndex } from '../../../../src/search/index/catalog-index.ts';
import type { PostingList } from '../../../../src/search/index/posting-list.ts';
import { Sums } from '../../../../src/search/index/sums.ts';
import { WordScorer } from '../../../../src/search/index/word-scorer.ts';
import type { Group } from '../../../../src/search/query/wanted.ts';
import { anEntry } from '../../../fixtures/services.ts';

const capacity = 200;
const someDocuments = fc.uniqueArray(fc.nat(capacity - 1), { maxLength: capacity });

/** A posting list of these documents, with or without their impacts by document number. */
const list = fc.tuple(someDocuments, fc.boolean()).map(([numbers, isCommon]): PostingList => {
  const documents = Uint32Array.from(numbers).sort();
  const impacts = Uint16Array.from(documents, (document) => 1 + (document % 7));
  const byDocument = new Uint16Array(capacity);
  for (const [i, document] of documents.entries()) byDocument[document] = impacts[i] ?? 0;

  return { documents, impacts, start: 0, end: documents.length, ...(isCommon ? { byDocument } : {}) };
});

describe('sums for documents', () => {
  it('are those of a Map, question after question', () => {
    const question = fc.tuple(someDocuments, fc.array(list, { maxLength: 5 }));
    fc.assert(
      fc.property(fc.array(question, { maxLength: 5 }), (questions) => {
        const sums = new Sums();

        for (const [sought, lists] of questions) {
          const expected = new Map(sought.map((document) => [document, 0]));
          sums.start(Uint32Array.from(sought), capacity);
          for (const [weight, each] of lists.entries()) {
            sums.add(each, weight + 1);
            for (const [i, document] of each.documents.entries()) {
              expected.set(document, (expected.get(document) ?? 0) + (weight + 1) * (each.impacts[i] ?? 0));
            }
          }

          for (const document of sought) expect(sums.values[document]).toBe(expected.get(document));
        }
      }),
    );
  });
});

describe('documents that are found already', () => {
  const word = fc.constantFrom('rain', 'radar', 'maps', 'rail', 'ra', 'fog');
  const text = fc.array(word, { minLength: 1, maxLength: 4 });
  const term = fc.record({
    words: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
    weight: fc.constantFrom(1, 0.5, 2),
    prefix: fc.boolean(),
  });
  const group = fc.record({ terms: fc.array(term, { minLength: 1, maxLength: 3 }), weight: fc.constant(1) });

  it('score as they do when they are looked for', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), group, (texts, given: Group) => {
        const { text: index, table } = CatalogIndex.of(
          texts.map((words, i) =>
            anEntry({ name: words.join(' '), endpoint: `https://api${String(i)}.example.com` }),
          ),
          (id) => id,
        );
        const { alive } = table.columns;
        const documents = Uint32Array.from(texts, (_, document) => document);
        const candidates = new CandidateScorer(index);
        candidates.reserve(alive.length);
        const words = { groups: [given], atLeast: 1 };
        const { values } = new WordScorer(index).score({ words, boosts: new Map(), sorts: 'all' }, alive);
        const scored = candidates.scoreGroup(given, documents);

        for (const document of documents) expect(scored[document]).toBe(values[document]);
      }),
    );
  });
});
