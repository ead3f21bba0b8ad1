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

  it.each(['', 'unknown', '__proto__', 'constructor'])('knows nothing of %j', (id) => {
    const snapshot = aSnapshot([rain]);

    expect(snapshot.find(id)).toBeUndefined();
    expect(snapshot.idAt(id)).toBeUndefined();
    expect(snapshot.hasCategory(id)).toBe(false);
  });

  it('calls a category by its name, and one it does not have by its id', () => {
    expect(aSnapshot().categoryName('weather-environment')).toBe('Weather & Environment');
    expect(aSnapshot().categoryName('gone')).toBe('gone');
  });

  it('has, after any changes, what the same services made at once have', () => {
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

describe('declaring', () => {
  it('adds a service that nothing was observed of', () => {
    const snapshot = aSnapshot([rain]).declare([snow.declared]);

    expect(snapshot.find(snow.declared.id)).toEqual({ declared: snow.declared, observed: unobserved });
    expect(snapshot.idAt(snow.declared.endpoint)).toBe(snow.declared.id);
  });

  it('keeps what was observed of a service that is declared anew', () => {
    const changed = { ...rain.declared, description: 'Rain, better told.' };
    const snapshot = aSnapshot([rain]).declare([changed]);

    expect(snapshot.find(changed.id)).toEqual({ declared: changed, observed: rain.observed });
    expect(snapshot.size).toBe(1);
  });

  it('leaves the snapshot it started from as it was', () => {
    const before = aSnapshot([rain]);
    before.declare([snow.declared]);
    before.remove([rain.declared.id]);

    expect([...before.entries()]).toEqual([rain]);
    expect(before.idAt(snow.declared.endpoint)).toBeUndefined();
    expect(before.idAt(rain.declared.endpoint)).toBe(rain.declared.id);
  });
});

describe('removing', () => {
  it('frees the id and the endpoint', () => {
    const snapshot = aSnapshot([rain, snow]).remove([rain.declared.id]);

    expect(snapshot.find(rain.declared.id)).toBeUndefined();
    expect(snapshot.idAt(rain.declared.endpoint)).toBeUndefined();
    expect(snapshot.size).toBe(1);
  });

  it('of what is not there changes nothing', () => {
    expect([...aSnapshot([rain]).remove(['unknown', '__proto__']).entries()]).toEqual([rain]);
  });

  it('and declaring under a new name moves the endpoint to the new id', () => {
    const renamed = aService({ name: 'Rain Anew', endpoint: rain.declared.endpoint });
    const snapshot = aSnapshot([rain]).remove([rain.declared.id]).declare([renamed]);

    expect(snapshot.idAt(rain.declared.endpoint)).toBe(renamed.id);
  });
});

describe('its categories and version', () => {
  it('are replaced with the services kept', () => {
    const [first] = categories;
    const version = { ...catalogVersion, unbuilt: 3 };
    const snapshot = aSnapshot([rain])
      .withCategories(first ? [first] : [])
      .at(version);

    expect(snapshot.categories).toEqual([first]);
    expect(snapshot.version).toBe(version);
    expect([...snapshot.entries()]).toEqual([rain]);
  });

  it('is labelled with the commit, and with the number of changes that no build holds yet', () => {
    expect(versionLabel({ ...catalogVersion, unbuilt: 0 })).toBe(catalogVersion.commit);
    expect(versionLabel({ ...catalogVersion, unbuilt: 7 })).toBe(`${catalogVersion.commit}+7`);
  });
});
