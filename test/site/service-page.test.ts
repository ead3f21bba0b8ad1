import { describe, expect, it } from 'vitest';
import { servicePage } from '../../src/site/service-page.ts';
import { anEntry } from '../fixtures/services.ts';
import { aCheckedEntry, catalogOf, historyOf } from './catalog.ts';

const catalog = catalogOf([]);

describe('what the page of a service says', () => {
  it('names network and category in words', async () => {
    const page = await servicePage(anEntry({ category: 'maps-geolocation' }), catalog);

    expect(page.category).toEqual({ id: 'maps-geolocation', name: 'Maps & Geolocation' });
    expect(page.network).toEqual({ title: 'Base Sepolia', caip2: 'eip155:84532', isTestnet: true });
  });

  it('shows a network it has no name for by its CAIP-2 id', async () => {
    const { x402Config } = anEntry().declared;
    const entry = anEntry({ x402Config: { ...x402Config, network: 'eip155:424242' } }, { chains: ['base'] });

    expect((await servicePage(entry, catalog)).chains).toEqual([
      { title: 'eip155:424242', caip2: 'eip155:424242', isTestnet: false },
      { title: 'Base', caip2: 'eip155:8453', isTestnet: false },
    ]);
  });

  it('keeps the price as it was written', async () => {
    const entry = anEntry({ pricing: { currency: 'EURC', pricePerRequest: '0.0010', freeQuota: 0 } });

    expect((await servicePage(entry, catalog)).price).toEqual({
      currency: 'EURC',
      perRequest: '0.0010',
      inWords: '0.1 euro cents',
      perThousand: '1',
      forOne: '1,000',
      isFree: false,
      freeQuota: 0,
    });
  });

  it('knows nothing of what was never checked', async () => {
    expect((await servicePage(anEntry(), catalog)).seen).toBeNull();
  });

  it('marks what is observed and differs', async () => {
    const { seen } = await servicePage(aCheckedEntry(), catalogOf([], historyOf([])));

    expect(seen?.compared).toEqual([
      { label: 'Price per request, USDC', declared: '0.001', observed: '0.5', match: false },
      { label: 'Network', declared: 'Base Sepolia', observed: 'Base Sepolia', match: true },
    ]);
  });

  it('has no uptime where every check was blocked, rather than one of 0', async () => {
    const days = [{ date: '2026-02-01', checks: 0, ok: 0, p50Ms: null, p95Ms: null }];
    const { seen } = await servicePage(aCheckedEntry(), catalogOf([], historyOf(days)));

    expect(seen?.uptime).toMatchObject({ percent: null, knownDays: 0 });
    expect(seen?.latency).toBeUndefined();
    expect(seen?.medianMs).toBeNull();
  });
});
