import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { SimilarServices } from '../../../src/build/similar-services.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { type Entry, idOf, unobservedEntry } from '../../../src/domain/snapshot.ts';
import { Search } from '../../../src/search/search.ts';
import { similarShown } from '../../../src/site/service-page.ts';
import { generateRegistrations } from '../../../bench/generate.ts';
import { aService, aSnapshot, categories } from '../../fixtures/services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const at = new Date('2026-02-01T12:00:00.000Z');

const categoryIds = categories.map(({ id }) => id);

/** Services of many words, of which some are alike. */
const services = Array.from(generateRegistrations(250, categoryIds, 5), (made) => aService(made));
const [first, second, ...others] = services as [DeclaredService, DeclaredService, ...DeclaredService[]];
const { name, description, category } = first;
const likeFirst = aService({ name, description, category, endpoint: 'https://new.example.com' });

/** The folder of a build of these services. */
let last: string;

beforeEach(async () => {
  last = await buildOf(services);
});

function catalogWith(entries: readonly Entry[], time = at) {
  const snapshot = aSnapshot(entries);
  return { snapshot, search: new Search(snapshot), at: time };
}

async function buildOf(listed: readonly DeclaredService[]): Promise<string> {
  const folder = await temporaryFolder();
  const catalog = catalogWith(listed.map(unobservedEntry));
  const similar = await SimilarServices.since(undefined, catalog);
  for (const entry of catalog.snapshot.entries()) await similar.of(entry);
  similar.save(folder);
  return folder;
}

interface Reused {
  readonly id: string;
  readonly similar: readonly string[];
  /** What a search finds now. */
  readonly found: readonly string[];
}

/** The services whose similar ones are taken from the last build. */
async function reusedIn(entries: readonly Entry[], { time = at, build = last } = {}): Promise<Reused[]> {
  const catalog = catalogWith(entries, time);
  const { snapshot, search } = catalog;
  const searched = new Set<string>();
  const counted = {
    similar: (entry: Entry) => {
      searched.add(idOf(entry));
      return search.similar(entry);
    },
    likened: (entry: Entry, most: number) => search.likened(entry, most),
  };
  const services = await SimilarServices.since(build, { ...catalog, search: counted });

  const reused: Reused[] = [];
  for (const entry of snapshot.entries()) {
    const similar = (await services.of(entry)).map(idOf);
    const found = (await search.similar(entry)).slice(0, similarShown).map(idOf);
    if (searched.has(idOf(entry))) expect(similar).toEqual(found);
    else reused.push({ id: idOf(entry), similar, found });
  }
  return reused;
}

const entriesOf = (listed: readonly DeclaredService[]): Entry[] => listed.map(unobservedEntry);
const has = (reused: readonly Reused[], { id }: DeclaredService): boolean =>
  reused.some((each) => each.id === id);

describe('the similar services of a build', () => {
  it('are those of the last build where nothing changed', async () => {
    const reused = await reusedIn(entriesOf(services));

    expect(reused).toHaveLength(services.length);
    expect(reused.map(({ similar }) => similar)).toEqual(reused.map(({ found }) => found));
  });

  it.each<[string, readonly DeclaredService[]]>([
    ['a service is new', [...services, likeFirst]],
    ['a service changed', [{ ...first, description: second.description }, second, ...others]],
    ['a service is gone', [second, ...others]],
  ])('are searched again around it when %s', async (_what, listed) => {
    const reused = await reusedIn(entriesOf(listed));
    const known = new Set(services.map(({ id }) => id));
    const changed = [first, ...listed.filter(({ id }) => !known.has(id))];

    expect(reused.length).toBeGreaterThan(services.length / 8);
    for (const { similar, found } of reused) {
      for (const { id } of changed) expect(similar.includes(id)).toBe(found.includes(id));
    }
  });

  it('are searched again around a service that became inactive', async () => {
    const entries = entriesOf(services).map((entry): Entry =>
      idOf(entry) === first.id ? { ...entry, observed: { ...entry.observed, status: 'inactive' } } : entry,
    );
    const reused = await reusedIn(entries);

    expect(has(reused, first)).toBe(false);
    for (const { similar } of reused) expect(similar).not.toContain(first.id);
  });

  it('are searched again for a service that changed', async () => {
    const reused = await reusedIn(entriesOf([{ ...first, name: 'Another name' }, second, ...others]));

    expect(has(reused, first)).toBe(false);
  });

  it('are searched again for a service that changed only its tags, whose words are searched', async () => {
    const reused = await reusedIn(entriesOf([{ ...first, tags: ['glacier'] }, second, ...others]));

    expect(has(reused, first)).toBe(false);
  });

  it('are all searched again on another day, and after many changes', async () => {
    const renamed = services.map((service, i) => (i % 5 === 0 ? { ...service, name: 'New' } : service));
    const tomorrow = new Date('2026-02-02T00:00:00.000Z');

    expect(await reusedIn(entriesOf(services), { time: tomorrow })).toEqual([]);
    expect(await reusedIn(entriesOf(renamed))).toEqual([]);
  });

  it('are all searched again when the file of the last build is damaged', async () => {
    const build = await buildOf(services);
    await truncate(join(build, 'similar.json'), 100);

    expect(await reusedIn(entriesOf(services), { build })).toEqual([]);
  });
});
