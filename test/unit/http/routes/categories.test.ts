import { describe, expect, it } from 'vitest';
import { anApi, request } from '../../../fixtures/api.ts';
import { anEntry, categories } from '../../../fixtures/services.ts';

const weather = [1, 2, 3].map((i) =>
  anEntry({ name: `Weather ${String(i)}`, endpoint: `https://w${String(i)}.example.com` }),
);
const maps = anEntry(
  {
    name: 'Maps',
    endpoint: 'https://maps.example.com',
    category: 'maps-geolocation',
    pricing: { currency: 'USDC', pricePerRequest: '0.10', freeQuota: 7 },
  },
  { status: 'verified', trustScore: 60 },
);
const api = anApi({ entries: [...weather, maps] });

const json = async (path: string): Promise<unknown> => JSON.parse(await (await request(api, path)).text());

describe('GET /api/categories', () => {
  it('lists every category in catalog order, with its number of services', async () => {
    const counts: Record<string, number> = { 'weather-environment': 3, 'maps-geolocation': 1 };

    expect(await json('/api/categories')).toEqual(
      categories.map((category) => ({ ...category, serviceCount: counts[category.id] ?? 0 })),
    );
  });

  it('has its four fields in order', async () => {
    const [first] = (await json('/api/categories')) as object[];

    expect(Object.keys(first ?? {})).toEqual(['id', 'name', 'description', 'serviceCount']);
  });
});
