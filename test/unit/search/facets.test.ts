import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { supportedChains } from '../../../src/domain/service.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { stateOf, states } from '../../../src/domain/state.ts';
import { statuses } from '../../../src/domain/status.ts';
import type { Filters } from '../../../src/search/query/question.ts';
import { Search } from '../../../src/search/search.ts';
import { catalogs } from '../../fixtures/arbitraries.ts';
import { filters } from '../../fixtures/filters.ts';
import { askedOf, isPaidOnMainnet, scan, units } from '../../fixtures/linear-scan.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';

const steps = ['0.001', '0.01', '0.1', '1'];

/** Counts by looking at every entry once for every facet. */
function count(entries: readonly Entry[], wanted: Filters) {
  const { categories: _1, ...butCategory } = wanted;
  const { chains: _2, ...butChain } = wanted;
  const { statuses: _3, ...butStatus } = wanted;
  const { states: _6, ...butState } = wanted;
  const { maxPrice: _4, maxPriceExclusive: _5, minPrice: _12, ...butPrice } = wanted;
  const { isPaid: _7, ...butPaid } = wanted;
  const { isMainnet: _8, ...butMainnet } = wanted;
  const { currency: _9, ...butCurrency } = wanted;
  const { freeQuota: _10, ...butFree } = wanted;
  const { minUptime: _11, ...butUptime } = wanted;
  const { minDelivered: _14, ...butDelivered } = wanted;
  const { texts: _13, ...butTexts } = wanted;
  const statusesSeen = scan(entries, butStatus).map(({ observed }) => observed.status);
  const statesSeen = scan(entries, butState).map(stateOf);
  const prices = scan(entries, butPrice).map((entry) => askedOf(entry).price);
  const stepOf = (price: string): string | null => steps.find((step) => units(price) <= units(step)) ?? null;

  return {
    total: scan(entries, wanted).length,
    category: tally(scan(entries, butCategory).map(({ declared }) => declared.category)),
    chain: tally(
      scan(entries, butChain).flatMap(({ declared, observed }) => supportedChains(declared, observed)),
    ),
    status: statuses.map((id) => ({ id, count: statusesSeen.filter((status) => status === id).length })),
    state: states.map((id) => ({ id, count: statesSeen.filter((state) => state === id).length })),
    price: [...steps, null].map((upTo) => ({
      upTo,
      count: prices.filter((price) => stepOf(price) === upTo).length,
    })),
    mainnet: scan(entries, butMainnet).filter(({ declared, observed }) =>
      isPaidOnMainnet(supportedChains(declared, observed)),
    ).length,
    currency: tally(scan(entries, butCurrency).map((entry) => askedOf(entry).currency)),
    free: scan(entries, butFree).filter(({ declared }) => (declared.pricing.freeQuota ?? 0) > 0).length,
    uptime: [99, 95].map((atLeast) => ({
      atLeast,
      count: scan(entries, butUptime).filter(({ observed }) => observed.uptimeScore >= atLeast).length,
    })),
    delivered: [0.9, 0.5].map((atLeast) => ({
      atLeast,
      count: scan(entries, butDelivered).filter(({ observed }) => {
        return (observed.facts.outcomes.delivered?.low ?? -1) >= atLeast;
      }).length,
    })),
    texts: { tag: tally(scan(entries, butTexts).flatMap(({ declared }) => declared.tags ?? [])) },
    paid: scan(entries, butPaid).filter(({ observed }) => observed.txCount > 0).length,
  };
}

function tally(ids: readonly string[]): { id: string; count: number }[] {
  return [...new Set(ids)]
    .map((id) => ({ id, count: ids.filter((other) => other === id).length }))
    .sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
}

describe('facets', () => {
  it('count what a linear scan finds, each without the filter on its own kind', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs(40), filters, async (entries, wanted) => {
        expect(await new Search(aSnapshot(entries)).facets(wanted)).toEqual(count(entries, wanted));
      }),
    );
  });

  it('count only services that keywords find', async () => {
    await fc.assert(
      fc.asyncProperty(
        catalogs(40),
        filters,
        fc.constantFrom('rain', 'maps token', 'meteo'),
        async (entries, wanted, text) => {
          const search = new Search(aSnapshot(entries));
          const words = await search.readKeywords(text);
          const { entries: found } = await search.list({ wanted: words, limit: 100, offset: 0 });

          expect(await search.facets({ ...wanted, wanted: words })).toEqual(count(found, wanted));
        },
      ),
    );
  });

  it('count a price that equals a step on the cheaper side', async () => {
    const priced = ['0.001', '0.0010', '0.001000000000000001', '1', '1.1'].map((pricePerRequest, i) =>
      anEntry({
        endpoint: `https://api${String(i)}.example.com`,
        pricing: { currency: 'USDC', pricePerRequest },
      }),
    );

    expect((await new Search(aSnapshot(priced)).facets({})).price).toEqual([
      { upTo: '0.001', count: 2 },
      { upTo: '0.01', count: 1 },
      { upTo: '0.1', count: 0 },
      { upTo: '1', count: 1 },
      { upTo: null, count: 1 },
    ]);
  });

  it('count a service once for a tag that it lists twice', async () => {
    const search = new Search(aSnapshot([anEntry({ tags: ['rain', 'snow', 'rain'] })]));

    expect((await search.facets({})).texts.tag).toEqual([
      { id: 'rain', count: 1 },
      { id: 'snow', count: 1 },
    ]);
  });

  it('name the tags of most services, and those that were asked for', async () => {
    const tagged = Array.from({ length: 102 }, (_, at) =>
      anEntry({
        endpoint: `https://api${String(at)}.example.com`,
        tags: ['rain', `tag-${String(at).padStart(3, '0')}`],
      }),
    );
    const search = new Search(aSnapshot(tagged));
    const last = { id: 'tag-101', count: 1 };
    const all = (await search.facets({})).texts.tag;
    const asked = (await search.facets({ texts: { tag: ['tag-101'] } })).texts.tag;

    expect(all).toHaveLength(100);
    expect(all[0]).toEqual({ id: 'rain', count: 102 });
    expect(all).not.toContainEqual(last);
    expect(asked).toEqual([...all, last]);
  });

  it('name a chain once, whatever its letter case', async () => {
    const search = new Search(aSnapshot([anEntry({}, { chains: ['BASE', 'base', 'eip155:8453'] })]));

    expect((await search.facets({})).chain.map(({ count: services }) => services)).toEqual([1, 1]);
  });
});
