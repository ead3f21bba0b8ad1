import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedHere } from '../../../src/search/asked.ts';
import { Matcher } from '../../../src/search/matcher.ts';
import { Search } from '../../../src/search/search.ts';
import { catalogs } from '../../fixtures/arbitraries.ts';
import { answersOf, changes, follow, play } from '../../fixtures/changes.ts';
import { aService, anEntry, aSnapshot } from '../../fixtures/services.ts';
import { caseCount } from '../../support/cases.ts';

const numRuns = caseCount(20);

describe('a search that follows its catalog', () => {
  it('answers after any changes as a new search over the same catalog does, and the same when asked again', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs(15), changes, async (entries, given) => {
        const first = aSnapshot(entries);
        const search = new Search(first);

        for (const step of play(first, given)) {
          follow(search, step);
          const answers = await answersOf(search);
          expect(answers).toEqual(await answersOf(new Search(step.snapshot)));
          expect(await answersOf(search)).toEqual(answers);
        }
      }),
      { numRuns },
    );
  });

  it('answers by words as it did before, once services that came are gone again', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs(15), catalogs(15), async (entries, others) => {
        const known = new Set(entries.map(({ declared }) => declared.id));
        const put = others.filter(({ declared }) => !known.has(declared.id));
        const first = aSnapshot(entries);
        const search = new Search(first);
        const before = await answersOf(search);

        search.update(aSnapshot([...entries, ...put]), { put, removed: [] });
        search.update(first, { put: [], removed: put.map(({ declared }) => declared.id) });
        expect(await answersOf(search)).toEqual(before);
      }),
      { numRuns },
    );
  });

  it.each([0, 3, 300])('has room for any number of new services beside %i', async (before) => {
    const entryAt = (i: number, name = 'weather') =>
      anEntry(aService({ name, endpoint: `https://api${String(i)}.example.com` }));
    let snapshot = aSnapshot(Array.from({ length: before }, (_, i) => entryAt(i)));
    const search = new Search(snapshot);

    for (let i = before; i < before + 400; i += 1) {
      const entry = entryAt(i, `rain ${String(i % 7)}`);
      snapshot = snapshot.declare([entry.declared]);
      search.update(snapshot, { put: [entry], removed: [] });
    }

    expect(await answersOf(search)).toEqual(await answersOf(new Search(snapshot)));
  });

  it('takes in a service that is declared together with a new name of its category', async () => {
    const first = aSnapshot([
      anEntry({ name: 'Rain' }),
      anEntry({ name: 'Snow', endpoint: 'https://s.example.com' }),
    ]);
    const search = new Search(first);
    const names = first.categories.map((category) => ({ ...category, name: `Zebra ${category.name}` }));
    const { declared } = anEntry({ name: 'Hail' });
    const next = first.withCategories(names).declare([declared]);

    search.update(next, {
      put: [...next.entries()].filter((entry) => entry.declared.id === declared.id),
      removed: [],
    });
    expect(await answersOf(search)).toEqual(await answersOf(new Search(next)));
  });

  it('finds services by the new name of their category at once', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs(15), changes, async (entries, given) => {
        const first = aSnapshot(entries);
        const search = new Search(first);
        const names = first.categories.map((category) => ({ ...category, name: `Zebra ${category.name}` }));
        let renamed = first.withCategories(names);

        search.update(renamed, { put: [], removed: [] });
        for (const { change } of play(first, given)) {
          renamed = renamed.remove(change.removed).declare(change.put.map(({ declared }) => declared));
          const put = change.put.flatMap(({ declared }) => renamed.find(declared.id) ?? []);
          search.update(renamed, { put, removed: change.removed });
        }

        expect(await answersOf(search)).toEqual(await answersOf(new Search(renamed)));
      }),
      { numRuns },
    );
  });

  it('says when its matcher knows all services', async () => {
    const filling = Promise.withResolvers<undefined>();
    const search = new Search(aSnapshot([anEntry()]), {
      ...askedHere(new Matcher()),
      update: () => filling.promise,
    });
    let isFilled = false;
    void search.filled.then(() => (isFilled = true));

    await Promise.resolve();
    expect(isFilled).toBe(false);
    filling.resolve(undefined);
    await search.filled;
  });
});
