import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import { serviceFilePath } from '../../../src/domain/service-file.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import type { Tombstone } from '../../../src/domain/tombstone.ts';
import { categoryChooser, wordReader } from '../../../src/import/choose-category.ts';
import { type Harvest, harvest } from '../../../src/import/harvest.ts';
import { type ImportPlan, planImportFrom } from '../../../src/import/plan.ts';
import { firstPlace } from '../../../src/import/read-source.ts';
import type { Source } from '../../../src/import/source.ts';
import { listings } from '../../../src/registration/listings.ts';
import { categories, anEntry, catalogVersion } from '../../fixtures/services.ts';
import { Snapshot } from '../../../src/domain/snapshot.ts';
import { anItem, someItems } from '../../support/bazaar-source.ts';

const source: Source = { kind: 'bazaar', url: 'https://catalog.example.com/discovery/resources' };
const policy = { allowInsecure: true };
const now = new Date('2026-02-03T04:05:06.789Z');
const other = { id: 'other', name: 'Other', description: 'The last resort.' };

/** Reads entries in one page. */
function read(items: readonly unknown[], total = items.length): Promise<Harvest> {
  return harvest({
    readPage: ({ offset }) => Promise.resolve({ items: items.slice(offset), total, offset, limit: 100 }),
    first: firstPlace(source),
    rules: { source, assets: knownAssets, policy },
    budget: { pages: 10, entries: 1_000, bytes: 1_000_000, until: Infinity },
    journal: undefined,
    now: () => now,
    progress: () => undefined,
  });
}

function catalogOf(services: readonly DeclaredService[], tombstones: readonly Tombstone[] = []): Snapshot {
  const entries = services.map((service) => anEntry(service));

  return Snapshot.of(catalogVersion, [...categories, other], entries, tombstones);
}

function planFor(
  read: Harvest,
  before: Snapshot,
  removesGone = false,
  rejects = new Map<string, unknown>(),
  meant: ReadonlyMap<string, string> = new Map(),
): ImportPlan {
  return planImportFrom(read, {
    from: source.url,
    catalog: listings(before, rejects),
    entries: before.entries(),
    rules: { policy, now },
    chooseCategory: categoryChooser(before, { words: wordReader(before), meant }, 'other'),
    removesGone,
  });
}

async function imported(items: readonly object[]): Promise<readonly DeclaredService[]> {
  return planFor(await read(items), catalogOf([])).put;
}

describe('the plan of an import', () => {
  it('adds what is new, keeps what is the same, and changes what differs', async () => {
    const before = catalogOf(await imported(someItems(3)));
    const [first, second, third] = someItems(3);

    const plan = planFor(
      await read([first, { ...second, serviceName: 'Snow' }, third, ...someItems(2, 3)]),
      before,
    );
    expect(plan).toMatchObject({
      same: 2,
      changed: [expect.any(String)],
      added: [expect.any(String), expect.any(String)],
    });
    expect(plan.put).toHaveLength(3);
  });

  it('lists each endpoint once, as its first entry says', async () => {
    const [first] = someItems(1);
    const again = { ...anItem('https://RAIN.example.com/v1/0/?days=2'), serviceName: 'Again' };

    const { put, leftOut } = planFor(await read([first, again, first]), catalogOf([]));
    expect(put.map(({ name }) => name)).toEqual(['Rain 0']);
    expect(leftOut.map(({ code }) => code)).toEqual(['twice']);
  });

  it('leaves out what others list, with the id', async () => {
    const [service] = await imported(someItems(1));
    const { imported: _, ...own } = { ...service, owner: 'acme' } as DeclaredService;

    const { put, leftOut } = planFor(await read(someItems(1)), catalogOf([own]));
    expect(put).toEqual([]);
    expect(leftOut).toMatchObject([{ code: 'listed', detail: expect.stringContaining(own.id) as string }]);
  });

  it('gives two services of one name ids of their own', async () => {
    const put = await imported(someItems(50).map((item) => ({ ...item, serviceName: 'Rain' })));

    expect(new Set(put.map(({ id }) => serviceFilePath(id))).size).toBe(50);
  });

  it('never gives the id of a file that cannot be read', async () => {
    const [service] = await imported(someItems(1));
    const rejects = new Map([[serviceFilePath(service?.id ?? ''), []]]);

    expect(planFor(await read(someItems(1)), catalogOf([]), false, rejects).put).toEqual([]);
  });
});

describe('what a source lists no more', () => {
  it('stays listed, and is named', async () => {
    const before = catalogOf(await imported(someItems(5)));

    const plan = planFor(await read(someItems(4)), before);
    expect(plan).toMatchObject({
      put: [],
      buried: [],
      own: 5,
      gone: [{ endpoint: 'https://rain.example.com/v1/4' }],
    });
  });

  it('is removed where the operator wants that, and comes back with the source', async () => {
    const services = await imported(someItems(5));
    const { buried } = planFor(await read(someItems(4)), catalogOf(services), true);
    expect(buried).toMatchObject([
      {
        endpoint: 'https://rain.example.com/v1/4',
        byOperator: true,
        reason: `It is no longer listed at ${source.url}.`,
      },
    ]);

    const after = catalogOf(services.slice(0, 4), buried);
    expect(planFor(await read(someItems(5)), after)).toMatchObject({
      restored: [services[4]?.id],
      added: [],
      same: 4,
    });
  });

  it('is not gone while its entry is only left out', async () => {
    const before = catalogOf(await imported(someItems(1)));

    expect(
      planFor(await read([anItem('https://rain.example.com/v1/0', { accepts: [] })]), before, true),
    ).toMatchObject({ gone: [], buried: [] });
  });

  it('is unknown while the source was not read to its end', async () => {
    const before = catalogOf(await imported(someItems(5)));

    expect(planFor(await read(someItems(2), 5), before, true)).toMatchObject({ gone: [], buried: [] });
  });

  it('is nothing that an owner has, or another import made', async () => {
    const [first, second] = await imported(someItems(2));
    const owned = { ...first, owner: 'acme' } as DeclaredService;
    const others = { ...second, imported: { from: 'https://other.example.com/x' } } as DeclaredService;

    expect(planFor(await read([]), catalogOf([owned, others]), true)).toMatchObject({
      gone: [],
      buried: [],
      own: 0,
    });
  });
});

describe('the category of an import', () => {
  const url = 'https://rain.example.com/v1/0';
  const categoryOf = async (overrides: object, before = catalogOf([])): Promise<string | undefined> =>
    planFor(await read([anItem(url, overrides)]), before).put[0]?.category;

  it.each<readonly [why: string, overrides: object, category: string]>([
    [
      'is what another Tollbook says',
      { extensions: { tollbook: { category: 'maps-geolocation' } } },
      'maps-geolocation',
    ],
    ['is what the source calls it, by its name here', { category: 'AI Inference & Agents' }, 'ai-inference'],
    ['is named by a tag', { tags: ['fresh', 'weather'] }, 'weather-environment'],
    ['is what the search reads from its words', {}, 'weather-environment'],
    [
      'is the fallback where its words tell nothing',
      { serviceName: 'Zorp', description: 'Blarg of the zorp.' },
      'other',
    ],
    ['does not come from words of its address', { serviceName: undefined, description: 'Blarg.' }, 'other'],
  ])('%s', async (_why, overrides, category) => {
    expect(await categoryOf(overrides)).toBe(category);
  });

  it('is what the model finds where few words tell it', async () => {
    const entries = await read([anItem(url, { serviceName: 'Zorp', description: 'Blarg.' })]);
    const meant = new Map([['Zorp. Blarg.', 'maps-geolocation']]);

    const { put } = planFor(entries, catalogOf([]), false, new Map(), meant);
    expect(put[0]?.category).toBe('maps-geolocation');
  });

  it('stays as it is unless the source names one', async () => {
    const [service] = await imported([anItem(url)]);
    const moved = catalogOf([{ ...service, category: 'ai-inference' } as DeclaredService]);

    expect(planFor(await read([anItem(url)]), moved)).toMatchObject({ same: 1, put: [] });
    expect(await categoryOf({ category: 'maps-geolocation' }, moved)).toBe('maps-geolocation');
  });
});
