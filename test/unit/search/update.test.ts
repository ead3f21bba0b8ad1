import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { Search } from '../../../src/search/search.ts';
import { catalogs } from '../../fixtures/arbitraries.ts';
import { answersOf, changes, follow, play } from '../../fixtures/changes.ts';
import { aService, anEntry, aSnapshot } from '../../fixtures/services.ts';
import { caseCount } from '../../support/cases.ts';

const numRuns = caseCount(20);

/** Lets a search do some slices of its pending work. */
function work(search: Search, slices: number): void {
  for (let i = 0; i < slices && search.work(); i += 1);
}

function entryAt(i: number, name = 'weather'): Entry {
  return anEntry(aService({ name, endpoint: `https://api${String(i)}.example.com` }));
}

describe('a search that follows its catalog', () => {
  it('answers after any changes as a new search over the same catalog does, and the same when asked again', () => {
    fc.assert(
      fc.property(catalogs(15), changes, (entries, given) => {
        const first = aSnapshot(entries);
        const search = new Search(first);

        for (const step of play(first, given)) {
          follow(search, step);
          const answers = answersOf(search);
          expect(answers).toEqual(answersOf(new Search(step.snapshot)));
          expect(answersOf(search)).toEqual(answers);
        }
      }),
      { numRuns },
    );
  });

  it('answers the same while and after it merges changes', () => {
    fc.assert(
      fc.property(catalogs(15), changes, fc.nat(4), fc.nat(40), (entries, given, maxUnmerged, slices) => {
        const first = aSnapshot(entries);
        const search = new Search(first, { maxUnmerged, sliceCost: 1 });

        for (const step of play(first, given)) {
          follow(search, step);
          work(search, slices);
          expect(answersOf(search)).toEqual(answersOf(new Search(step.snapshot)));
        }
      }),
      { numRuns },
    );
  });

  it('learns from a large catalog again once a hundredth of it has changed, and finds new services before that', () => {
    const entries = Array.from({ length: 20_100 }, (_, i) => entryAt(i));
    let snapshot = aSnapshot(entries);
    const search = new Search(snapshot);
    while (search.rest());

    const change = (from: number, count: number): void => {
      const put = Array.from({ length: count }, (_, i) => entryAt(from + i, 'xylophone'));
      snapshot = snapshot.declare(put.map(({ declared }) => declared));
      search.update(snapshot, { put, removed: [] });
    };
    change(0, 200);
    expect(search.rest()).toBe(false);
    expect(search.list({ wanted: search.readKeywords('xylophone'), limit: 1, offset: 0 }).total).toBe(200);

    change(200, 10);
    expect(search.rest()).toBe(true);
  });

  it.each([0, 3, 300])('has room for any number of new services beside %i', (before) => {
    let snapshot = aSnapshot(Array.from({ length: before }, (_, i) => entryAt(i)));
    const search = new Search(snapshot, { maxUnmerged: Infinity });

    for (let i = before; i < before + 400; i += 1) {
      const entry = entryAt(i, `rain ${String(i % 7)}`);
      snapshot = snapshot.declare([entry.declared]);
      search.update(snapshot, { put: [entry], removed: [] });
    }

    expect(answersOf(search)).toEqual(answersOf(new Search(snapshot)));
  });

  it('finds services by the new name of their category after it has read them again', () => {
    fc.assert(
      fc.property(catalogs(15), changes, (entries, given) => {
        const first = aSnapshot(entries);
        const search = new Search(first, { sliceCost: 1 });
        const names = first.categories.map((category) => ({ ...category, name: `Zebra ${category.name}` }));
        let renamed = first.withCategories(names);

        search.update(renamed, { put: [], removed: [] });
        for (const { change } of play(first, given)) {
          renamed = renamed.remove(change.removed).declare(change.put.map(({ declared }) => declared));
          const put = change.put.flatMap(({ declared }) => renamed.find(declared.id) ?? []);
          search.update(renamed, { put, removed: change.removed });
          search.work();
        }
        work(search, Infinity);

        expect(answersOf(search)).toEqual(answersOf(new Search(renamed)));
      }),
      { numRuns },
    );
  });
});
