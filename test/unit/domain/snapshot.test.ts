import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noFacts } from '../../../src/domain/facts.ts';
import { type Payee, payeeKey, payeeOf, payeeOn } from '../../../src/domain/payee.ts';
import { type DeclaredService, unobserved } from '../../../src/domain/service.ts';
import type { Tombstone } from '../../../src/domain/tombstone.ts';
import { Snapshot, versionLabel } from '../../../src/domain/snapshot.ts';
import { catalogs } from '../../fixtures/arbitraries.ts';
import {
  anEntry,
  aService,
  aSnapshot,
  categories,
  catalogVersion,
  tombstoneOf,
} from '../../fixtures/services.ts';

const rain = anEntry(
  { name: 'Rain', endpoint: 'https://api.example.com/rain' },
  { status: 'verified', trustScore: 80 },
);
const snow = anEntry({ name: 'Snow', endpoint: 'https://api.example.com/snow' });

describe('a snapshot', () => {
  it('finds each service by its id and by its endpoint', () => {
    fc.assert(
      fc.property(catalogs(30), (entries) => {
        const snapshot = aSnapshot(entries);

        expect(snapshot.size).toBe(entries.length);
        expect(new Set(snapshot.entries())).toEqual(new Set(entries));
        for (const entry of entries) {
          expect(snapshot.find(entry.declared.id)).toBe(entry);
          expect(snapshot.idAt(entry.declared.endpoint)).toBe(entry.declared.id);
        }
      }),
    );
  });

  it.each(['', 'unknown', '__proto__', 'constructor'])('does not find %j', (id) => {
    const snapshot = aSnapshot([rain]);

    expect(snapshot.find(id)).toBeUndefined();
    expect(snapshot.idAt(id)).toBeUndefined();
    expect(snapshot.hasCategory(id)).toBe(false);
  });

  it('names a category, or falls back to the id of an unknown one', () => {
    expect(aSnapshot().categoryName('weather-environment')).toBe('Weather & Environment');
    expect(aSnapshot().categoryName('gone')).toBe('gone');
  });

  it('equals, after any changes, one created with the same services at once', () => {
    fc.assert(
      fc.property(catalogs(20), catalogs(20), fc.array(fc.nat(19)), (before, after, gone) => {
        const removed = before.filter((_, i) => gone.includes(i)).map(({ declared }) => declared.id);
        const put = after.map(({ declared }) => declared);
        const changed = aSnapshot(before).remove(removed).declare(put);

        const kept = before.filter(({ declared }) => !removed.includes(declared.id));
        const expected = new Map(
          [...kept.map(({ declared }) => declared), ...put].map((service) => [service.id, service]),
        );
        expect(changed.size).toBe(expected.size);
        expect(new Map([...changed.entries()].map(({ declared }) => [declared.id, declared]))).toEqual(
          expected,
        );
      }),
    );
  });
});

describe('declare', () => {
  it('adds a service without observations', () => {
    const snapshot = aSnapshot([rain]).declare([snow.declared]);

    expect(snapshot.find(snow.declared.id)).toEqual({ declared: snow.declared, observed: unobserved });
    expect(snapshot.idAt(snow.declared.endpoint)).toBe(snow.declared.id);
  });

  it('keeps the observations of a service that is declared again', () => {
    const changed = { ...rain.declared, description: 'Rain, better told.' };
    const snapshot = aSnapshot([rain]).declare([changed]);

    expect(snapshot.find(changed.id)).toEqual({ declared: changed, observed: rain.observed });
    expect(snapshot.size).toBe(1);
  });

  it('does not change the original snapshot', () => {
    const before = aSnapshot([rain]);
    before.declare([snow.declared]);
    before.remove([rain.declared.id]);

    expect([...before.entries()]).toEqual([rain]);
    expect(before.idAt(snow.declared.endpoint)).toBeUndefined();
    expect(before.idAt(rain.declared.endpoint)).toBe(rain.declared.id);
  });
});

describe('remove', () => {
  it('frees the id and the endpoint', () => {
    const snapshot = aSnapshot([rain, snow]).remove([rain.declared.id]);

    expect(snapshot.find(rain.declared.id)).toBeUndefined();
    expect(snapshot.idAt(rain.declared.endpoint)).toBeUndefined();
    expect(snapshot.size).toBe(1);
  });

  it('ignores unknown ids', () => {
    expect([...aSnapshot([rain]).remove(['unknown', '__proto__']).entries()]).toEqual([rain]);
  });

  it('followed by declare under a new name moves the endpoint to the new id', () => {
    const renamed = aService({ name: 'Rain Anew', endpoint: rain.declared.endpoint });
    const snapshot = aSnapshot([rain]).remove([rain.declared.id]).declare([renamed]);

    expect(snapshot.idAt(rain.declared.endpoint)).toBe(renamed.id);
  });
});

describe('a removed service', () => {
  const moved = { ...rain.declared, endpoint: 'https://api.example.com/rain/2' };
  const grave = tombstoneOf(rain.declared);

  it('leaves its tombstone, and its endpoint is a grave', () => {
    const snapshot = aSnapshot([rain, snow]).bury([grave]);

    expect(snapshot.find(rain.declared.id)).toBeUndefined();
    expect(snapshot.idAt(rain.declared.endpoint)).toBeUndefined();
    expect(snapshot.tombstone(rain.declared.id)).toBe(grave);
    expect([...snapshot.tombstones()]).toEqual([grave]);
    expect(snapshot.graveAt(rain.declared.endpoint)).toBe(grave);
  });

  it('loses its tombstone when it is listed again, wherever', () => {
    const snapshot = aSnapshot([rain]).bury([grave]).declare([moved]);

    expect(snapshot.tombstone(rain.declared.id)).toBeUndefined();
    expect(snapshot.graveAt(rain.declared.endpoint)).toBeUndefined();
    expect(snapshot.idAt(moved.endpoint)).toBe(rain.declared.id);
  });

  it('loses it when its file is removed as well', () => {
    const snapshot = aSnapshot([rain]).bury([grave]).remove([rain.declared.id]);

    expect(snapshot.tombstone(rain.declared.id)).toBeUndefined();
    expect(snapshot.graveAt(rain.declared.endpoint)).toBeUndefined();
  });

  it('is no grave while another service has its endpoint, and one again after that', () => {
    const heir = aService({ name: 'Heir', endpoint: rain.declared.endpoint });
    const inherited = aSnapshot([rain]).bury([grave]).declare([heir]);
    expect(inherited.graveAt(heir.endpoint)).toBeUndefined();

    const left = inherited.declare([{ ...heir, endpoint: moved.endpoint }]);
    expect(left.graveAt(heir.endpoint)).toBe(grave);
    expect(left.idAt(heir.endpoint)).toBeUndefined();
  });

  it('stays the grave of its endpoint when a later one there is listed again elsewhere', () => {
    const heir = aService({ name: 'Heir', endpoint: rain.declared.endpoint });
    const later = tombstoneOf(heir, { deletedAt: '2026-03-01T00:00:00.000Z' });
    const both = aSnapshot([rain]).bury([later, grave]);
    expect(both.graveAt(heir.endpoint)).toBe(later);

    expect(both.declare([{ ...heir, endpoint: moved.endpoint }]).graveAt(heir.endpoint)).toBe(grave);
  });

  it('has its tombstone replaced by a newer text of it', () => {
    const elsewhere = { ...grave, endpoint: moved.endpoint };
    const snapshot = aSnapshot([rain]).bury([grave]).bury([elsewhere]);

    expect(snapshot.tombstone(rain.declared.id)).toBe(elsewhere);
    expect(snapshot.graveAt(rain.declared.endpoint)).toBeUndefined();
    expect(snapshot.graveAt(moved.endpoint)).toBe(elsewhere);
  });

  it('counts as listed where both of its files exist', () => {
    const snapshot = aSnapshot([rain], [grave]);

    expect(snapshot.find(rain.declared.id)).toBe(rain);
    expect(snapshot.tombstone(rain.declared.id)).toBeUndefined();
  });
});

describe('an endpoint', () => {
  it('is free once its service has moved to another', () => {
    const moved = { ...rain.declared, endpoint: 'https://new.example.com' };
    const snapshot = aSnapshot([rain]).declare([moved]);

    expect(snapshot.idAt(rain.declared.endpoint)).toBeUndefined();
    expect(snapshot.graveAt(rain.declared.endpoint)).toBeUndefined();
    expect(snapshot.idAt(moved.endpoint)).toBe(moved.id);
  });

  it('can be swapped with that of another service in one change', () => {
    const snapshot = aSnapshot([rain, snow]).declare([
      { ...rain.declared, endpoint: snow.declared.endpoint },
      { ...snow.declared, endpoint: rain.declared.endpoint },
    ]);

    expect(snapshot.idAt(snow.declared.endpoint)).toBe(rain.declared.id);
    expect(snapshot.idAt(rain.declared.endpoint)).toBe(snow.declared.id);
  });
});

describe('the services of an owner', () => {
  const [ours, theirs] = [
    aService({ name: 'Ours', endpoint: 'https://ours.example.com', owner: 'acme' }),
    aService({ name: 'Theirs', endpoint: 'https://theirs.example.com', owner: 'github:9919' }),
  ];

  it('follow what is declared of each', () => {
    const snapshot = aSnapshot([rain]).declare([ours, theirs]);
    expect(snapshot.idsOf('acme')).toEqual([ours.id]);

    const given = snapshot.declare([{ ...ours, owner: 'github:9919' }]);
    expect(given.idsOf('acme')).toEqual([]);
    expect(given.idsOf('github:9919')).toEqual([theirs.id, ours.id]);
    expect(given.bury([tombstoneOf(theirs)]).idsOf('github:9919')).toEqual([ours.id]);
  });

  it.each(['', '__proto__', 'constructor', 'unknown'])('are none for %j', (owner) => {
    expect(aSnapshot([rain]).declare([ours]).idsOf(owner)).toEqual([]);
  });
});

describe('the hosts and wallets of a snapshot', () => {
  const [walletA, walletB] = [`0x${'A'.repeat(40)}`, `0x${'b'.repeat(40)}`];
  const paid = (paymentAddress: string) => ({ paymentAddress, network: 'base' });
  const [one, two] = ['one', 'two'].map((name) =>
    aService({ name, endpoint: `https://${name}.example.com/v1`, x402Config: paid(walletA) }),
  );
  const evm = (address: string): Payee => payeeOn('base', address);

  it('follow what is declared and what is seen', () => {
    if (!one || !two) throw new Error('no services');
    const both = aSnapshot().declare([one, two]);
    expect(both.idsAt('one.example.com')).toEqual([one.id]);
    expect(both.idsPaidTo(evm(walletA.toLowerCase()))).toEqual([one.id, two.id]);
    expect([...both.sharedHosts()]).toEqual([]);
    expect([...both.sharedPayees()]).toEqual([evm(walletA)]);

    const facts = { ...noFacts, furtherPayees: [payeeKey(evm(walletB))] };
    const seen = both.observe(new Map([[one.id, { ...unobserved, facts }]]));
    expect(seen.idsPaidTo(evm(walletB))).toEqual([one.id]);
    expect(seen.observe(new Map([[one.id, unobserved]])).idsPaidTo(evm(walletB))).toEqual([]);

    const moved = seen.declare([
      { ...one, endpoint: two.endpoint.replace('v1', 'v2'), x402Config: paid(walletB) },
    ]);
    expect([...moved.sharedHosts()]).toEqual(['two.example.com']);
    expect(moved.idsAt('one.example.com')).toEqual([]);
    expect(moved.remove([one.id, two.id]).idsAt('two.example.com')).toEqual([]);
  });

  it('hold one entry for a service, whose wallets may be named many times', () => {
    const offer = { method: 'GET', network: 'polygon', pricing: rain.declared.pricing } as const;
    const service = aService({
      x402Config: paid(walletA),
      offers: [
        offer,
        { ...offer, paymentAddress: walletA.toLowerCase() },
        { ...offer, paymentAddress: walletB },
      ],
    });
    const snapshot = aSnapshot().declare([service]);

    expect(snapshot.idsPaidTo(evm(walletA))).toEqual([service.id]);
    expect(snapshot.idsPaidTo(evm(walletB))).toEqual([service.id]);
  });

  it.each(['', '__proto__', 'constructor', 'other.example.com'])('are none for %j', (text) => {
    const snapshot = aSnapshot([rain]);
    expect(snapshot.idsAt(text)).toEqual([]);
    expect(snapshot.idsPaidTo({ family: 'other', address: text })).toEqual([]);
  });
});

/** Random services: few endpoints, owners, wallets and names, so that they meet often. */
const payees = ['eip155:0xa', 'eip155:0xb', 'solana:S', 'other:__proto__'].map(payeeOf);
const wallets = fc.constantFrom(
  { network: 'base', paymentAddress: '0xA' },
  { network: 'polygon', paymentAddress: '0xa' },
  { network: 'base', paymentAddress: '0xB' },
  { network: 'solana', paymentAddress: 'S' },
  { network: 'near:mainnet', paymentAddress: '__proto__' },
);
const furtherPayees = fc.subarray(payees.map(payeeKey));
const [ids, endpoints, owners] = [
  Array.from({ length: 6 }, (_, i) => aService({ name: `Service ${String(i)}` }).id),
  Array.from({ length: 4 }, (_, i) => `https://e${String(i % 2)}.example.com/${String(i)}`),
  [undefined, 'acme', '__proto__', 'github:9919'],
];
const declarations = fc
  .record({
    id: fc.constantFrom(...ids),
    endpoint: fc.constantFrom(...endpoints),
    owner: fc.constantFrom(...owners),
    x402Config: wallets,
  })
  .map((overrides) => ({ ...rain.declared, ...overrides }));
const changes = fc.record({
  kind: fc.constantFrom('declare', 'observe', 'bury', 'remove'),
  seen: furtherPayees,
  services: fc.uniqueArray(declarations, { selector: ({ id }) => id, maxLength: 3 }),
});

/** The same as a snapshot, found by looking at everything. */
class NaiveCatalog {
  readonly listed = new Map<string, DeclaredService>();
  readonly tombstones = new Map<string, Tombstone>();
  readonly seen = new Map<string, readonly string[]>();

  /** The catalog never lists two services with one endpoint; callers see to that. */
  canDeclare(services: readonly DeclaredService[]): boolean {
    const after = new Map([...this.listed, ...services.map((service) => [service.id, service] as const)]);
    const taken = [...after.values()].map(({ endpoint }) => endpoint);
    return new Set(taken).size === taken.length;
  }

  declare(services: readonly DeclaredService[]): void {
    for (const service of services) {
      this.listed.set(service.id, service);
      this.tombstones.delete(service.id);
    }
  }

  remove(gone: readonly string[]): void {
    for (const id of gone) {
      this.listed.delete(id);
      this.seen.delete(id);
      this.tombstones.delete(id);
    }
  }

  bury(stones: readonly Tombstone[]): void {
    this.remove(stones.map(({ id }) => id));
    for (const stone of stones) this.tombstones.set(stone.id, stone);
  }

  idAt(endpoint: string): string | undefined {
    return [...this.listed.values()].find((service) => service.endpoint === endpoint)?.id;
  }

  idsOf(owner: string): string[] {
    return [...this.listed.values()].filter((service) => service.owner === owner).map(({ id }) => id);
  }

  idsAt(host: string): string[] {
    return [...this.listed.values()]
      .filter(({ endpoint }) => new URL(endpoint).hostname === host)
      .map(({ id }) => id);
  }

  idsPaidTo(payee: Payee): string[] {
    const paidTo = ({ id, x402Config: { network, paymentAddress } }: DeclaredService): string[] => [
      payeeKey(payeeOn(network, paymentAddress)),
      ...(this.seen.get(id) ?? []),
    ];
    return [...this.listed.values()]
      .filter((service) => paidTo(service).includes(payeeKey(payee)))
      .map(({ id }) => id);
  }

  graveAt(endpoint: string): Tombstone | undefined {
    if (this.idAt(endpoint) !== undefined) return undefined;

    return [...this.tombstones.values()]
      .filter((stone) => stone.endpoint === endpoint)
      .sort((a, b) => b.deletedAt.localeCompare(a.deletedAt))[0];
  }
}

/** Everything that a catalog says about these services, endpoints and owners. */
function answersOf(catalog: NaiveCatalog | Snapshot): unknown {
  const find = (id: string): unknown =>
    catalog instanceof Snapshot ? catalog.find(id)?.declared : catalog.listed.get(id);
  const tombstone = (id: string): unknown =>
    catalog instanceof Snapshot ? catalog.tombstone(id) : catalog.tombstones.get(id);

  return {
    found: ids.map(find),
    buried: ids.map(tombstone),
    at: endpoints.map((endpoint) => catalog.idAt(endpoint)),
    graves: endpoints.map((endpoint) => catalog.graveAt(endpoint)),
    hosts: ['e0.example.com', 'e1.example.com'].map((host) => [...catalog.idsAt(host)].sort()),
    paid: payees.map((payee) => [...catalog.idsPaidTo(payee)].sort()),
    owned: owners.map((owner) => [...catalog.idsOf(owner ?? '')].sort()),
  };
}

describe('a snapshot, after any changes,', () => {
  it('answers as a look at everything does, and as one made at once', () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 15 }), (steps) => {
        const naive = new NaiveCatalog();
        let snapshot = aSnapshot();
        for (const [i, { kind, services, seen }] of steps.entries()) {
          const at = new Date(i * 1000);
          if (kind === 'declare' && naive.canDeclare(services)) {
            naive.declare(services);
            snapshot = snapshot.declare(services);
          }
          if (kind === 'observe') {
            const facts = { ...noFacts, furtherPayees: seen };
            for (const { id } of services) if (naive.listed.has(id)) naive.seen.set(id, seen);
            snapshot = snapshot.observe(new Map(services.map(({ id }) => [id, { ...unobserved, facts }])));
          }
          if (kind === 'bury') {
            const stones = services.map((service, ms) =>
              tombstoneOf(service, { deletedAt: new Date(at.getTime() + ms).toISOString() }),
            );
            naive.bury(stones);
            snapshot = snapshot.bury(stones);
          }
          if (kind === 'remove') {
            const gone = services.map(({ id }) => id);
            naive.remove(gone);
            snapshot = snapshot.remove(gone);
          }
          expect(answersOf(snapshot)).toEqual(answersOf(naive));
        }

        const atOnce = aSnapshot([...snapshot.entries()], [...snapshot.tombstones()]);
        expect(answersOf(atOnce)).toEqual(answersOf(snapshot));
        expect(atOnce.size).toBe(snapshot.size);
        const shared = payees.filter((payee) => naive.idsPaidTo(payee).length > 1).map(payeeKey);
        expect([...snapshot.sharedPayees()].map(payeeKey).sort()).toEqual(shared.sort());
      }),
      { numRuns: 500 },
    );
  });
});

describe('categories and version', () => {
  it('can be replaced without changing the services', () => {
    const [first] = categories;
    const version = { ...catalogVersion, unbuilt: 3 };
    const snapshot = aSnapshot([rain])
      .withCategories(first ? [first] : [])
      .at(version);

    expect(snapshot.categories).toEqual([first]);
    expect(snapshot.version).toBe(version);
    expect([...snapshot.entries()]).toEqual([rain]);
  });

  it('give a label of the commit and the number of unbuilt changes', () => {
    expect(versionLabel({ ...catalogVersion, unbuilt: 0 })).toBe(catalogVersion.commit);
    expect(versionLabel({ ...catalogVersion, unbuilt: 7 })).toBe(`${catalogVersion.commit}+7`);
  });
});
