import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry, Snapshot } from '../../src/domain/snapshot.ts';
import type { ListQuery } from '../../src/search/list-query.ts';
import { Search } from '../../src/search/search.ts';
import { catalogs, entryAt } from '../fixtures/arbitraries.ts';
import { aSnapshot } from '../fixtures/services.ts';

const texts = ['rain', 'radar maps', 'meteo', 'tok', 'ai zebra', 'strasse', 'example'];

interface Step {
  readonly put: readonly Entry[];
  readonly removed: readonly string[];
}

/** Changes to a catalog: new services, services declared anew, and some that go. */
const changes = fc.array(
  fc.record({
    put: fc.array(
      fc.tuple(entryAt(), fc.nat(14)).map(([make, endpoint]) => make(endpoint)),
      { maxLength: 4 },
    ),
    gone: fc.array(fc.nat(14), { maxLength: 3 }),
  }),
  { maxLength: 6 },
);

/** Each step with the snapshot it leads to; a service declared again under another name takes the place of the first. */
function* play(
  start: Snapshot,
  given: readonly { put: readonly Entry[]; gone: readonly number[] }[],
): Generator<[Snapshot, Step]> {
  let snapshot = start;

  for (const { put, gone } of given) {
    const services = [...new Map(put.map((entry) => [entry.declared.endpoint, entry])).values()];
    const endpoints = new Set([
      ...gone.map((i) => `https://api${String(i)}.example.com`),
      ...services.map(({ declared }) => declared.endpoint),
    ]);
    const removed = [...endpoints]
      .flatMap((endpoint) => snapshot.idAt(endpoint) ?? [])
      .filter((id) => !services.some(({ declared }) => declared.id === id));

    snapshot = snapshot.remove(removed).declare(services.map(({ declared }) => declared));
    yield [snapshot, { removed, put: services.flatMap(({ declared }) => snapshot.find(declared.id) ?? []) }];
  }
}

/** Everything a reader can ask, and its answers in short. */
function answersOf(search: Search): unknown {
  const list = (query: Partial<ListQuery>): string => {
    const { total, entries } = search.list({ ...query, limit: 100, offset: 0 });
    return `${String(total)}: ${entries.map(({ declared }) => declared.id).join(' ')}`;
  };
  const intent = (sentence: string): string[] =>
    search
      .intent(sentence, { limit: 100, offset: 0 })
      .hits.map(
        ({ entry, score, why }) => `${entry.declared.id} ${String(score)} ${[...why].sort().join('; ')}`,
      );

  return {
    byTrust: list({}),
    byPrice: list({ sortBy: 'price' }),
    byName: list({ sortBy: 'name', sortOrder: 'desc' }),
    byAge: list({ sortBy: 'createdAt' }),
    facets: [search.facets({}), search.facets({ text: 'rain', chains: ['base'] })],
    filtered: list({ chains: ['base'], categories: ['weather-environment'], maxPrice: '0.1' }),
    texts: texts.map((text) => list({ text })),
    sortedTexts: texts.map((text) => list({ text, sortBy: 'price' })),
    intents: texts.map(intent),
  };
}

/** Lets a search do some slices of what it has left undone. */
function work(search: Search, slices: number): void {
  for (let i = 0; i < slices && search.work(); i += 1);
}

describe('a search that follows its catalog', () => {
  it('answers after any changes what one made anew would answer', () => {
    fc.assert(
      fc.property(catalogs(15), changes, (entries, given) => {
        const first = aSnapshot(entries);
        const search = new Search(first);

        for (const [snapshot, step] of play(first, given)) {
          search.update(snapshot, step);
          expect(answersOf(search)).toEqual(answersOf(new Search(snapshot)));
        }
      }),
    );
  });

  it('answers the same while and after it merges changes', () => {
    fc.assert(
      fc.property(catalogs(15), changes, fc.nat(4), fc.nat(40), (entries, given, maxUnmerged, slices) => {
        const first = aSnapshot(entries);
        const search = new Search(first, { maxUnmerged, sliceCost: 1 });

        for (const [snapshot, step] of play(first, given)) {
          search.update(snapshot, step);
          work(search, slices);
          expect(answersOf(search)).toEqual(answersOf(new Search(snapshot)));
        }
      }),
    );
  });

  it('answers the same question the same way, also right after a change', () => {
    fc.assert(
      fc.property(catalogs(15), changes, (entries, given) => {
        const first = aSnapshot(entries);
        const search = new Search(first);

        for (const [snapshot, step] of play(first, given)) {
          search.update(snapshot, step);
          expect(answersOf(search)).toEqual(answersOf(search));
        }
      }),
    );
  });

  it('finds services by the new name of their category once it has read them anew', () => {
    fc.assert(
      fc.property(catalogs(15), changes, (entries, given) => {
        const first = aSnapshot(entries);
        const search = new Search(first, { sliceCost: 1 });
        const names = first.categories.map((category) => ({ ...category, name: `Zebra ${category.name}` }));
        let renamed = first.withCategories(names);

        search.update(renamed, { put: [], removed: [] });
        for (const [, step] of play(first, given)) {
          renamed = renamed.remove(step.removed).declare(step.put.map(({ declared }) => declared));
          const put = step.put.flatMap(({ declared }) => renamed.find(declared.id) ?? []);
          search.update(renamed, { put, removed: step.removed });
          search.work();
        }
        work(search, Infinity);

        expect(answersOf(search)).toEqual(answersOf(new Search(renamed)));
      }),
    );
  });
});
