import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noFacts } from '../../../src/domain/facts.ts';
import { payeeKey, payeeOf, payeeOn } from '../../../src/domain/payee.ts';
import { type DeclaredService, type Observed, unobserved } from '../../../src/domain/service.ts';
import type { Tombstone } from '../../../src/domain/tombstone.ts';
import type { Snapshot } from '../../../src/domain/snapshot.ts';
import { type Entry, versionLabel } from '../../../src/domain/snapshot.ts';
import {
  anEntry,
  aService,
  aSnapshot,
  categories,
  catalogVersion,
  tombstoneOf,
} from '../../fixtures/services.ts';
import { caseCount } from '../../support/cases.ts';

const rain = anEntry(
  { name: 'Rain', endpoint: 'https://api.example.com/rain' },
  { status: 'verified', trustScore: 80 },
);
const snow = anEntry({ name: 'Snow', endpoint: 'https://api.example.com/snow' });

describe('a snapshot', () => {
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
});

it('keeps the observations of a service that is declared again', () => {
  const changed = { ...rain.declared, description: 'Rain, better told.' };
  const snapshot = aSnapshot([rain]).declare([changed]);

  expect(snapshot.find(changed.id)).toEqual({ declared: changed, observed: rain.observed });
});

describe('a removed service', () => {
  const moved = { ...rain.declared, endpoint: 'https://api.example.com/rain/2' };
  const grave = tombstoneOf(rain.declared);

  it('is not found at its endpoint while another service has that, but is again afterwards', () => {
    const heir = aService({ name: 'Heir', endpoint: rain.declared.endpoint });
    const inherited = aSnapshot([rain]).bury([grave]).declare([heir]);
    expect(inherited.tombstoneAt(heir.endpoint)).toBeUndefined();

    const left = inherited.declare([{ ...heir, endpoint: moved.endpoint }]);
    expect(left.tombstoneAt(heir.endpoint)).toBe(grave);
    expect(left.idAt(heir.endpoint)).toBeUndefined();
  });

  it('stays the tombstone of its endpoint when a later one there is listed again elsewhere', () => {
    const heir = aService({ name: 'Heir', endpoint: rain.declared.endpoint });
    const later = tombstoneOf(heir, { deletedAt: '2026-03-01T00:00:00.000Z' });
    const both = aSnapshot([rain]).bury([later, grave]);
    expect(both.tombstoneAt(heir.endpoint)).toBe(later);

    expect(both.declare([{ ...heir, endpoint: moved.endpoint }]).tombstoneAt(heir.endpoint)).toBe(grave);
  });

  it('counts as listed where both of its files exist', () => {
    const snapshot = aSnapshot([rain], [grave]);

    expect(snapshot.find(rain.declared.id)).toBe(rain);
    expect(snapshot.tombstone(rain.declared.id)).toBeUndefined();
  });
});

describe('an endpoint', () => {
  it('can be swapped with that of another service in one change', () => {
    const snapshot = aSnapshot([rain, snow]).declare([
      { ...rain.declared, endpoint: snow.declared.endpoint },
      { ...snow.declared, endpoint: rain.declared.endpoint },
    ]);

    expect(snapshot.idAt(snow.declared.endpoint)).toBe(rain.declared.id);
    expect(snapshot.idAt(rain.declared.endpoint)).toBe(snow.declared.id);
  });
});

describe('the owners, hosts and wallets of a snapshot', () => {
  it('have one entry for a service, whose wallets may be named many times', () => {
    const [walletA, walletB] = [`0x${'A'.repeat(40)}`, `0x${'b'.repeat(40)}`];
    const offer = { method: 'GET', network: 'polygon', pricing: rain.declared.pricing } as const;
    const service = aService({
      x402Config: { paymentAddress: walletA, network: 'base' },
      offers: [
        offer,
        { ...offer, paymentAddress: walletA.toLowerCase() },
        { ...offer, paymentAddress: walletB },
      ],
    });
    const snapshot = aSnapshot().declare([service]);

    for (const wallet of [walletA, walletB]) {
      expect(snapshot.idsPaidTo(payeeOn('base', wallet))).toEqual([service.id]);
    }
  });

  it.each(['', '__proto__', 'constructor', 'other.example.com'])('are none for %j', (text) => {
    const snapshot = aSnapshot([rain]);
    expect(snapshot.idsOf(text)).toEqual([]);
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
  ['__proto__', ...Array.from({ length: 3 }, (_, i) => aService({ name: `Service ${String(i)}` }).id)],
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
  kind: fc.constantFrom('declare', 'declare', 'observe', 'observe', 'bury', 'remove'),
  seen: furtherPayees,
  services: fc.uniqueArray(declarations, { selector: ({ id }) => id, minLength: 1, maxLength: 3 }),
});

const hosts = ['e0.example.com', 'e1.example.com'];

/** Everything that a snapshot says about these services, endpoints, hosts, wallets and owners. */
function answersOf(snapshot: Snapshot): Answers {
  return {
    size: snapshot.size,
    found: ids.map((id) => snapshot.find(id)),
    buried: ids.map((id) => snapshot.tombstone(id)),
    at: endpoints.map((endpoint) => snapshot.idAt(endpoint)),
    reserved: endpoints.map((endpoint) => snapshot.tombstoneAt(endpoint)),
    hosts: hosts.map((host) => [...snapshot.idsAt(host)].sort()),
    paid: payees.map((payee) => [...snapshot.idsPaidTo(payee)].sort()),
    owned: owners.map((owner) => [...snapshot.idsOf(owner ?? '')].sort()),
    sharedHosts: [...snapshot.sharedHosts()].sort(),
    sharedPayees: [...snapshot.sharedPayees()].map(payeeKey).sort(),
    entries: new Set(snapshot.entries()),
    tombstones: new Set(snapshot.tombstones()),
  };
}

type Answers = Readonly<Record<string, unknown>>;

/** The same as a snapshot, found by looking at everything. */
class NaiveCatalog {
  readonly listed = new Map<string, Entry>();
  readonly tombstones = new Map<string, Tombstone>();

  /** The catalog never lists two services with one endpoint; callers see to that. */
  canDeclare(services: readonly DeclaredService[]): boolean {
    const after = new Map(this.#services().map((service) => [service.id, service]));
    for (const service of services) after.set(service.id, service);
    return new Set([...after.values()].map(({ endpoint }) => endpoint)).size === after.size;
  }

  declare(services: readonly DeclaredService[]): void {
    for (const declared of services) {
      const observed = this.listed.get(declared.id)?.observed ?? unobserved;
      this.listed.set(declared.id, { declared, observed });
      this.tombstones.delete(declared.id);
    }
  }

  observe(seen: ReadonlyMap<string, Observed>): void {
    for (const [id, observed] of seen) {
      const entry = this.listed.get(id);
      if (entry) this.listed.set(id, { ...entry, observed });
    }
  }

  remove(gone: readonly string[]): void {
    for (const id of gone) {
      this.listed.delete(id);
      this.tombstones.delete(id);
    }
  }

  bury(stones: readonly Tombstone[]): void {
    this.remove(stones.map(({ id }) => id));
    for (const stone of stones) this.tombstones.set(stone.id, stone);
  }

  get answers(): Answers {
    const all = this.#services();
    const idsWhere = (fits: (service: DeclaredService) => boolean): string[] =>
      all
        .filter(fits)
        .map(({ id }) => id)
        .sort();
    const atHosts = hosts.map((host) => idsWhere(({ endpoint }) => new URL(endpoint).hostname === host));
    const paid = payees.map((payee) =>
      idsWhere((service) => this.#keysOf(service).includes(payeeKey(payee))),
    );
    const at = endpoints.map((endpoint) => all.find((service) => service.endpoint === endpoint)?.id);

    return {
      size: all.length,
      found: ids.map((id) => this.listed.get(id)),
      buried: ids.map((id) => this.tombstones.get(id)),
      at,
      reserved: endpoints.map((endpoint, i) => (at[i] === undefined ? this.#lastAt(endpoint) : undefined)),
      hosts: atHosts,
      paid,
      owned: owners.map((owner) =>
        owner === undefined ? [] : idsWhere((service) => service.owner === owner),
      ),
      sharedHosts: hosts.filter((_, i) => (atHosts[i] ?? []).length > 1),
      sharedPayees: payees
        .filter((_, i) => (paid[i] ?? []).length > 1)
        .map(payeeKey)
        .sort(),
      entries: new Set(this.listed.values()),
      tombstones: new Set(this.tombstones.values()),
    };
  }

  #services(): DeclaredService[] {
    return Array.from(this.listed.values(), ({ declared }) => declared);
  }

  #keysOf({ id, x402Config: { network, paymentAddress } }: DeclaredService): string[] {
    const { furtherPayees = [] } = this.listed.get(id)?.observed.facts ?? {};
    return [payeeKey(payeeOn(network, paymentAddress)), ...furtherPayees];
  }

  #lastAt(endpoint: string): Tombstone | undefined {
    return [...this.tombstones.values()]
      .filter((stone) => stone.endpoint === endpoint)
      .sort((a, b) => b.deletedAt.localeCompare(a.deletedAt))[0];
  }
}

describe('a snapshot, after any changes,', () => {
  it('answers as a look at everything does, and as one made at once, and the earlier ones as before', () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 15, size: 'max' }), (steps) => {
        const naive = new NaiveCatalog();
        const earlier: [Snapshot, Answers][] = [];
        let snapshot = aSnapshot();
        for (const [i, { kind, services, seen }] of steps.entries()) {
          if (kind === 'declare' && naive.canDeclare(services)) {
            naive.declare(services);
            snapshot = snapshot.declare(services);
          }
          if (kind === 'observe') {
            const observed = { ...unobserved, trustScore: i, facts: { ...noFacts, furtherPayees: seen } };
            const all = new Map(services.map(({ id }) => [id, observed]));
            naive.observe(all);
            snapshot = snapshot.observe(all);
          }
          if (kind === 'bury') {
            const stones = services.map((service, ms) =>
              tombstoneOf(service, { deletedAt: new Date(i * 1000 + ms).toISOString() }),
            );
            naive.bury(stones);
            snapshot = snapshot.bury(stones);
          }
          if (kind === 'remove') {
            const gone = services.map(({ id }) => id);
            naive.remove(gone);
            snapshot = snapshot.remove(gone);
          }
          const { answers } = naive;
          expect(answersOf(snapshot)).toEqual(answers);
          earlier.push([snapshot, answers]);
        }

        for (const [before, answers] of earlier) expect(answersOf(before)).toEqual(answers);
        const atOnce = aSnapshot([...snapshot.entries()], [...snapshot.tombstones()]);
        expect(answersOf(atOnce)).toEqual(answersOf(snapshot));
      }),
      { numRuns: caseCount(60) },
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
