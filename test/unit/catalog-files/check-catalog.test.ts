import { describe, expect, it } from 'vitest';
import { categoriesPath, printCategories } from '../../../src/domain/category.ts';
import { printServiceFile, printTombstone, serviceFilePath } from '../../../src/domain/service-file.ts';
import { checkCatalog } from '../../../src/catalog-files/check-catalog.ts';
import { CategoriesUnreadable } from '../../../src/catalog-files/read-catalog.ts';
import { aService, categories, tombstoneOf } from '../../fixtures/services.ts';
import { MemoryFiles } from '../../support/memory-files.ts';

const policy = { allowInsecure: false };
const [a, b] = [
  aService({ name: 'alpha' }),
  aService({ name: 'beta', endpoint: 'https://beta.example.com' }),
];
const pathOfA = serviceFilePath(a.id);

function codes(problems: ReadonlyMap<string, readonly { code: string }[]>): Record<string, string[]> {
  return Object.fromEntries([...problems].map(([path, own]) => [path, own.map(({ code }) => code)]));
}

describe('checking a catalog', () => {
  it('finds no problems in a valid catalog', async () => {
    expect(await checkCatalog(MemoryFiles.of([a, b]), policy)).toEqual({
      services: expect.objectContaining({ length: 2 }) as unknown,
      tombstones: [],
      problems: new Map(),
      misprinted: [],
    });
  });

  it('reports the problems of each file', async () => {
    const files = MemoryFiles.of([a]);
    files.texts.set(pathOfA, printServiceFile({ ...a, name: '', category: 'none' }));
    files.texts.set('services/ab/bad.json', '{');

    const { services, problems } = await checkCatalog(files, policy);
    expect(services).toEqual([]);
    expect(codes(problems)).toEqual({
      [pathOfA]: ['text_empty', 'category_unknown'],
      'services/ab/bad.json': ['file_not_json'],
    });
  });

  it.each([
    [
      'another order of keys',
      JSON.stringify(Object.fromEntries(Object.entries(a).reverse()), null, 2) + '\n',
    ],
    ['no final newline', printServiceFile(a).trimEnd()],
    ['another indent', `${JSON.stringify(a)}\n`],
    ['CRLF', printServiceFile(a).replaceAll('\n', '\r\n')],
    ['an endpoint with a slash at its end', printServiceFile({ ...a, endpoint: `${a.endpoint}/` })],
    ['spaces around the name', printServiceFile({ ...a, name: ' alpha ' })],
  ])('reports %s as a fault of form, and returns the canonical form', async (_fault, text) => {
    const files = MemoryFiles.of([a]);
    files.texts.set(pathOfA, text);

    const { services, problems, misprinted } = await checkCatalog(files, policy);
    expect(services).toHaveLength(1);
    expect(codes(problems)).toEqual({ [pathOfA]: ['file_not_canonical'] });
    expect(misprinted).toEqual([{ path: pathOfA, text: printServiceFile(a) }]);
  });

  it('also checks the form of tombstones', async () => {
    const files = MemoryFiles.of([a]);
    const grave = tombstoneOf(b);
    const path = files.bury(grave);
    files.texts.set(path, JSON.stringify(grave));

    const { tombstones, problems, misprinted } = await checkCatalog(files, policy);
    expect(tombstones).toEqual([grave]);
    expect(codes(problems)).toEqual({ [path]: ['file_not_canonical'] });
    expect(misprinted).toEqual([{ path, text: printTombstone(grave) }]);
  });

  it('reports a tombstone whose service is listed', async () => {
    const files = MemoryFiles.of([a]);
    const path = files.bury(tombstoneOf(a));

    expect(codes((await checkCatalog(files, policy)).problems)).toEqual({ [path]: ['service_listed'] });
  });

  it('also checks the form of categories.json', async () => {
    const files = MemoryFiles.of([a]);
    files.texts.set(categoriesPath, JSON.stringify(categories));

    const { misprinted } = await checkCatalog(files, policy);
    expect(misprinted).toEqual([{ path: categoriesPath, text: printCategories(categories) }]);
  });

  it('rejects if the categories are unreadable', async () => {
    await expect(checkCatalog(new MemoryFiles(), policy)).rejects.toThrow(CategoriesUnreadable);
  });
});
