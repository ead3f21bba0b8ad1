import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carried, unpacked } from '../../../src/build/carried-catalog.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { Search } from '../../../src/search/search.ts';
import type { PageSearch } from '../../../src/site/site-catalog.ts';
import { catalogs } from '../../fixtures/arbitraries.ts';
import { aSnapshot } from '../../fixtures/services.ts';
import { caseCount } from '../../support/cases.ts';

function contentOf(entries: Iterable<Entry>): Map<string, unknown> {
  return new Map(Array.from(entries, ({ declared, observed }) => [declared.id, { declared, observed }]));
}

describe('a catalog that a thread is given', () => {
  it('has the same services, and finds the same similar ones', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs(8), async (entries) => {
        const snapshot = aSnapshot(entries);
        const search = new Search(snapshot);
        const given = unpacked(structuredClone(carried(snapshot)));

        expect(contentOf(given.snapshot.entries())).toEqual(contentOf(entries));
        const similarTo = async (of: PageSearch, entry: Entry) =>
          (await of.similar(entry)).map(({ declared }) => declared.id);
        for (const entry of given.snapshot.entries()) {
          const original = snapshot.find(entry.declared.id);
          expect(await similarTo(given.search, entry)).toEqual(
            original && (await similarTo(search, original)),
          );
        }
      }),
      { numRuns: caseCount(20) },
    );
  });
});
