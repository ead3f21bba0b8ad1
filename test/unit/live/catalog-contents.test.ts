import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Entry, Snapshot } from '../../../src/domain/snapshot.ts';
import { CatalogContents } from '../../../src/live/catalog-contents.ts';
import { Turns } from '../../../src/live/turns.ts';
import { bodyOf } from '../../../src/views/body.ts';
import { Service, serviceView } from '../../../src/views/service.ts';
import { catalogs } from '../../fixtures/arbitraries.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';
import { caseCount } from '../../support/cases.ts';

const fresh = (): CatalogContents => new CatalogContents(new Turns());
const tagOf = async (snapshot: Snapshot): Promise<string> => (await fresh().of(snapshot)).tag;
const tagOfOne = (entry: Entry): Promise<string> => tagOf(aSnapshot([entry]));
const textOf = (entries: Iterable<Entry>): string[] =>
  [...entries].map((entry) => bodyOf(serviceView(entry)));

const one = anEntry(
  { pricing: { currency: 'USDC', pricePerRequest: '0.10', freeQuota: 3 } },
  { status: 'verified', trustScore: 50, chains: ['base'] },
);

/** The same service with another value of a field. */
const changed: Readonly<Record<keyof Service, Entry>> = {
  id: { ...one, declared: { ...one.declared, id: 'other-00000000' } },
  name: declaring({ name: 'Other' }),
  description: declaring({ description: 'Other.' }),
  endpoint: declaring({ endpoint: 'https://other.example.com' }),
  category: declaring({ category: 'ai-inference' }),
  pricing: declaring({ pricing: { ...one.declared.pricing, freeQuota: 4 } }),
  x402Config: declaring({ x402Config: { ...one.declared.x402Config, network: 'base' } }),
  trustScore: { ...one, observed: { ...one.observed, trustScore: 51 } },
  status: { ...one, observed: { ...one.observed, status: 'inactive' } },
  supportedChains: { ...one, observed: { ...one.observed, chains: ['base', 'eip155:480'] } },
  createdAt: declaring({ createdAt: '2020-01-01T00:00:00.000Z' }),
  updatedAt: declaring({ updatedAt: '2027-01-01T00:00:00.000Z' }),
};

function declaring(change: Partial<Entry['declared']>): Entry {
  return { ...one, declared: { ...one.declared, ...change } };
}

describe('the services of a snapshot', () => {
  it('are all there, sorted by id, after any sequence of changes', async () => {
    const steps = fc.array(
      fc.record({ put: catalogs(5), removed: fc.array(fc.nat(), { maxLength: 3 }), seen: fc.nat(100) }),
      { maxLength: 4 },
    );

    await fc.assert(
      fc.asyncProperty(catalogs(20), steps, async (entries, changes) => {
        const contents = fresh();
        let snapshot = aSnapshot(entries);
        for (const { put, removed, seen } of changes) {
          const ids = [...snapshot.entries()].map(({ declared }) => declared.id);
          const gone = removed.flatMap((at) => ids[at % Math.max(1, ids.length)] ?? []);
          await contents.of(snapshot);
          snapshot = snapshot.remove(gone).declare(put.map(({ declared }) => declared));
          snapshot = snapshot.observe(
            new Map(
              [...snapshot.entries()].map(({ declared, observed }) => [
                declared.id,
                { ...observed, trustScore: seen },
              ]),
            ),
          );
        }

        const { services, tag } = await contents.of(snapshot);
        expect(textOf(services())).toEqual(textOf(snapshot.entriesById()));
        expect(tag).toBe(await tagOf(snapshot));
      }),
      { numRuns: caseCount(15) },
    );
  });

  it('stay those of the snapshot, whatever is read later', async () => {
    const contents = fresh();
    const before = aSnapshot([one]);
    const { services } = await contents.of(before);
    await contents.of(before.remove([one.declared.id]));

    expect(textOf(services())).toEqual(textOf([one]));
  });

  it('are read once for each snapshot', async () => {
    const contents = fresh();
    const snapshot = aSnapshot([one]);

    expect(await contents.of(snapshot)).toBe(await contents.of(snapshot));
  });
});

describe('the tag of the services', () => {
  it('is the same for the same services, in any order and on any server', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs(30), async (entries) => {
        expect(await tagOf(aSnapshot(entries.toReversed()))).toBe(await tagOf(aSnapshot(entries)));
      }),
      { numRuns: caseCount(10) },
    );
  });

  it.each(Object.keys(Service.shape) as (keyof Service)[])('changes with the field %s', async (field) => {
    const other = changed[field];

    expect(serviceView(other)[field]).not.toEqual(serviceView(one)[field]);
    expect(await tagOfOne(other)).not.toBe(await tagOfOne(one));
  });

  it('does not change with what no export shows', async () => {
    const seen = {
      ...one,
      observed: { ...one.observed, lastChecked: '2027-01-01T00:00:00.000Z', uptimeScore: 1 },
    };
    const owned = declaring({ owner: 'acme' });

    expect(await tagOfOne(seen)).toBe(await tagOfOne(one));
    expect(await tagOfOne(owned)).toBe(await tagOfOne(one));
  });

  it('changes when a service is added or removed', async () => {
    const other = anEntry({ endpoint: 'https://other.example.com' });
    const tags = await Promise.all(
      [[], [one], [other], [one, other]].map((entries) => tagOf(aSnapshot(entries))),
    );

    expect(new Set(tags).size).toBe(4);
  });
});
