import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CatalogFolder } from '../../../src/adapters/catalog-folder.ts';
import { CopyCatalog } from '../../../src/browser/copy-catalog.ts';
import { readCatalog } from '../../../src/catalog-files/read-catalog.ts';
import { Search } from '../../../src/search/search.ts';
import { listing } from '../../../src/site/catalog-listing.ts';
import { copyIndex } from '../../../src/site/copy-index.ts';
import { type Listing, listingFrom } from '../../../src/site/listing.ts';
import { readSearch } from '../../../src/site/search-request.ts';
import { aPaidEntry, catalogOf } from '../../fixtures/site-catalog.ts';
import { anEntry } from '../../fixtures/services.ts';
import { Snapshot } from '../../../src/domain/snapshot.ts';
import { catalogVersion } from '../../fixtures/services.ts';

const folder = new CatalogFolder(fileURLToPath(new URL('../../../catalog', import.meta.url)));
const { categories, services } = await readCatalog(folder, { allowInsecure: false });
const entries = services.map((declared) => anEntry(declared));
const snapshot = Snapshot.of(catalogVersion, categories, entries);
const search = new Search(snapshot);
const catalog = {
  ...catalogOf([]),
  snapshot,
  search,
  understand: (...text: Parameters<Search['understand']>) => search.understand(...text),
};
const copy = await CopyCatalog.read(await copyIndex(catalog));

/** What a reader sees of a list, but for strips of uptime, which a copy has not. */
function shown({ total, rows, chips, sorts, facets, nearest }: Listing): unknown {
  const named = rows.map(({ strip: _, ...row }) => row);

  return { total, rows: named, chips, sorts, facets, nearest };
}

async function bothOf(asked: Record<string, string>): Promise<[copy: unknown, server: unknown]> {
  const request = readSearch(new URLSearchParams(asked));

  return [shown(await listingFrom(copy, request)), shown(await listing(catalog, request))];
}

/** Names, words, misspelt and half words, and sentences about every service. */
const questions = services.flatMap(({ name, description }) => {
  const words = description.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 4);
  const [first = 'weather', second = 'data'] = words;

  return [
    name,
    first.slice(0, -2),
    `${first.slice(0, 2)}${first.slice(3)} ${second}`,
    `a service for ${first} and ${second} under $0.01`,
  ];
});

describe('a copy without a server', () => {
  it('lists for every text what a server lists by words', async () => {
    expect(questions.length).toBeGreaterThan(200);
    for (const query of questions) {
      const [own, server] = await bothOf({ query });
      expect(own, query).toEqual(server);
    }
  });

  it.each<Record<string, string>>([
    { query: 'translate' },
    { query: 'Wetter unter 1 Cent' },
    { query: '天気予報' },
    { query: 'weather, no solana' },
    { query: 'no weather' },
    { query: 'weather under $0.0000001' },
    { category: 'weather-environment', sortBy: 'price' },
    { chain: 'base-sepolia', maxPricePerRequest: '0.002', sortBy: 'name' },
    { freeQuota: 'true', page: '2' },
    { minPricePerRequest: 'a lot' },
    { query: 'weather', ignore: 'category' },
  ])('lists the same for %j', async (asked) => {
    const [own, server] = await bothOf(asked);

    expect(own).toEqual(server);
  });

  it('completes what is typed', async () => {
    expect(await copy.suggest('transl')).toEqual(await search.suggest('transl'));
  });

  it('takes at most 700 bytes a service, before compression', async () => {
    const { length } = JSON.stringify(await copyIndex(catalog));

    expect(length / snapshot.size).toBeLessThan(700);
  });

  it('counts a service once for chains that differ only in letter case, as a server does', async () => {
    const own = catalogOf([anEntry({}, { chains: ['Foonet', 'foonet'] })]);
    const request = readSearch(new URLSearchParams());
    const listed = await listingFrom(await CopyCatalog.read(await copyIndex(own)), request);

    expect(shown(listed)).toEqual(shown(await listing(own, request)));
    expect(JSON.stringify(listed.facets)).toContain('"count":1');
    expect(JSON.stringify(listed.facets)).not.toContain('"count":2');
  });

  it('shows payments and live prices as a server does', async () => {
    const paid = catalogOf([aPaidEntry(), anEntry({ endpoint: 'https://other.example.com' })]);
    const own = await CopyCatalog.read(await copyIndex(paid));
    const request = readSearch(new URLSearchParams({ sortBy: 'payments' }));

    expect(shown(await listingFrom(own, request))).toEqual(shown(await listing(paid, request)));
  });
});
