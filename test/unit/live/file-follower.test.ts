import { dirname } from 'node:path/posix';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { categoriesPath, printCategories } from '../../../src/domain/category.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import {
  printServiceFile,
  printTombstone,
  serviceFilePath,
  tombstoneFilePath,
} from '../../../src/domain/service-file.ts';
import type { Tombstone } from '../../../src/domain/tombstone.ts';
import type { Rejects } from '../../../src/catalog-files/catalog-change.ts';
import { readCatalog } from '../../../src/catalog-files/read-catalog.ts';
import { aRegistration, registering } from '../../fixtures/registrations.ts';
import { aService, categories, tombstoneOf } from '../../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog, shown } from '../../support/live-catalog.ts';
import { soon } from '../../support/soon.ts';
import { caseCount } from '../../support/cases.ts';
import { nextTurn } from '../../support/next-turn.ts';

function service(name: string, overrides: Partial<DeclaredService> = {}): DeclaredService {
  return aService({ name, endpoint: `https://${name}.example.com`, ...overrides });
}

const [a, b, c] = [service('alpha'), service('beta'), service('gamma')];
const pathOfA = serviceFilePath(a.id);

/** A service with the endpoint of another one. */
function twinOf(other: DeclaredService, createdAt = '2026-02-01T00:00:00.000Z'): DeclaredService {
  return aService({ name: 'A twin', endpoint: other.endpoint, createdAt });
}

let catalog: LiveCatalog;

beforeEach(() => {
  catalog = aLiveCatalog([a, b]);
});

async function takeUp(...paths: readonly string[]): Promise<void> {
  await catalog.follower.apply(new Set(paths));
}

/** Each file that was left out, with the codes of its problems. */
function codes(rejects: Rejects): Record<string, string[]> {
  return Object.fromEntries([...rejects].map(([path, problems]) => [path, problems.map(({ code }) => code)]));
}

describe('a service file', () => {
  it('adds its service when it is new', async () => {
    await takeUp(catalog.files.put(c));

    expect(shown(catalog)).toEqual([a.id, b.id, c.id]);
    expect(catalog.store.snapshot.version.unbuilt).toBe(1);
  });

  it('updates its service after an edit', async () => {
    await takeUp(catalog.files.put({ ...a, description: 'Edited by hand.' }));

    expect(catalog.store.snapshot.find(a.id)?.declared.description).toBe('Edited by hand.');
    expect(catalog.changeLog.changes).toMatchObject([{ kind: 'updated', id: a.id }]);
  });

  it('removes its service when it is deleted, and leaves a tombstone', async () => {
    catalog.files.texts.delete(pathOfA);
    await takeUp(pathOfA);

    expect(shown(catalog)).toEqual([b.id]);
    expect(catalog.store.snapshot.tombstone(a.id)).toMatchObject({ name: 'alpha', service: a });
    await vi.waitFor(() => {
      expect(catalog.files.texts.get(tombstoneFilePath(a.id))).toContain('"alpha"');
    }, soon);
  });

  it.each([
    ['is no JSON', () => '{', 'file_not_json'],
    ['breaks a rule', () => printServiceFile({ ...a, name: '' }), 'text_empty'],
    ['has an unknown category', () => printServiceFile({ ...a, category: 'none' }), 'category_unknown'],
  ])('that %s is left out, and logged once, but not taken for removed', async (_fault, text, code) => {
    catalog.files.texts.set(pathOfA, text());
    await takeUp(pathOfA);
    await takeUp(pathOfA);
    await catalog.committer.drain();

    expect(shown(catalog)).toEqual([b.id]);
    expect(catalog.repository.commits).toEqual([]);
    expect(codes(catalog.rejected.files)).toEqual({ [pathOfA]: [code] });
    expect(catalog.log.lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { facts: { file: pathOfA, problems: [{ code }] } },
    ]);
  });

  it('returns with its new text once it is fixed', async () => {
    catalog.files.texts.set(pathOfA, '{');
    await takeUp(pathOfA);

    await takeUp(catalog.files.put({ ...a, name: 'Mended' }));
    expect(catalog.store.snapshot.find(a.id)?.declared.name).toBe('Mended');
    expect(codes(catalog.rejected.files)).toEqual({});
  });

  it('is forgotten when it breaks and is then deleted', async () => {
    catalog.files.texts.set(pathOfA, '{');
    await takeUp(pathOfA);

    catalog.files.texts.delete(pathOfA);
    await takeUp(pathOfA);
    expect(codes(catalog.rejected.files)).toEqual({});
    expect(await catalog.changeLog.removed()).toMatchObject([{ id: a.id }]);
  });

  it('in the wrong folder is left out, without harm to the one in the right folder', async () => {
    const wrong = `services/zz/${a.id}.json`;
    catalog.files.texts.set(wrong, printServiceFile(a));
    await takeUp(wrong);
    expect(codes(catalog.rejected.files)).toEqual({ [wrong]: ['file_misplaced'] });
    expect(shown(catalog)).toEqual([a.id, b.id]);

    catalog.files.texts.delete(wrong);
    await takeUp(wrong);
    expect(shown(catalog)).toEqual([a.id, b.id]);
  });

  it('is listed once it is moved to the right folder', async () => {
    const wrong = `services/zz/${c.id}.json`;
    catalog.files.texts.set(wrong, printServiceFile(c));
    await takeUp(wrong);
    catalog.files.texts.delete(wrong);

    await takeUp(wrong, catalog.files.put(c));
    expect(shown(catalog)).toEqual([a.id, b.id, c.id]);
    expect(codes(catalog.rejected.files)).toEqual({});
  });
});

describe('an entry that strangers put among the files', () => {
  const fault = { fault: 'file_not_regular' } as const;

  it('removes the service whose path it takes, until it is gone', async () => {
    catalog.files.faults.set(pathOfA, fault);
    await takeUp(pathOfA);
    expect(shown(catalog)).toEqual([b.id]);
    expect(codes(catalog.rejected.files)).toEqual({ [pathOfA]: ['file_not_regular'] });

    catalog.files.faults.delete(pathOfA);
    await takeUp(pathOfA);
    expect(shown(catalog)).toEqual([a.id, b.id]);
    expect(codes(catalog.rejected.files)).toEqual({});
  });

  it('is reported until it is gone if it replaces a folder', async () => {
    catalog.files.faults.set('services/zz', fault);
    await takeUp('services/zz');
    expect(codes(catalog.rejected.files)).toEqual({ 'services/zz': ['file_not_regular'] });
    await takeUp(catalog.files.put(c));
    expect(codes(catalog.rejected.files)).toEqual({ 'services/zz': ['file_not_regular'] });

    catalog.files.faults.delete('services/zz');
    await takeUp('services/zz');
    expect(codes(catalog.rejected.files)).toEqual({});
  });

  it('is reported until it is gone if its name is not UTF-8', async () => {
    const path = 'services/ab/\ufffd.json';
    catalog.files.faults.set(path, { fault: 'file_not_utf8' });
    await takeUp(path);
    await takeUp(catalog.files.put(c));
    expect(codes(catalog.rejected.files)).toEqual({ [path]: ['file_not_utf8'] });

    catalog.files.faults.delete(path);
    await takeUp(path);
    expect(codes(catalog.rejected.files)).toEqual({});
  });

  it('is logged one by one, up to a limit', async () => {
    for (let i = 0; i < 150; i += 1) catalog.files.texts.set(`services/ab/${String(i)}.json`, '{');
    await takeUp('services');

    expect(catalog.rejected.files.size).toBe(150);
    const told = catalog.log.lines.filter(({ level }) => level === 'warn');
    expect(told).toHaveLength(101);
    expect(told.at(-1)).toMatchObject({ facts: { more: 50 } });
  });
});

describe('a second file for one endpoint', () => {
  it('is left out, and replaces the first when that is deleted', async () => {
    const twin = twinOf(a);
    const path = catalog.files.put(twin);
    await takeUp(path);
    expect(shown(catalog)).toEqual([a.id, b.id]);
    expect(codes(catalog.rejected.files)).toEqual({ [path]: ['endpoint_listed'] });

    catalog.files.texts.delete(pathOfA);
    await takeUp(pathOfA);
    expect(shown(catalog)).toEqual([twin.id, b.id].sort());
    expect(codes(catalog.rejected.files)).toEqual({});
  });

  it('may be added at the moment when the first is deleted', async () => {
    const twin = twinOf(a);
    catalog.files.texts.delete(pathOfA);

    await takeUp(catalog.files.put(twin), pathOfA);
    expect(shown(catalog)).toEqual([twin.id, b.id].sort());
    expect(catalog.store.snapshot.idAt(a.endpoint)).toBe(twin.id);
  });
});

describe('a whole folder', () => {
  const folder = dirname(pathOfA);

  it.each([folder, 'services'])('removes its services when it is deleted (%s)', async (path) => {
    catalog.files.texts.delete(pathOfA);

    await takeUp(path);
    expect(shown(catalog)).toEqual([b.id]);
  });

  it('adds its services when it is new, without its bad files', async () => {
    catalog.files.texts.delete(pathOfA);
    await takeUp(folder);

    catalog.files.put(a);
    catalog.files.texts.set(`${folder}/bad.json`, '{');
    await takeUp(folder);
    expect(shown(catalog)).toEqual([a.id, b.id]);
    expect(codes(catalog.rejected.files)).toEqual({ [`${folder}/bad.json`]: ['file_not_json'] });
  });
});

describe('categories.json', () => {
  it('adds new categories, and the services that were waiting for one', async () => {
    const waiting = { ...c, category: 'brand-new' };
    await takeUp(catalog.files.put(waiting));
    expect(codes(catalog.rejected.files)).toEqual({ [serviceFilePath(c.id)]: ['category_unknown'] });
    const more = [...categories, { id: 'brand-new', name: 'Brand new', description: 'Not seen before.' }];

    catalog.files.texts.set(categoriesPath, printCategories(more));
    await takeUp(categoriesPath);
    expect(catalog.store.snapshot.categories).toEqual(more);
    expect(shown(catalog)).toEqual([a.id, b.id, c.id]);
    expect(codes(catalog.rejected.files)).toEqual({});
  });

  it('removes services whose category it lacks', async () => {
    const fewer = categories.filter(({ id }) => id !== a.category);

    catalog.files.texts.set(categoriesPath, printCategories(fewer));
    await takeUp(categoriesPath);
    expect(shown(catalog)).toEqual([]);
    expect(Object.values(codes(catalog.rejected.files))).toEqual([
      ['category_unknown'],
      ['category_unknown'],
    ]);
  });

  it.each([
    ['is broken', '['],
    ['breaks a rule', '[{"id":"Not an id"}]'],
    ['is empty', ''],
    ['is gone', undefined],
  ])('changes nothing while it %s', async (_fault, text) => {
    const { store, files, log } = catalog;
    if (text === undefined) files.texts.delete(categoriesPath);
    else files.texts.set(categoriesPath, text);
    await takeUp(categoriesPath);
    expect(store.snapshot.categories).toEqual(categories);
    expect(shown(catalog)).toEqual([a.id, b.id]);
    expect(log.lines).toMatchObject([{ level: 'error', facts: { error: { name: 'CategoriesUnreadable' } } }]);

    await takeUp(files.put(c));
    expect(shown(catalog)).toEqual([a.id, b.id, c.id]);
  });

  it('does not block other changes while it is broken', async () => {
    catalog.files.texts.set(categoriesPath, '[');

    await takeUp(categoriesPath, catalog.files.put(c));
    expect(shown(catalog)).toEqual([a.id, b.id, c.id]);
  });

  it('applies everything that changed meanwhile once it is fixed', async () => {
    const { files } = catalog;
    files.texts.set(categoriesPath, '[');
    await takeUp(categoriesPath, files.put(c));

    files.texts.set(categoriesPath, printCategories(categories));
    await takeUp(categoriesPath);
    expect(shown(catalog)).toEqual([a.id, b.id, c.id]);
  });
});

describe('the follower', () => {
  it('changes nothing for a commit of our own', async () => {
    const { committer, store, repository } = catalog;
    await committer.submit(registering(aRegistration()));
    const { snapshot } = store;

    await takeUp(...(repository.commits[0]?.paths ?? []), 'services', 'services/zz');
    expect(store.snapshot).toBe(snapshot);
  });

  it('ignores files outside the catalog', async () => {
    const { snapshot } = catalog.store;

    await takeUp(
      'README.md',
      'schema/service.json',
      `${pathOfA}.tmp`,
      'services/ab/deep/er.json',
      '.git/index',
    );
    expect(catalog.store.snapshot).toBe(snapshot);
  });

  it('waits for a running commit', async () => {
    const { committer, repository, follower, files, store } = catalog;
    const release = repository.hold();
    const registered = committer.submit(registering(aRegistration()));
    await nextTurn();
    const followed = follower.apply(new Set([files.put(c)]));
    await nextTurn();
    expect(shown(catalog)).toEqual([a.id, b.id]);

    release();
    await Promise.all([registered, followed]);
    expect(store.snapshot.size).toBe(4);
  });

  it('leaves the catalog as it was while its files cannot be read, and retries', async () => {
    const { files, log } = catalog;
    files.put(c);
    files.failure = new Error('the disk does not answer');
    await takeUp(serviceFilePath(c.id));
    expect(shown(catalog)).toEqual([a.id, b.id]);
    expect(log.lines).toMatchObject([{ level: 'error', facts: { error: files.failure } }]);

    files.failure = undefined;
    await catalog.follower.apply('all');
    expect(shown(catalog)).toEqual([a.id, b.id, c.id]);
  });

  it.each(['apply', 'applyCommit'] as const)(
    'reads every file again when the catalog cannot show a change (%s)',
    async (method) => {
      vi.useFakeTimers();
      onTestFinished(() => void vi.useRealTimers());
      const { follower, store, files, repository, log } = catalog;
      await repository.commit([{ path: files.put(c), text: printServiceFile(c) }], 'Merge', new Date());
      vi.spyOn(store, 'publish').mockRejectedValueOnce(new Error('out of memory'));

      await follower[method](new Set([serviceFilePath(c.id)]));
      expect(shown(catalog)).toEqual([a.id, b.id]);
      expect(log.lines).toMatchObject([{ level: 'error', facts: { error: { message: 'out of memory' } } }]);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(shown(catalog)).toEqual([a.id, b.id, c.id]);
      expect(store.snapshot.version.commit).toBe((await repository.version()).commit);
    },
  );

  it('reads every file once per pause, however many changes could not be shown', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { follower, store, files, repository } = catalog;
    await repository.commit([{ path: files.put(c), text: printServiceFile(c) }], 'Merge', new Date());
    vi.spyOn(store, 'publish').mockRejectedValue(new Error('out of memory'));
    const readings = vi.spyOn(files, 'serviceFiles');

    for (let change = 0; change < 3; change += 1) await follower.applyCommit();
    await vi.advanceTimersByTimeAsync(21_000);
    expect(readings).toHaveBeenCalledTimes(4);
  });

  it('shows the commit that HEAD moved to, though no file changed', async () => {
    const { store, follower, repository } = catalog;
    const version = { commit: 'd'.repeat(40), changedAt: '2026-03-01T00:00:00.000Z' };
    vi.spyOn(repository, 'version').mockResolvedValue(version);

    await follower.applyCommit();
    expect(store.snapshot.version).toEqual({ ...version, unbuilt: 0 });
    const { snapshot } = store;
    await follower.applyCommit();
    expect(store.snapshot).toBe(snapshot);
  });

  it('keeps working when git fails', async () => {
    const { store, follower, repository, log, files } = catalog;
    const { snapshot } = store;
    vi.spyOn(repository, 'version').mockRejectedValueOnce(new Error('git cannot be run'));

    await follower.applyCommit();
    expect(store.snapshot).toBe(snapshot);
    expect(log.lines).toMatchObject([{ level: 'error' }]);
    await takeUp(files.put(c));
    expect(shown(catalog)).toEqual([a.id, b.id, c.id]);
  });
});

describe('the file of a removed service', () => {
  const grave = tombstoneOf(c);
  const path = tombstoneFilePath(c.id);
  const stone = (id = c.id): Tombstone | undefined => catalog.store.snapshot.tombstone(id);

  it('is taken up when it is new, and when it is edited', async () => {
    await takeUp(catalog.files.bury(grave));
    expect(stone()).toEqual(grave);

    await takeUp(catalog.files.bury({ ...grave, reason: 'Fraud.' }));
    expect(stone()).toMatchObject({ reason: 'Fraud.' });
  });

  it.each([path, dirname(path), 'deleted'])('comes back when it is removed with %s', async (removed) => {
    await takeUp(catalog.files.bury(grave));
    catalog.files.texts.delete(path);
    await takeUp(removed);
    expect(stone()).toEqual(grave);

    await catalog.committer.drain();
    expect(catalog.files.texts.get(path)).toBe(printTombstone(grave));
  });

  it('is taken up with the removal of its service, which needs no other then', async () => {
    catalog.files.texts.delete(pathOfA);
    await takeUp(pathOfA, catalog.files.bury(tombstoneOf(a, { reason: 'Moved.' })));
    await catalog.committer.drain();

    expect(shown(catalog)).toEqual([b.id]);
    expect(stone(a.id)).toMatchObject({ reason: 'Moved.' });
    expect(catalog.repository.commits).toEqual([]);
    expect(catalog.changeLog.changes).toMatchObject([{ kind: 'deleted', id: a.id }]);
  });

  it('counts for nothing while its service is listed', async () => {
    await takeUp(catalog.files.bury(tombstoneOf(a)));

    expect(shown(catalog)).toEqual([a.id, b.id]);
    expect(stone(a.id)).toBeUndefined();
  });

  it('goes when its service is listed again', async () => {
    await takeUp(catalog.files.bury(grave));
    catalog.files.texts.delete(path);
    await takeUp(path, catalog.files.put(c));

    expect(shown(catalog)).toEqual([a.id, b.id, c.id]);
    expect(stone()).toBeUndefined();
  });

  it('is taken up with its folder, and with that of all', async () => {
    catalog.files.bury(grave);
    await takeUp(dirname(path));
    expect(stone()).toEqual(grave);

    catalog.files.bury({ ...grave, reason: 'Fraud.' });
    await takeUp('deleted');
    expect(stone()).toMatchObject({ reason: 'Fraud.' });
  });

  it.each([
    ['is no JSON', '{', 'file_not_json'],
    ['has no time', printTombstone(grave).replace('deletedAt', 'at'), 'required'],
    ['has a second name', printTombstone(grave).replace('{', '{"name":"x",'), 'file_not_json'],
  ])('is left out where it %s, and its service has none', async (_fault, text, code) => {
    catalog.files.texts.set(path, text);
    await takeUp(path);

    expect(stone()).toBeUndefined();
    expect(codes(catalog.rejected.files)[path]).toContain(code);
    await takeUp(catalog.files.bury(grave));
    expect(stone()).toEqual(grave);
    expect(codes(catalog.rejected.files)).toEqual({});
  });

  it('is left out in the wrong folder', async () => {
    const wrong = `deleted/zz/${c.id}.json`;
    catalog.files.texts.set(wrong, printTombstone(grave));
    await takeUp(wrong);

    expect(stone()).toBeUndefined();
    expect(codes(catalog.rejected.files)).toEqual({ [wrong]: ['file_misplaced'] });
  });

  it.each(['file_not_regular', 'file_too_large', 'file_not_utf8'] as const)(
    'is left out where it cannot be read (%s), like a folder of them',
    async (fault) => {
      for (const each of [path, 'deleted/zz']) {
        catalog.files.faults.set(each, { fault });
        await takeUp(each);
      }

      const known = codes(catalog.rejected.files);
      expect(known[path]).toEqual([fault]);
      await catalog.follower.apply('all');
      expect(codes(catalog.rejected.files)[path]).toEqual([fault]);
      expect(stone()).toBeUndefined();
    },
  );

  it('stays when the file of its service breaks before it goes', async () => {
    catalog.files.texts.set(pathOfA, '{');
    await takeUp(pathOfA, catalog.files.bury(tombstoneOf(a)));

    expect(shown(catalog)).toEqual([b.id]);
    expect(stone(a.id)).toBeDefined();
  });
});

/** Random changes of the files of a catalog with two endpoints, each with a twin and an older twin; files may be broken or misplaced. */
const [first, second] = ['https://one.example.com', 'https://two.example.com'] as const;
const candidates = [first, second].flatMap((endpoint) => [
  aService({ name: 'One', endpoint, createdAt: '2026-01-02T00:00:00.000Z', owner: 'acme' }),
  aService({ name: 'Twin', endpoint, createdAt: '2026-01-03T00:00:00.000Z' }),
  aService({ name: 'Elder', endpoint, createdAt: '2026-01-01T00:00:00.000Z', owner: 'github:1' }),
]);
const edits = fc.record({
  service: fc.constantFrom(...candidates),
  shard: fc.constantFrom(undefined, undefined, undefined, 'zz'),
  folder: fc.constantFrom('services', 'services', 'deleted'),
  act: fc.constantFrom('write', 'write', 'remove', 'break', 'edit'),
  description: fc.constantFrom('Rain.', 'Snow.'),
});
type Edit = typeof edits extends fc.Arbitrary<infer Value> ? Value : never;

/** Edits a file, and says which. */
function make(
  { service: declared, shard, folder, act, description }: Edit,
  texts: Map<string, string>,
): string {
  const [right, text] =
    folder === 'services'
      ? [
          serviceFilePath(declared.id),
          printServiceFile(act === 'edit' ? { ...declared, description } : declared),
        ]
      : [
          tombstoneFilePath(declared.id),
          printTombstone(tombstoneOf(declared, act === 'edit' ? { reason: description } : {})),
        ];
  const path = shard === undefined ? right : `${folder}/${shard}/${declared.id}.json`;
  if (act === 'remove') texts.delete(path);
  else texts.set(path, act === 'break' ? '{' : text);
  return path;
}

describe('after any changes of the files', () => {
  it('the catalog equals that of a new start, as soon as what was removed is buried', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(edits, { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
        async (batches) => {
          const { files, follower, committer, repository, store, rejected, policy } = aLiveCatalog();

          for (const batch of batches) {
            const { length } = repository.commits;
            await follower.apply(new Set(batch.map((edit) => make(edit, files.texts))));
            await committer.drain();
            await follower.apply(new Set(repository.commits.slice(length).flatMap(({ paths }) => paths)));

            const fresh = await readCatalog(files, policy);
            const listed = new Set(fresh.services.map(({ id }) => id));
            const now = [...store.snapshot.entries()].map((entry) => printServiceFile(entry.declared));
            expect(now.sort()).toEqual(fresh.services.map(printServiceFile).sort());
            expect([...store.snapshot.tombstones()].map(printTombstone).sort()).toEqual(
              fresh.tombstones
                .filter(({ id }) => !listed.has(id))
                .map(printTombstone)
                .sort(),
            );
            expect(codes(rejected.files)).toEqual(codes(fresh.rejects));
          }
        },
      ),
      { numRuns: caseCount(60) },
    );
  });
});
