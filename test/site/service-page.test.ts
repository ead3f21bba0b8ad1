import { describe, expect, it } from 'vitest';
import { servicePage } from '../../src/site/service-page.ts';
import { anEntry, aSnapshot } from '../fixtures/services.ts';

const categories = aSnapshot();

describe('what the page of a service says', () => {
  it('names network and category in words', () => {
    const page = servicePage(anEntry({ category: 'maps-geolocation' }), categories);

    expect(page.category).toEqual({ id: 'maps-geolocation', name: 'Maps & Geolocation' });
    expect(page.network).toEqual({ title: 'Base Sepolia', caip2: 'eip155:84532', isTestnet: true });
  });

  it('shows a network it has no name for by its CAIP-2 id', () => {
    const { x402Config } = anEntry().declared;
    const entry = anEntry({ x402Config: { ...x402Config, network: 'eip155:424242' } }, { chains: ['base'] });

    expect(servicePage(entry, categories).chains).toEqual([
      { title: 'eip155:424242', caip2: 'eip155:424242', isTestnet: false },
      { title: 'Base', caip2: 'eip155:8453', isTestnet: false },
    ]);
  });

  it('keeps the price as it was written', () => {
    const entry = anEntry({ pricing: { currency: 'EURC', pricePerRequest: '0.0010', freeQuota: 0 } });

    expect(servicePage(entry, categories).price).toEqual({
      currency: 'EURC',
      perRequest: '0.0010',
      perThousand: '1',
      isFree: false,
      freeQuota: 0,
    });
  });

  it('does not tell a score of what was never checked from a score of 0', () => {
    expect(servicePage(anEntry(), categories)).toMatchObject({ trustScore: 0, lastChecked: null });
  });
});
