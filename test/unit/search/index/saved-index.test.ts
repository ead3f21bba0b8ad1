import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entry, unobservedEntry } from '../../../../src/domain/snapshot.ts';
import { readSections, writeSections } from '../../../../src/search/index/sections.ts';
import { VectorTable } from '../../../../src/search/index/vector-table.ts';
import { Search } from '../../../../src/search/search.ts';
import { catalogs } from '../../../fixtures/arbitraries.ts';
import { dimensions, fill, readWithMeaning } from '../../../fixtures/meanings.ts';
import { anEntry, aSnapshot } from '../../../fixtures/services.ts';
import { answersOf, changes, follow, play } from '../../../fixtures/changes.ts';
import { caseCount } from '../../../support/cases.ts';

const numRuns = caseCount(25);

const catalog = Array.from({ length: 20 }, (_, i) =>
  anEntry({ name: `Rain radar ${String(i)}`, endpoint: `https://api${String(i)}.example.com` }),
);

function fileOf(pieces: Iterable<Uint8Array>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat([...pieces]));
}

const saved = (entries: readonly Entry[]): Uint8Array => fileOf(new Search(aSnapshot(entries)).save());

describe('a saved index', () => {
  it('answers as the index did that was saved', () => {
    fc.assert(
      fc.property(catalogs(15), (entries) => {
        const snapshot = aSnapshot(entries);
        const search = Search.load(saved(entries), snapshot);

        expect(search && answersOf(search)).toEqual(answersOf(new Search(snapshot)));
      }),
      { numRuns },
    );
  });

  it('includes changes from before and after it was saved, or is discarded', () => {
    fc.assert(
      fc.property(catalogs(15), changes, fc.nat(3), fc.nat(6), (entries, given, maxUnmerged, savedAfter) => {
        const first = aSnapshot(entries);
        const search = new Search(first, { maxUnmerged, sliceCost: 1 });
        const steps = [...play(first, given)];
        const now = steps.at(-1)?.snapshot ?? first;

        for (const step of steps.slice(0, savedAfter)) {
          follow(search, step);
          search.work();
        }
        const loaded = Search.load(fileOf(search.save()), now);

        if (loaded) expect(answersOf(loaded)).toEqual(answersOf(new Search(now)));
      }),
      { numRuns },
    );
  });

  it('shows what is observed now, whatever was observed when it was saved', () => {
    const checked = catalog.map(({ declared }) => ({
      declared,
      observed: anEntry({}, { status: 'verified', trustScore: 80, chains: ['base', 'polygon'] }).observed,
    }));
    const fresh = catalog.map(({ declared }) => unobservedEntry(declared));
    const optedOut = fresh.map(({ declared }) => unobservedEntry({ ...declared, probing: false }));

    for (const before of [checked, fresh, optedOut]) {
      for (const now of [checked, fresh]) {
        const loaded = Search.load(saved(before), aSnapshot(now));
        if (loaded) expect(answersOf(loaded)).toEqual(answersOf(new Search(aSnapshot(now))));
      }
    }
    expect(Search.load(saved(fresh), aSnapshot(fresh))).toBeDefined();
  });

  it('follows its catalog after it was loaded', () => {
    const file = saved(catalog);
    const start = aSnapshot(catalog.slice(2).concat(anEntry({ name: 'Rain maps' })));

    fc.assert(
      fc.property(changes, fc.nat(4), (given, maxUnmerged) => {
        const search = Search.load(file, start, { maxUnmerged });
        if (!search) throw new Error('the saved index was discarded');

        for (const step of play(start, given)) {
          follow(search, step);
          search.work();
          expect(answersOf(search)).toEqual(answersOf(new Search(step.snapshot)));
        }
      }),
      { numRuns },
    );
  });

  it('is loaded when a few services are new, gone or different', () => {
    const other = anEntry({
      name: 'Rain radar 3',
      endpoint: 'https://api3.example.com',
      description: 'New.',
    });
    const now = aSnapshot([...catalog.slice(0, 3), other, ...catalog.slice(5)]);
    const search = Search.load(saved(catalog), now);

    expect(search?.list({ wanted: search.readKeywords('new'), limit: 10, offset: 0 }).entries).toEqual([
      other,
    ]);
    expect(search && answersOf(search)).toEqual(answersOf(new Search(now)));
  });

  it('puts all services of a name first when one of them is gone', () => {
    const sameName = Array.from({ length: 8 }, (_, i) =>
      anEntry({ name: 'Rain', endpoint: `https://api${String(i)}.example.com` }),
    );
    const longerName = anEntry({ name: 'Rain rain', description: 'Rain.' });
    const inOrder = sameName.toSorted((a, b) => (a.declared.id < b.declared.id ? -1 : 1));

    for (const gone of sameName) {
      const now = aSnapshot([...sameName, longerName].filter((entry) => entry !== gone));
      const search = Search.load(saved([...sameName, longerName]), now);
      const found = search?.list({ wanted: search.readKeywords('rain'), limit: 10, offset: 0 });

      expect(found?.entries).toEqual([...inOrder.filter((entry) => entry !== gone), longerName]);
    }
  });

  it('is loaded without vectors, and then takes the same ones', () => {
    fc.assert(
      fc.property(catalogs(15), (entries) => {
        const snapshot = aSnapshot(entries);
        const table = new VectorTable(dimensions);
        const search = new Search(snapshot);
        search.useVectors(table);
        fill(search);

        const loaded = Search.load(fileOf(search.save()), snapshot);
        if (!loaded) throw new Error('the saved index was discarded');
        expect(loaded.vectors).toBeUndefined();
        expect(answersOf(loaded)).toEqual(answersOf(new Search(snapshot)));

        loaded.useVectors(table);
        expect(loaded.missingVectors(1)).toEqual([]);
        const read = (by: Search) => (text: string) => readWithMeaning(by, text);
        expect(answersOf(loaded, read(loaded))).toEqual(answersOf(search, read(search)));
      }),
      { numRuns },
    );
  });

  it('is discarded when more than a fifth of it is stale', () => {
    expect(Search.load(saved(catalog), aSnapshot(catalog.slice(5)))).toBeUndefined();
    expect(Search.load(saved(catalog.slice(5)), aSnapshot(catalog))).toBeUndefined();
    expect(Search.load(saved([]), aSnapshot(catalog))).toBeUndefined();
  });

  it('is discarded when a category was renamed', () => {
    const snapshot = aSnapshot(catalog);
    const [first, ...others] = snapshot.categories;
    if (!first) throw new Error('there are no categories');

    const renamed = snapshot.withCategories([{ ...first, name: 'Another' }, ...others]);
    expect(Search.load(saved(catalog), renamed)).toBeUndefined();
  });

  it('is discarded when any byte is damaged', () => {
    const file = saved(catalog.slice(0, 3));

    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (place, change) => {
        const damaged = file.slice();
        damaged[place] = (damaged[place] ?? 0) ^ change;

        expect(Search.load(damaged, aSnapshot(catalog.slice(0, 3)))).toBeUndefined();
      }),
      { numRuns: caseCount(300) },
    );
  });

  it('is discarded when any part of it is missing', () => {
    const file = saved(catalog.slice(0, 1));

    for (let length = 0; length < file.length; length += 1) {
      expect(Search.load(file.slice(0, length), aSnapshot(catalog.slice(0, 1)))).toBeUndefined();
    }
  });

  it.each(['format', 'ranking'])('is discarded when it has another %s', (what) => {
    const sections = readSections(saved(catalog)) ?? new Map<string, Uint8Array>();
    const header: unknown = JSON.parse(new TextDecoder().decode(sections.get('header')));
    const older = { ...(header as object), [what]: 0 };
    const file = fileOf(
      writeSections(new Map([...sections, ['header', new TextEncoder().encode(JSON.stringify(older))]])),
    );

    expect(readSections(file)).toBeDefined();
    expect(Search.load(file, aSnapshot(catalog))).toBeUndefined();
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['zeros', new Uint8Array(4096)],
    ['a text', new TextEncoder().encode('{"format": 1}'.padEnd(64))],
  ])('is discarded when the file holds %s', (_what, file) => {
    expect(Search.load(file, aSnapshot(catalog))).toBeUndefined();
  });

  it('is loaded from the middle of a buffer too', () => {
    const file = saved(catalog);
    const inside = new Uint8Array(file.length + 3);
    inside.set(file, 3);

    expect(Search.load(inside.subarray(3), aSnapshot(catalog))).toBeDefined();
  });
});
