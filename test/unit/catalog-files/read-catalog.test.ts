import { describe, expect, it } from 'vitest';
import { categoriesPath } from '../../../src/domain/category.ts';
import { printServiceFile, printTombstone, serviceFilePath } from '../../../src/domain/service-file.ts';
import {
  CategoriesUnreadable,
  checkCategories,
  judgeService,
  readCatalog,
} from '../../../src/catalog-files/read-catalog.ts';
import { aService, categories, tombstoneOf } from '../../fixtures/services.ts';
import { MemoryFiles } from '../../support/memory-files.ts';

const policy = { allowInsecure: false };
const [a, b] = [
  aService({ name: 'alpha' }),
  aService({ name: 'beta', endpoint: 'https://beta.example.com' }),
];

function at(createdAt: string, name: string) {
  return aService({ name, createdAt, endpoint: 'https://same.example.com' });
}

/** The problem codes of each file that was left out. */
async function codes(files: MemoryFiles): Promise<Record<string, string[]>> {
  const { rejects } = await readCatalog(files, policy);
  return Object.fromEntries([...rejects].map(([path, problems]) => [path, problems.map(({ code }) => code)]));
}

describe('reading a catalog', () => {
  it('returns its categories and every service', async () => {
    const reading = await readCatalog(MemoryFiles.of([a, b]), policy);

    expect(reading.categories).toEqual(categories);
    expect(new Set(reading.services)).toEqual(new Set([a, b]));
    expect(reading.rejects).toEqual(new Map());
  });

  it('leaves out bad files, each with its problems, and reads all others', async () => {
    const files = MemoryFiles.of([a]);
    files.texts.set('services/ab/no-json.json', '');
    files.texts.set('services/ab/bad.json', '{"id":1}');
    files.texts.set(`services/${b.id}.json`, printServiceFile(b));

    expect(await codes(files)).toEqual({
      'services/ab/no-json.json': ['file_not_json'],
      'services/ab/bad.json': expect.arrayContaining(['wrong_type', 'required']) as unknown,
      [`services/${b.id}.json`]: ['file_misplaced'],
    });
    expect((await readCatalog(files, policy)).services).toEqual([a]);
  });

  it.each([
    ['the older', [at('2026-01-01T00:00:00.000Z', 'older'), at('2026-01-02T00:00:00.000Z', 'younger')]],
    [
      'the first by id where both are of the same age',
      [at('2026-01-01T00:00:00.000Z', 'a'), at('2026-01-01T00:00:00.000Z', 'b')],
    ],
  ])('keeps %s of two services with the same endpoint', async (_which, [first, other]) => {
    if (!first || !other) throw new Error('two services are needed');

    for (const order of [
      [first, other],
      [other, first],
    ]) {
      const { services, rejects } = await readCatalog(MemoryFiles.of(order), policy);
      expect(services).toEqual([first]);
      expect([...rejects]).toMatchObject([
        [
          serviceFilePath(other.id),
          [
            {
              code: 'endpoint_listed',
              pointer: '/endpoint',
              detail: expect.stringContaining(first.id) as string,
            },
          ],
        ],
      ]);
    }
  });

  it.each([
    ['are missing', undefined, 'categories.json: the file is missing from the catalog folder; '],
    ['are no JSON', '[', /^categories\.json: the file is not valid JSON: /],
    ['have a bad id', '[{"id":"Bad Id","name":"Bad","description":"Bad."}]', /^categories\.json \/0\/id: /],
    ['are none', '[]', /^categories\.json: /],
    [
      'have the same id twice',
      JSON.stringify([categories[0], categories[0]]),
      'categories.json: two categories have the same id; give each an id of its own',
    ],
  ])('fails with a clear message when the categories %s', async (_fault, text, message) => {
    const files = MemoryFiles.of([a]);
    if (text === undefined) files.texts.delete(categoriesPath);
    else files.texts.set(categoriesPath, text);

    await expect(readCatalog(files, policy)).rejects.toThrow(CategoriesUnreadable);
    await expect(readCatalog(files, policy)).rejects.toThrow(message);
  });
});

describe('judging one service file', () => {
  const path = serviceFilePath(a.id);
  const found = { text: printServiceFile(a) };
  const catalog = { hasCategory: () => true, idAt: () => undefined };

  it('returns its service', () => {
    expect(judgeService(path, found, policy, catalog)).toEqual({ value: a });
  });

  it('returns undefined if there is no file', () => {
    expect(judgeService(path, undefined, policy, catalog)).toBeUndefined();
  });

  it('refuses an endpoint that another service has, but not that of the service itself', () => {
    expect(judgeService(path, found, policy, { ...catalog, idAt: () => a.id })).toEqual({ value: a });
    expect(judgeService(path, found, policy, { ...catalog, idAt: () => 'other-abcdefgh' })).toMatchObject({
      problems: [{ code: 'endpoint_listed', detail: expect.stringContaining('other-abcdefgh') as string }],
    });
  });
});

describe('checking categories', () => {
  it('reports every problem, with its place', () => {
    expect(checkCategories('[{"id":"a","name":"","description":"A.","note":1}]')).toMatchObject({
      problems: expect.arrayContaining([
        expect.objectContaining({ pointer: '/0/name', code: 'text_empty' }),
        expect.objectContaining({ pointer: '/0/note', code: 'unknown_field' }),
      ]) as unknown,
    });
  });
});

describe('reading the removed services of a catalog', () => {
  const grave = tombstoneOf(b);

  it('returns each beside the services', async () => {
    const files = MemoryFiles.of([a]);
    files.bury(grave);

    const { services, tombstones, rejects } = await readCatalog(files, policy);
    expect(services).toEqual([a]);
    expect(tombstones).toEqual([grave]);
    expect(rejects).toEqual(new Map());
  });

  it('leaves out bad files, each with its problems', async () => {
    const files = MemoryFiles.of([a]);
    files.bury(grave);
    files.texts.set('deleted/ab/no-json.json', '{');
    files.texts.set('deleted/ab/bad.json', '{"id":1,"reason":""}');
    files.texts.set(`deleted/${b.id}.json`, printTombstone(grave));
    files.faults.set('deleted/zz/link.json', { fault: 'file_not_regular' });
    files.faults.set('deleted/zz/large.json', { fault: 'file_too_large' });

    expect(await codes(files)).toEqual({
      'deleted/ab/no-json.json': ['file_not_json'],
      'deleted/ab/bad.json': expect.arrayContaining(['wrong_type', 'required', 'text_empty']) as unknown,
      [`deleted/${b.id}.json`]: ['file_misplaced'],
      'deleted/zz/link.json': ['file_not_regular'],
      'deleted/zz/large.json': ['file_too_large'],
    });
    expect((await readCatalog(files, policy)).tombstones).toEqual([grave]);
  });
});
