import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { KeyedVector } from '../../../src/domain/meaning.ts';
import type { Snapshot } from '../../../src/domain/snapshot.ts';
import { Search } from '../../../src/search/search.ts';
import { catalogs } from '../../fixtures/arbitraries.ts';
import { answersOf, changes, follow, play } from '../../fixtures/changes.ts';
import { addVectors, fill, randomNumbers, readWithMeaning } from '../../fixtures/meanings.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';
import { caseCount } from '../../support/cases.ts';

const numRuns = caseCount(15);

/** A new search with these vectors, which came in another order. */
async function anew(snapshot: Snapshot, vectors: readonly KeyedVector[]): Promise<Search> {
  const search = new Search(snapshot);
  await search.addVectors([...vectors].reverse());
  return search;
}

function answers(search: Search): Promise<unknown> {
  return answersOf(search, (text) => readWithMeaning(search, text));
}

describe('a search by meaning that follows its catalog', () => {
  it('answers as a new search does, whenever services and vectors came', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs(15), changes, fc.nat(6), async (entries, given, most) => {
        const first = aSnapshot(entries);
        const search = new Search(first);
        const vectors = await fill(search, most);

        for (const step of play(first, given)) {
          const late = await search.missingVectors(most);
          follow(search, step);
          vectors.push(...(await addVectors(search, late)), ...(await fill(search, most)));

          expect(await answers(search)).toEqual(await answers(await anew(step.snapshot, vectors)));
        }
      }),
      { numRuns },
    );
  });

  it('keeps its vectors when categories are renamed', async () => {
    const entries = [anEntry({ name: 'Umbrella' }), anEntry({ name: 'Zebra' })];
    const first = aSnapshot(entries);
    const search = new Search(first);
    const vectors = await fill(search);

    const names = first.categories.map((category) => ({ ...category, name: `New ${category.name}` }));
    const renamed = first.withCategories(names);
    search.update(renamed, { put: [], removed: [] });

    expect(await search.missingVectors(1)).toEqual([]);
    expect(await answers(search)).toEqual(await answers(await anew(renamed, vectors)));
  });

  it('takes the meaning of a word from the same services, of many, in any order', async () => {
    const random = randomNumbers('many');
    const entries = Array.from({ length: 300 }, (_, at) =>
      anEntry({
        name: `Rain ${String(Math.round(random() * 1e6))}`,
        description: `Radar${String(at % 40)} of storm ${String(at)}.`,
        endpoint: `https://api${String(at)}.example.com`,
      }),
    );
    const [before, gone, later] = [entries.slice(0, 100), entries.slice(100, 150), entries.slice(150)];
    const removed = gone.map(({ declared }) => declared.id);
    const last = aSnapshot([...before, ...later]);
    const search = new Search(aSnapshot([...before, ...gone]));
    const vectors = await fill(search);
    search.update(last, { put: later, removed });
    vectors.push(...(await fill(search)));

    const other = await anew(last, vectors);
    for (const text of ['rain', 'radar', 'rada', 'storm rain']) {
      const [meaning, expected] = [await search.readKeywords(text), await other.readKeywords(text)].map(
        (wanted) => wanted.meaning,
      );
      expect(meaning).toBeDefined();
      expect(meaning).toEqual(expected);
    }
  });
});
