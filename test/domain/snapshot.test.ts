import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unobserved } from '../../src/domain/service.ts';
import { versionLabel } from '../../src/domain/snapshot.ts';
import { catalogs } from '../fixtures/arbitraries.ts';
import { anEntry, aService, aSnapshot, categories, catalogVersion } from '../fixtures/services.ts';

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
