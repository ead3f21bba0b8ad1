import { describe, expect, it } from 'vitest';
import { anApi, request } from '../../fixtures/api.ts';
import { anEntry, categories } from '../../fixtures/services.ts';

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

describe('GET /api/export', () => {
  it('returns the complete catalog with exactly its fields', async () => {
    const document = (await json('/api/export')) as { endpoints: object[] };

    expect(Object.keys(document)).toEqual(['version', 'source', 'exportedAt', 'endpoints']);
    expect(document).toMatchObject({
      version: '1.0',
      source: 'tollbook',
      exportedAt: '2026-01-31T12:00:00.000Z',
    });
    expect(document.endpoints).toHaveLength(4);
    expect(document.endpoints).toContainEqual({
      id: maps.declared.id,
      name: 'Maps',
      endpoint: 'https://maps.example.com',
      category: 'Maps & Geolocation',
      pricing: { currency: 'USDC', pricePerRequest: '0.10' },
      x402Config: maps.declared.x402Config,
      trustScore: 60,
      status: 'verified',
    });
    for (const endpoint of document.endpoints) {
      expect(Object.keys(endpoint)).toEqual([
        'id',
        'name',
        'endpoint',
        'category',
        'pricing',
        'x402Config',
        'trustScore',
        'status',
      ]);
    }
  });

  it('ignores parameters for pages', async () => {
    expect(await json('/api/export?limit=1&offset=2&category=ai-inference')).toEqual(
      await json('/api/export'),
    );
  });

  it('returns the same bytes and ETag for an unchanged catalog', async () => {
    const [first, second] = await Promise.all([
      request(api, '/api/export'),
      request(anApi({ entries: [maps, ...weather] }), '/api/export'),
    ]);

    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await second.text()).toBe(await first.text());
  });
});
