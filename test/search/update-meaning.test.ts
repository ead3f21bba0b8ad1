import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyedVector } from '../../src/domain/meaning.ts';
import type { Snapshot } from '../../src/domain/snapshot.ts';
import { VectorTable } from '../../src/search/index/vector-table.ts';
import { Search } from '../../src/search/search.ts';
import { catalogs } from '../fixtures/arbitraries.ts';
import { answersOf, changes, follow, play } from '../fixtures/changes.ts';
import { dimensions, fill, readWithMeaning } from '../fixtures/meanings.ts';
import { aSnapshot } from '../fixtures/services.ts';

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
          const vectors: KeyedVector[] = [];
          search.useVectors(tableOf(vectors));

          for (const step of play(first, given)) {
            follow(search, step);
            for (let i = 0; i < slices && search.work(); i += 1);
            vectors.push(...fill(search, most));

            expect(answers(search)).toEqual(answers(anew(step.snapshot, vectors)));
          }
        },
      ),
    );
  });
});
