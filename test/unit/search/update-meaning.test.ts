import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyedVector } from '../../../src/domain/meaning.ts';
import type { Snapshot } from '../../../src/domain/snapshot.ts';
import { VectorTable } from '../../../src/search/index/vector-table.ts';
import { Search } from '../../../src/search/search.ts';
import { catalogs } from '../../fixtures/arbitraries.ts';
import { answersOf, changes, follow, play } from '../../fixtures/changes.ts';
import { addVectors, dimensions, fill, randomNumbers, readWithMeaning } from '../../fixtures/meanings.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';
import { caseCount } from '../../support/cases.ts';

const numRuns = caseCount(15);

function tableOf(vectors: readonly KeyedVector[]): VectorTable {
  const table = new VectorTable(dimensions);
  for (const { key, vector } of vectors) table.add(key, vector);
  return table;
}

/** A new search with these vectors, which came in another order. */
function anew(snapshot: Snapshot, vectors: readonly KeyedVector[]): Search {
  const search = new Search(snapshot);
  search.useVectors(tableOf([...vectors].reverse()));
  return search;
}

/** Lets a search do some slices of its pending work. */
function work(search: Search, slices: number): void {
  for (let i = 0; i < slices && search.work(); i += 1);
}

function answers(search: Search): unknown {
  return answersOf(search, (text) => readWithMeaning(search, text));
}

describe('a search by meaning that follows its catalog', () => {
  it('answers as a new search does, whenever services and vectors came and merges happened', () => {
    fc.assert(
      fc.property(
        catalogs(15),
        changes,
        fc.nat(4),
        fc.nat(40),
        fc.nat(6),
        (entries, given, maxUnmerged, slices, most) => {
          const first = aSnapshot(entries);
          const search = new Search(first, { maxUnmerged, sliceCost: 1 });
          search.useVectors(tableOf([]));
          const vectors = fill(search, most);

          for (const step of play(first, given)) {
            const late = search.missingVectors(most);
            follow(search, step);
            work(search, slices);
            vectors.push(...addVectors(search, late), ...fill(search, most));

            expect(answers(search)).toEqual(answers(anew(step.snapshot, vectors)));
          }
        },
      ),
      { numRuns },
    );
  });

  it('keeps to the vectors it was given last, even in the middle of a merge', () => {
    fc.assert(
      fc.property(catalogs(15), changes, fc.nat(40), fc.nat(6), (entries, given, slices, most) => {
        const first = aSnapshot(entries);
        const search = new Search(first, { maxUnmerged: 0, sliceCost: 1 });
        const vectors: KeyedVector[] = [];

        for (const step of play(first, given)) {
          follow(search, step);
          work(search, slices);
          search.useVectors(tableOf([...vectors].reverse()));
          vectors.push(...fill(search, most));
          work(search, Infinity);

          expect(answers(search)).toEqual(answers(anew(step.snapshot, vectors)));
        }
      }),
      { numRuns },
    );
  });

  it('keeps its vectors when it reads all texts again', () => {
    const entries = [anEntry({ name: 'Umbrella' }), anEntry({ name: 'Zebra' })];
    const first = aSnapshot(entries);
    const search = new Search(first);
    search.useVectors(tableOf([]));
    const vectors = fill(search);

    const names = first.categories.map((category) => ({ ...category, name: `New ${category.name}` }));
    const renamed = first.withCategories(names);
    search.update(renamed, { put: [], removed: [] });
    work(search, Infinity);

    expect(answers(search)).toEqual(answers(anew(renamed, vectors)));
  });

  it('takes the meaning of a word from the same services, of many, in any order', () => {
    const random = randomNumbers('many');
    const entries = Array.from({ length: 300 }, (_, at) =>
      anEntry({
        name: `Rain ${String(Math.round(random() * 1e6))}`,
        description: `Radar${String(at % 40)} of storm ${String(at)}.`,
        endpoint: `https://api${String(at)}.example.com`,
      }),
    );
    const [before, gone, later] = [entries.slice(0, 100), entries.slice(100, 150), entries.slice(150)];
    const first = aSnapshot([...before, ...gone]);
    const removed = gone.map(({ declared }) => declared.id);
    const last = aSnapshot([...before, ...later]);
    const search = new Search(first);
    search.useVectors(tableOf([]));
    const vectors = fill(search);
    search.update(last, { put: later, removed });
    vectors.push(...fill(search));

    const other = anew(last, vectors);
    for (const text of ['rain', 'radar', 'rada', 'storm rain']) {
      expect(search.readKeywords(text).meaning).toEqual(other.readKeywords(text).meaning);
    }
  });
});
