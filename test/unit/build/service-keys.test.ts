import { describe, expect, it, vi } from 'vitest';
import { serviceKeys } from '../../../src/build/service-keys.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { type Entry, unobservedEntry } from '../../../src/domain/snapshot.ts';
import type { SiteHistory } from '../../../src/site/history.ts';
import type { SiteCatalog } from '../../../src/site/site-catalog.ts';
import { serviceNamed } from '../../support/catalog-on-disk.ts';
import {
  aCheckedEntry,
  aPaidEntry,
  catalogOf,
  counting,
  historyOf,
  measuredDays,
  sameTerms,
} from '../../fixtures/site-catalog.ts';
import { aSnapshot } from '../../fixtures/services.ts';

const place = {
  code: { folder: '/dist/code', key: 'code', siteUrl: 'https://tollbook.example', pictureKey: 'pictures' },
};

const declared = (name: string, more: Partial<DeclaredService> = {}): DeclaredService => ({
  ...serviceNamed(name),
  description: 'Tides and waves of every harbour, hour by hour.',
  endpoint: `https://${name}.example.com/v1`,
  ...more,
});

const entry = (service: DeclaredService): Entry => ({ ...aCheckedEntry(), declared: service });

const services = ['alpha', 'beta', 'gamma'].map((name) => declared(name));
const first: Entry[] = services.map(entry);
const subject = services[0]?.id ?? '';

/** The key of the first service. */
async function keyIn(catalog: SiteCatalog, other = place): Promise<string> {
  const found = catalog.snapshot.find(subject);
  if (!found) throw new Error('the service is missing');
  return serviceKeys(catalog, other)(found);
}

const withTrust = (trustScore: number): Entry => {
  const { declared: service, observed } = entry(declared('alpha'));
  return { declared: service, observed: { ...observed, trustScore } };
};

const withFirst = (more: Partial<DeclaredService>): Entry[] => [
  entry(declared('alpha', more)),
  ...first.slice(1),
];

describe('the key of a service', () => {
  it('is the same in a catalog that is read again', async () => {
    const [key, again] = await Promise.all([
      keyIn(catalogOf(first)),
      keyIn(catalogOf(structuredClone(first))),
    ]);

    expect(again).toBe(key);
  });

  it('is that of the similar services that are known, which need not be looked for', async () => {
    const catalog = catalogOf(first);
    const [alpha, ...others] = [...catalog.snapshot.entries()].sort((a) =>
      a.declared.id === subject ? -1 : 1,
    );
    if (!alpha) throw new Error('the service is missing');
    const search = { ...catalog.search, similar: () => Promise.resolve(others) };
    const keyOf = serviceKeys({ ...catalog, search }, place);
    const similar = vi.spyOn(search, 'similar');

    expect(await keyOf(alpha, others)).toBe(await keyOf(alpha));
    expect(await keyOf(alpha, others.slice(1))).not.toBe(await keyOf(alpha, others));
    expect(similar).toHaveBeenCalledOnce();
  });

  it('stays where a service changes that its pages do not show', async () => {
    const stranger = entry(declared('zeta', { description: 'Nothing in common.' }));

    expect(await keyIn(catalogOf([...first, stranger]))).toBe(await keyIn(catalogOf(first)));
  });

  it.each<[string, () => SiteCatalog]>([
    ['its declaration', () => catalogOf(withFirst({ name: 'Another name' }))],
    ['what was observed of it', () => catalogOf([withTrust(1), ...first.slice(1)])],
    [
      'a similar service',
      () => catalogOf([...first.slice(0, 2), entry(declared('gamma', { name: 'Gamma two' }))]),
    ],
    ['the number of similar services', () => catalogOf(first.slice(0, 2))],
    [
      'whether its host has further services',
      () =>
        catalogOf([
          ...first,
          entry(declared('zeta', { endpoint: 'https://alpha.example.com/v2', description: 'Else.' })),
        ]),
    ],
    ['what its checks found', () => catalogOf(first, historyOf(measuredDays, sameTerms))],
    [
      'the name of a category',
      () => {
        const catalog = catalogOf(first);
        const [one, ...others] = catalog.snapshot.categories;
        const categories = one ? [{ ...one, name: 'Renamed' }, ...others] : others;
        return { ...catalog, snapshot: aSnapshot(first).withCategories(categories) };
      },
    ],
    ['the contact', () => ({ ...catalogOf(first), contactUrl: 'https://example.com/contact' })],
    ['the repository', () => ({ ...catalogOf(first), repository: { name: 'a/b', branch: 'main' } })],
    ['whether a server stands behind the pages', () => ({ ...catalogOf(first), isServed: true })],
    ['the tokens that are known', () => ({ ...catalogOf(first), assets: new Map() })],
    [
      'the networks of which this machine runs a copy',
      () => ({ ...catalogOf(first), localNetworks: new Set(['eip155:84532']) }),
    ],
    ['the networks whose payments are counted', () => catalogOf(first, counting({}, ['eip155:8453']))],
    ['the day', () => ({ ...catalogOf(first), at: new Date('2026-02-02T12:00:00.000Z') })],
  ])('changes with %s', async (_what, changed) => {
    expect(await keyIn(changed())).not.toBe(await keyIn(catalogOf(first)));
  });

  it('changes with its payments', async () => {
    const paid = (payments: Parameters<typeof aPaidEntry>[0]): Entry[] => [
      { ...aPaidEntry(payments), declared: declared('alpha') },
      ...first.slice(1),
    ];
    const counted = (block: number) => counting({ countedTo: { block, at: '2026-02-01T11:59:00.000Z' } });
    const keys = await Promise.all([
      keyIn(catalogOf(paid({}), counted(9))),
      keyIn(catalogOf(paid({}), counted(10))),
      keyIn(catalogOf(paid({ uniquePayers: 41 }), counted(9))),
    ]);

    expect(new Set(keys).size).toBe(3);
  });

  it('changes with the name of the service that replaces it, and when an offer to transfer it ends', async () => {
    const deprecated = {
      message: 'Ends soon.',
      since: '2026-01-01T00:00:00.000Z',
      replacement: 'zeta-service',
    };
    const replaced = (name: string) => [
      ...withFirst({ deprecated }),
      entry(declared('zeta', { id: 'zeta-service', name, description: 'Else.' })),
    ];
    const transfer = { to: 'github:1', until: '2026-02-01T13:00:00.000Z' };
    const offered = catalogOf(withFirst({ transfer }));

    expect(await keyIn(catalogOf(replaced('One')))).not.toBe(await keyIn(catalogOf(replaced('Two'))));
    expect(await keyIn(offered)).not.toBe(
      await keyIn({ ...offered, at: new Date('2026-02-01T14:00:00.000Z') }),
    );
  });

  it('changes with a look at the proof of its owner, also where nobody checks it', async () => {
    const proof = { method: 'dns', at: '2026-01-01T00:00:00.000Z', evidence: 'Found.' } as const;
    const listed = [unobservedEntry(declared('alpha', { owner: 'acme', proof })), ...first.slice(1)];
    const afterLook = (state: 'holds' | 'stale'): SiteCatalog => {
      const history = historyOf(measuredDays);
      const observed: SiteHistory['observed'] = async (of) => ({
        ...(await history.observed(of)),
        proof: { ...proof, heldAt: '2026-02-01T00:00:00.000Z', state },
      });
      return catalogOf(listed, { ...history, observed });
    };

    expect(await keyIn(afterLook('stale'))).not.toBe(await keyIn(afterLook('holds')));
  });

  it('changes with the code, the address of the site, and the code of pictures', async () => {
    const catalog = catalogOf(first);
    const others = [
      { ...place, code: { ...place.code, key: 'other' } },
      { ...place, code: { ...place.code, siteUrl: 'https://other.example' } },
      { ...place, code: { ...place.code, pictureKey: 'other' } },
    ];
    const keys = await Promise.all([place, ...others].map((each) => keyIn(catalog, each)));

    expect(new Set(keys).size).toBe(4);
  });
});
