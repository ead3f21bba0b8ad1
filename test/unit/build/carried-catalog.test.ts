import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carried, unpacked } from '../../../src/build/carried-catalog.ts';
import { type Entry, entryOf } from '../../../src/domain/snapshot.ts';
import { KeptRows } from '../../../src/kept/kept-rows.ts';
import { KeptService, ReadServices, serviceRow } from '../../../src/kept/kept-service.ts';
import { Search } from '../../../src/search/search.ts';
import type { PageSearch } from '../../../src/site/site-catalog.ts';
import { catalogs } from '../../fixtures/arbitraries.ts';
import { aSnapshot } from '../../fixtures/services.ts';
import { caseCount } from '../../support/cases.ts';

function contentOf(entries: Iterable<Entry>): Map<string, unknown> {
  return new Map(Array.from(entries, ({ declared, observed }) => [declared.id, { declared, observed }]));
}

/** Every other service as one that was kept. */
function halfKept(entries: readonly Entry[]): Entry[] {
  const rows = KeptRows.of(entries.map(({ declared }) => serviceRow(declared)));
  const read = new ReadServices();

  return entries.map((entry, place) =>
    place % 2 === 0 ? entry : entryOf(new KeptService(rows, place, read), entry.observed),
  );
}

describe('a catalog that a thread is given', () => {
  it('has the same services, and finds the same similar ones', () => {
    fc.assert(
      fc.property(catalogs(8), (entries) => {
        const snapshot = aSnapshot(halfKept(entries));
        const search = new Search(snapshot);
        const given = unpacked(structuredClone(carried(snapshot, search)));

        expect(contentOf(given.snapshot.entries())).toEqual(contentOf(entries));
        const similarTo = (of: PageSearch, entry: Entry) =>
          of.similar(entry).map(({ declared }) => declared.id);
        for (const entry of given.snapshot.entries()) {
          const original = snapshot.find(entry.declared.id);
          expect(similarTo(given.search, entry)).toEqual(original && similarTo(search, original));
        }
      }),
      { numRuns: caseCount(20) },
    );
  });
});
