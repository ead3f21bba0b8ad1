import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { bodyOf } from '../../../src/views/body.ts';
import { categoriesView, CategoryWithCount } from '../../../src/views/categories.ts';
import { Search } from '../../../src/search/search.ts';
import {
  ExportDocument,
  exportDocument,
  exportedAt,
  newestCheck,
} from '../../../src/views/export-document.ts';
import { listView, Service, serviceView } from '../../../src/views/service.ts';
import { StatusRecord, statusView } from '../../../src/views/status-record.ts';
import { catalogs, services } from '../../fixtures/arbitraries.ts';
import { wallet } from '../../fixtures/registrations.ts';
import { anEntry, aSnapshot, catalogVersion } from '../../fixtures/services.ts';

const entry = anEntry(
  { pricing: { currency: 'USDC', pricePerRequest: '0.10', freeQuota: 0 } },
  {
    status: 'verified',
    trustScore: 87,
    uptimeScore: 99.5,
    lastChecked: '2026-01-31T11:00:00.000Z',
    txCount: 3,
    totalRevenue: 0.3,
    chains: ['base', 'base-sepolia'],
  },
);

describe('a service', () => {
  it('has the twelve fields of the specification, in its order', () => {
    expect(Object.keys(serviceView(entry))).toEqual([
      'id',
      'name',
      'description',
      'endpoint',
      'category',
      'pricing',
      'x402Config',
      'trustScore',
      'status',
      'supportedChains',
      'createdAt',
      'updatedAt',
    ]);
  });

  it('shows the price as written, and no free quota as null', () => {
    expect(serviceView(entry).pricing).toEqual({ currency: 'USDC', pricePerRequest: '0.10', freeQuota: 0 });
    expect(serviceView(anEntry()).pricing).not.toHaveProperty('freeQuota');
  });

  it.each([
    ['base', [], ['base']],
    ['eip155:8453', [], ['base']],
    ['eip155:480', [], ['eip155:480']],
    ['eip155:424242', [], ['eip155:424242']],
    ['base', ['polygon', 'base'], ['base', 'polygon']],
  ])('on %s that was seen to take %j supports %j', (network, chains, supported) => {
    expect(
      serviceView(anEntry({ x402Config: { paymentAddress: wallet, network } }, { chains })).supportedChains,
    ).toEqual(supported);
  });

  it('matches the schema of the API, whatever is declared', () => {
    fc.assert(
      fc.property(services(), (declared) => {
        expect(Service.safeParse(serviceView(anEntry(declared))).success).toBe(true);
      }),
    );
  });
});

describe('a status record', () => {
  it('has its seven fields', () => {
    expect(statusView(entry)).toEqual({
      id: entry.declared.id,
      trustScore: 87,
      status: 'verified',
      uptimeScore: 99.5,
      lastChecked: '2026-01-31T11:00:00.000Z',
      txCount: 3,
      totalRevenue: 0.3,
    });
    expect(StatusRecord.safeParse(statusView(entry)).success).toBe(true);
  });

  it('says that a service was never checked', () => {
    expect(statusView(anEntry())).toMatchObject({
      status: 'unverified',
      trustScore: 0,
      uptimeScore: 0,
      lastChecked: null,
      txCount: 0,
      totalRevenue: 0,
    });
  });
});

describe('the categories', () => {
  it('stand in catalog order, each with the number of its services', () => {
    fc.assert(
      fc.property(catalogs(30), (entries) => {
        const snapshot = aSnapshot(entries);
        const view = categoriesView({ snapshot, search: new Search(snapshot) });

        expect(view.map(({ id }) => id)).toEqual(snapshot.categories.map(({ id }) => id));
        for (const category of view) {
          expect(CategoryWithCount.safeParse(category).success).toBe(true);
          expect(category.serviceCount).toBe(
            entries.filter(({ declared }) => declared.category === category.id).length,
          );
        }
      }),
    );
  });
});

/** The export document of a catalog, as a text. */
const exported = (entries: readonly Entry[]): string => {
  const snapshot = aSnapshot(entries);
  return [
    ...exportDocument(
      snapshot,
      { source: 'tollbook', exportedAt: catalogVersion.changedAt },
      snapshot.entriesById(),
    ),
  ].join('');
};

describe('the time of the export', () => {
  const changedAt = '2026-01-31T12:00:00.000Z';
  const later = '2026-01-31T12:20:00.500Z';
  const checkedAt = (lastChecked: string | null): string | null =>
    newestCheck([anEntry({}, { lastChecked: changedAt }), anEntry({}, { lastChecked })]);

  it('is that of the last commit before anything was checked', () => {
    expect(newestCheck([anEntry()])).toBeNull();
    expect(exportedAt({ changedAt, checkedAt: null, reportedAt: 0 })).toBe(changedAt);
  });

  it('moves with the newest check of any service', () => {
    expect(exportedAt({ changedAt, checkedAt: checkedAt(later), reportedAt: 0 })).toBe(later);
    expect(checkedAt(null)).toBe(changedAt);
  });

  it('moves with the feed, which tells of scores that payments change', () => {
    expect(exportedAt({ changedAt, checkedAt: changedAt, reportedAt: Date.parse(later) })).toBe(later);
  });
});

describe('the export', () => {
  it('has exactly the fields of the specification', () => {
    const document = ExportDocument.parse(JSON.parse(exported([entry])));

    expect(Object.keys(document)).toEqual(['version', 'source', 'exportedAt', 'endpoints']);
    expect(document).toMatchObject({
      version: '1.0',
      source: 'tollbook',
      exportedAt: catalogVersion.changedAt,
    });
    expect(document.endpoints.map((endpoint) => Object.keys(endpoint))).toEqual([
      ['id', 'name', 'endpoint', 'category', 'pricing', 'x402Config', 'trustScore', 'status'],
    ]);
    expect(document.endpoints[0]).toMatchObject({
      category: 'Weather & Environment',
      pricing: { currency: 'USDC', pricePerRequest: '0.10' },
    });
    expect(document.endpoints[0]?.pricing).not.toHaveProperty('freeQuota');
    expect(bodyOf(document)).toBe(exported([entry]));
  });

  it('is complete, and byte-identical for the same catalog in any order', () => {
    fc.assert(
      fc.property(catalogs(30), (entries) => {
        const once = exported(entries);

        expect(ExportDocument.parse(JSON.parse(once)).endpoints.map(({ id }) => id)).toEqual(
          entries.map(({ declared }) => declared.id).sort(),
        );
        expect(exported(entries.toReversed())).toBe(once);
      }),
    );
  });
});

describe('a body', () => {
  it('is compact JSON without escaped text', () => {
    expect(bodyOf(listView([anEntry({ name: 'Météo 🌧 </script>' })]))).toContain(
      '"name":"Météo 🌧 </script>"',
    );
    expect(bodyOf(listView([]))).toBe('[]');
  });
});
