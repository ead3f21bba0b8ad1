import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import { shortestDecimal } from '../../../src/domain/decimal.ts';
import { noFacts } from '../../../src/domain/facts.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { unchecked } from '../../../src/domain/standing.ts';
import { ArdFields } from '../../../src/http/ard-fields.ts';
import { countFacets, readFacets, readFilter } from '../../../src/http/ard-matches.ts';
import { passing } from '../../../src/http/matching-entries.ts';
import { Turns } from '../../../src/live/turns.ts';
import { ardEntry } from '../../../src/views/ard-entry.ts';
import { publisherOf } from '../../../src/views/ard-identifier.ts';
import { catalogs } from '../../fixtures/arbitraries.ts';
import { aSnapshot } from '../../fixtures/services.ts';
import { usdcOnBase, wallet } from '../../fixtures/answers.ts';

const siteUrl = 'https://catalog.example.com';
const site = { siteUrl, publisher: publisherOf(siteUrl), assets: knownAssets };
const fields = new ArdFields(site);
const turns = new Turns();

/** Catalogs in which some services ask others terms than they declare. */
const observed = fc
  .tuple(
    catalogs(20),
    fc.array(fc.constantFrom(undefined, '10000', '2500000'), { minLength: 20, maxLength: 20 }),
  )
  .map(([entries, amounts]) => entries.map((entry, at) => asking(entry, amounts[at])));

function asking(entry: Entry, amount: string | undefined): Entry {
  if (amount === undefined) return entry;

  const termsKey = `exact eip155:8453 ${wallet} ${usdcOnBase} ${amount}`;
  const facts = { ...noFacts, standing: { ...unchecked, termsKey } };
  return { ...entry, observed: { ...entry.observed, facts } };
}

/** The values that an entry shows at a path, read as a client reads them. */
function shownAt(path: string, entry: Entry): string[] {
  const view: Record<string, unknown> = { ...ardEntry(entry, aSnapshot([entry]), site) };
  if (path === 'publisher') return [String(view['identifier']).split(':')[2] ?? ''];

  const [first = '', second] = path.split('.');
  const member = view[first];
  const value: unknown = second === undefined ? member : Reflect.get(Object(member) as object, second);
  const values = value === undefined ? [] : [value].flat().map(String);
  return path === 'pay:price' ? values.map(shortestDecimal) : values;
}

async function found(entries: readonly Entry[], filter: Record<string, string[]>): Promise<string[]> {
  const read = readFilter({ filter }, fields);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  const passed = await passing(entries, read.value, turns);
  return passed.map(({ declared }) => declared.id).sort();
}

const naively = (entries: readonly Entry[], test: (entry: Entry) => boolean): string[] =>
  entries
    .filter(test)
    .map(({ declared }) => declared.id)
    .sort();

describe('a filter', () => {
  it('passes exactly the entries that show one of its values, whatever the path', async () => {
    await fc.assert(
      fc.asyncProperty(
        observed,
        fc.constantFrom(...fields.paths('filter')),
        fc.array(fc.nat(19), { maxLength: 3 }),
        async (entries, path, places) => {
          const values = [
            'nothing',
            ...places.flatMap((at) => (entries[at] ? shownAt(path, entries[at]) : [])),
          ];

          expect(await found(entries, { [path]: values })).toEqual(
            naively(entries, (entry) => shownAt(path, entry).some((value) => values.includes(value))),
          );
        },
      ),
    );
  });

  it('demands all of its paths, also where two are of one field', async () => {
    await fc.assert(
      fc.asyncProperty(observed, fc.nat(19), fc.nat(19), async (entries, a, b) => {
        const [one = '', other = ''] = [a, b].map((at) => entries[at]?.declared.category);
        const filter = { tags: [one], 'https://agenticresourcediscovery.org/ns#tags': [other] };

        expect(await found(entries, filter)).toEqual(
          naively(entries, ({ declared }) => declared.category === one && declared.category === other),
        );
      }),
    );
  });
});

describe('a facet', () => {
  it('counts each entry once for each value that it shows, and loses none beyond the limit', async () => {
    await fc.assert(
      fc.asyncProperty(
        observed,
        fc.constantFrom(...fields.paths('facet')),
        fc.integer({ min: 1, max: 4 }),
        async (entries, field, limit) => {
          const facets = readFacets([{ field, limit }], undefined, fields);
          if ('problems' in facets) throw new Error(field);
          const { [field]: result } = await countFacets(entries, facets.value, turns);
          const counts = Map.groupBy(
            entries.flatMap((entry) => shownAt(field, entry)),
            (value) => value,
          );
          const sum = (result?.buckets ?? []).reduce(
            (all, { count }) => all + count,
            result?.otherCount ?? 0,
          );

          expect(result?.buckets.length).toBe(Math.min(limit, counts.size));
          expect(sum).toBe([...counts.values()].flat().length);
        },
      ),
    );
  });
});
