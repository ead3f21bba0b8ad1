import { describe, expect, it } from 'vitest';
import { type FileRecords, groupOf, siteGroup } from '../../src/build/file-records.ts';
import { keptSimilar, similarNote } from '../../src/build/kept-similar.ts';
import type { DeclaredService } from '../../src/domain/service.ts';
import { type Entry, unobservedEntry } from '../../src/domain/snapshot.ts';
import { Search } from '../../src/search/search.ts';
import { similarShown } from '../../src/site/service-page.ts';
import { generateRegistrations } from '../../bench/generate.ts';
import { aService, aSnapshot, categories } from '../fixtures/services.ts';

const at = new Date('2026-02-01T12:00:00.000Z');

const categoryIds = categories.map(({ id }) => id);

/** Services of many words, of which some are alike. */
const services = Array.from(generateRegistrations(400, categoryIds, 5), (made) => aService(made));

function catalogOf(listed: readonly DeclaredService[], time = at) {
  const snapshot = aSnapshot(listed.map(unobservedEntry));
  return { snapshot, search: new Search(snapshot), at: time };
}

type Catalog = ReturnType<typeof catalogOf>;

/** What a build of a catalog keeps. */
function recordsOf(catalog: Catalog): FileRecords {
  const groups = Array.from(
    catalog.snapshot.entries(),
    (entry: Entry) => [entry.declared.id, groupOf('key', [], similarNote(entry, catalog))] as const,
  );
  return new Map([...groups, [siteGroup, groupOf('key', [])]]);
}

const shown = ({ search }: Catalog, entry: Entry): string[] =>
  search
    .similar(entry)
    .slice(0, similarShown)
    .map(({ declared }) => declared.id);

/** The services of which the next build does not look for what is similar, each with what it takes and what it would have found. */
function taken(before: Catalog, after: Catalog) {
  const similarOf = keptSimilar(after, recordsOf(before));

  return Array.from(after.snapshot.entries()).flatMap((entry) => {
    const similar = similarOf(entry.declared.id);
    return similar === undefined ? [] : [{ id: entry.declared.id, similar, found: shown(after, entry) }];
  });
}

const before = catalogOf(services);
const [first, second, ...others] = services as [DeclaredService, DeclaredService, ...DeclaredService[]];
const { name, description, category } = first;
const likeFirst = aService({ name, description, category, endpoint: 'https://new.example.com' });
const isLookedFor = (found: ReturnType<typeof taken>, { id }: DeclaredService): boolean =>
  !found.some((each) => each.id === id);

describe('what a build keeps of similar services', () => {
  it('is taken as it is where nothing changed', () => {
    const found = taken(before, catalogOf(services));

    expect(found).toHaveLength(services.length);
    expect(found.map(({ similar }) => similar)).toEqual(found.map(({ found: ids }) => ids));
  });

  it.each<[string, readonly DeclaredService[]]>([
    ['a service is new', [...services, likeFirst]],
    ['a service changed', [{ ...first, description: second.description }, second, ...others]],
    ['a service is gone', [second, ...others]],
  ])('is looked for again around it when %s', (_what, listed) => {
    const found = taken(before, catalogOf(listed));
    const known = new Set(services.map(({ id }) => id));
    const moved = [first, ...listed.filter(({ id }) => !known.has(id))];

    expect(found.length).toBeGreaterThan(services.length / 4);
    for (const { similar, found: now } of found) {
      for (const { id } of moved) expect(similar.includes(id)).toBe(now.includes(id));
    }
  });

  it('is looked for again around a service that nobody answers for any more', () => {
    const after = catalogOf(services);
    const entries = Array.from(after.snapshot.entries(), (entry): Entry =>
      entry.declared.id === first.id
        ? { ...entry, observed: { ...entry.observed, status: 'inactive' } }
        : entry,
    );
    const snapshot = aSnapshot(entries);
    const found = taken(before, { snapshot, search: new Search(snapshot), at });

    expect(isLookedFor(found, first)).toBe(true);
    for (const { similar } of found) expect(similar).not.toContain(first.id);
  });

  it('is looked for again when the service itself changed', () => {
    const found = taken(before, catalogOf([{ ...first, name: 'Another name' }, second, ...others]));

    expect(isLookedFor(found, first)).toBe(true);
  });

  it('is not taken on another day, nor after many changes', () => {
    const renamed = services.map((service, i) => (i % 5 === 0 ? { ...service, name: 'New' } : service));

    expect(taken(before, catalogOf(services, new Date('2026-02-02T00:00:00.000Z')))).toEqual([]);
    expect(taken(before, catalogOf(renamed))).toEqual([]);
  });
});
