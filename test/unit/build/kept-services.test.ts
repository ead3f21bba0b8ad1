import { describe, expect, it } from 'vitest';
import { groupOf, siteGroup } from '../../../src/build/file-groups.ts';
import { FileRecords } from '../../../src/build/file-records.ts';
import { keptServices } from '../../../src/build/kept-services.ts';
import { printNote } from '../../../src/build/service-note.ts';
import { serviceKeys } from '../../../src/build/service-keys.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { type Entry, idOf, unobservedEntry } from '../../../src/domain/snapshot.ts';
import { Search } from '../../../src/search/search.ts';
import { similarShown } from '../../../src/site/service-page.ts';
import { generateRegistrations } from '../../../bench/generate.ts';
import { anEntry, aService, aSnapshot, categories } from '../../fixtures/services.ts';
import { catalogOf as siteCatalogOf } from '../../fixtures/site-catalog.ts';

const at = new Date('2026-02-01T12:00:00.000Z');

const categoryIds = categories.map(({ id }) => id);

/** Services of many words, of which some are alike. */
const services = Array.from(generateRegistrations(250, categoryIds, 5), (made) => aService(made));

function catalogWith(entries: readonly Entry[], time = at) {
  const snapshot = aSnapshot(entries);
  return { snapshot, search: new Search(snapshot), at: time };
}

type Catalog = ReturnType<typeof catalogWith>;

function catalogOf(listed: readonly DeclaredService[], time = at): Catalog {
  return catalogWith(listed.map(unobservedEntry), time);
}

/** What a build of a catalog keeps. */
async function recordsOf(catalog: Catalog): Promise<FileRecords> {
  const groups = await Promise.all(
    Array.from(
      catalog.snapshot.entries(),
      async (entry) => [idOf(entry), groupOf('key', [], await printNote(entry, catalog))] as const,
    ),
  );
  return FileRecords.of(new Map([...groups, [siteGroup, groupOf('key', [], 'common')]]));
}

const shown = async ({ search }: Catalog, entry: Entry): Promise<string[]> =>
  (await search.similar(entry)).slice(0, similarShown).map(idOf);

/** The services of which the next build does not look for what is similar, each with what it takes and what it would have found. */
async function taken(before: Catalog, after: Catalog) {
  const { similarTo } = await keptServices(after, await recordsOf(before), 'common');
  const entries = Array.from(after.snapshot.entries(), async (entry) => {
    const similar = similarTo(idOf(entry));
    return similar === undefined ? [] : [{ id: idOf(entry), similar, found: await shown(after, entry) }];
  });

  return (await Promise.all(entries)).flat();
}

const before = catalogOf(services);
const [first, second, ...others] = services as [DeclaredService, DeclaredService, ...DeclaredService[]];
const { name, description, category } = first;
const likeFirst = aService({ name, description, category, endpoint: 'https://new.example.com' });
const isLookedFor = (found: Awaited<ReturnType<typeof taken>>, { id }: DeclaredService): boolean =>
  !found.some((each) => each.id === id);

describe('what a build keeps of similar services', () => {
  it('is taken as it is where nothing changed', async () => {
    const found = await taken(before, catalogOf(services));

    expect(found).toHaveLength(services.length);
    expect(found.map(({ similar }) => similar)).toEqual(found.map(({ found: ids }) => ids));
  });

  it.each<[string, readonly DeclaredService[]]>([
    ['a service is new', [...services, likeFirst]],
    ['a service changed', [{ ...first, description: second.description }, second, ...others]],
    ['a service is gone', [second, ...others]],
  ])('is looked for again around it when %s', async (_what, listed) => {
    const found = await taken(before, catalogOf(listed));
    const known = new Set(services.map(({ id }) => id));
    const moved = [first, ...listed.filter(({ id }) => !known.has(id))];

    expect(found.length).toBeGreaterThan(services.length / 8);
    for (const { similar, found: now } of found) {
      for (const { id } of moved) expect(similar.includes(id)).toBe(now.includes(id));
    }
  });

  it('is looked for again around a service that nobody answers for any more', async () => {
    const after = catalogOf(services);
    const entries = Array.from(after.snapshot.entries(), (entry): Entry =>
      entry.declared.id === first.id
        ? { ...entry, observed: { ...entry.observed, status: 'inactive' } }
        : entry,
    );
    const found = await taken(before, catalogWith(entries));

    expect(isLookedFor(found, first)).toBe(true);
    for (const { similar } of found) expect(similar).not.toContain(first.id);
  });

  it('is looked for again when the service itself changed', async () => {
    const found = await taken(before, catalogOf([{ ...first, name: 'Another name' }, second, ...others]));

    expect(isLookedFor(found, first)).toBe(true);
  });

  it('is not taken on another day, nor after many changes', async () => {
    const renamed = services.map((service, i) => (i % 5 === 0 ? { ...service, name: 'New' } : service));

    expect(await taken(before, catalogOf(services, new Date('2026-02-02T00:00:00.000Z')))).toEqual([]);
    expect(await taken(before, catalogOf(renamed))).toEqual([]);
  });
});

describe('an untouched service', () => {
  const keysIn = ({ snapshot, search, at: time }: Catalog) =>
    serviceKeys(
      { ...siteCatalogOf([...snapshot.entries()]), snapshot, search, at: time },
      {
        code: {
          folder: '/dist/code',
          key: 'code',
          siteUrl: 'https://tollbook.example',
          pictureKey: 'pictures',
        },
      },
    );

  /** The ids of the untouched services, each of which has the key that it had before. */
  async function untouched(from: Catalog, to: Catalog, common = 'common'): Promise<Set<string>> {
    const { isUntouched, similarTo } = await keptServices(to, await recordsOf(from), common);
    const [keyBefore, keyNow] = [keysIn(from), keysIn(to)];
    const found = [...to.snapshot.entries()].filter(isUntouched);

    for (const entry of found) {
      const old = from.snapshot.find(idOf(entry));
      const similar = (similarTo(idOf(entry)) ?? []).flatMap((id) => to.snapshot.find(id) ?? []);
      expect(old && (await keyBefore(old))).toBe(await keyNow(entry, similar));
    }
    return new Set(found.map(idOf));
  }

  const [third, fourth] = others as [DeclaredService, DeclaredService];
  const beside = aService({
    endpoint: `${new URL(third.endpoint).origin}/v9`,
    description: 'Nothing in common.',
  });
  const paidAlike = aService({
    endpoint: 'https://elsewhere.example.com',
    description: 'Nothing in common.',
    x402Config: fourth.x402Config,
  });

  const replaced = aService({
    endpoint: 'https://old.example.com',
    description: 'Nothing in common.',
    deprecated: { message: 'Old.', since: at.toISOString() },
  });
  const laterAt = new Date(at.getTime() + 60_000);
  const checked = (service: DeclaredService, time = at): Entry => ({
    ...anEntry({}, { lastChecked: time.toISOString() }),
    declared: service,
  });

  it('is every one where nothing changed', async () => {
    expect((await untouched(before, catalogOf(services))).size).toBe(services.length);
  });

  it.each<[string, readonly DeclaredService[], readonly DeclaredService[], DeclaredService]>([
    ['one that changed', services, [{ ...first, updatedAt: at.toISOString() }, ...services.slice(1)], first],
    ['one whose host got another service', services, [...services, beside], third],
    ['one whose host lost another service', [...services, beside], services, third],
    ['one whose wallet got another service', services, [...services, paidAlike], fourth],
    ['one whose wallet lost another service', [...services, paidAlike], services, fourth],
    ['one that names its successor', [...services, replaced], [...services, replaced], replaced],
  ])('is never %s', async (_what, from, to, service) => {
    const found = await untouched(catalogOf(from), catalogOf(to));

    expect(found.size).toBeGreaterThan(services.length / 8);
    expect(found).not.toContain(service.id);
  });

  it('is never one whose proof is looked at', async () => {
    const proof = { method: 'dns', at: at.toISOString(), evidence: 'Found.' } as const;
    const listed = [{ ...first, owner: 'acme', proof }, ...services.slice(1)];
    const found = await untouched(catalogOf(listed), catalogOf(listed));

    expect(found.size).toBe(services.length - 1);
    expect(found).not.toContain(first.id);
  });

  it('is one that was checked before, unless it was checked since or is similar to one that was', async () => {
    const from = catalogWith(services.map((service) => checked(service)));
    const entries = services.map((service) => checked(service, service === first ? laterAt : at));
    const to = catalogWith(entries);
    const found = await untouched(from, to);

    expect((await untouched(from, from)).size).toBe(services.length);
    expect(found.size).toBeGreaterThan(services.length / 8);
    expect(found).not.toContain(first.id);
    for (const entry of to.snapshot.entries()) {
      if ((await shown(to, entry)).includes(first.id)) expect(found).not.toContain(idOf(entry));
    }
  });

  it('is none where most were checked since, on another day, or where all pages changed', async () => {
    const many = catalogWith([
      ...services.slice(0, 200).map((service) => checked(service)),
      ...services.slice(200).map(unobservedEntry),
    ]);

    expect((await untouched(before, many)).size).toBe(0);
    expect((await untouched(before, catalogOf(services, new Date('2026-02-02T00:00:00.000Z')))).size).toBe(0);
    expect((await untouched(before, before, 'other')).size).toBe(0);
  });
});
