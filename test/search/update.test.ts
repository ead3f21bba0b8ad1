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
        ({ entry, score, why }) => `${entry.declared.id} ${score.toFixed(2)} ${[...why].sort().join('; ')}`,
      );

  return {
    byTrust: list({}),
    byPrice: list({ sortBy: 'price' }),
    byName: list({ sortBy: 'name', sortOrder: 'desc' }),
    filtered: list({ chains: ['base'], categories: ['weather-environment'], maxPrice: '0.1' }),
    texts: texts.map((text) => list({ text })),
    sortedTexts: texts.map((text) => list({ text, sortBy: 'price' })),
    intents: texts.map(intent),
  };
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
});
