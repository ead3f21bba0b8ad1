import { stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { catalogCommand } from '../../../scripts/catalog.ts';
import { categoriesPath } from '../../../src/domain/category.ts';
import { hiddenCharacter } from '../../../src/domain/plain-text.ts';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { categories } from '../../fixtures/services.ts';
import { type Called, callIn } from '../../support/call-command.ts';
import {
  readCatalogFiles,
  serviceNamed,
  writeCatalog,
  writeCatalogFile,
  writeService,
} from '../../support/catalog-on-disk.ts';
import { inWorkplace } from '../../support/workplace.ts';

const [a, b] = [serviceNamed('alpha'), serviceNamed('beta')];

/** A workplace whose catalog holds two good services. */
const it = inWorkplace
  .extend('catalog', { auto: true }, async ({ workplace }) => {
    await writeCatalog(workplace.catalog, a, b);
    return workplace.catalog;
  })
  .extend('check', ({ workplace }) => {
    return (...args: readonly string[]): Promise<Called> =>
      callIn(workplace, catalogCommand, ['check', ...args]);
  });

describe('catalog check', () => {
  it('passes a valid catalog', async ({ check }) => {
    expect(await check()).toEqual({
      code: 0,
      stdout: '2 services, no problems\n',
      stderr: '',
    });
  });

  it('names each bad file with the rule and the cure, and exits with 1', async ({ catalog, check }) => {
    const misplaced = `services/zz/${a.id}.json`;
    await writeCatalogFile(catalog, misplaced, printServiceFile(a));
    await writeCatalogFile(catalog, 'services/ab/broken.json', '{');
    const cheap = serviceNamed('cheap', {
      pricing: { currency: 'USDC', pricePerRequest: '1e-3' },
      category: 'none',
    });
    await writeService(catalog, cheap);
    const twin = { ...serviceNamed('twin', { endpoint: b.endpoint }), createdAt: '2026-03-01T00:00:00.000Z' };
    await writeService(catalog, twin);

    const { code, stdout, stderr } = await check();
    expect(code).toBe(1);
    expect(stdout).toBe('');
    const lines = stderr.trimEnd().split('\n');
    expect(lines.slice(0, -1)).toHaveLength(5);
    expect(lines).toEqual(
      expect.arrayContaining([
        `${misplaced}: the file is in the wrong place; move it to ${serviceFilePath(a.id)}`,
        expect.stringMatching(/^services\/ab\/broken\.json: the file is not valid JSON: /),
        `${serviceFilePath(cheap.id)} /category: category "none" is not a category of this catalog; choose an id from /api/categories, or from categories.json among its files`,
        expect.stringMatching(
          `^${serviceFilePath(cheap.id)} /pricing/pricePerRequest: pricePerRequest "1e-3" is not a plain decimal; write .*"0.001"$`,
        ),
        `${serviceFilePath(twin.id)} /endpoint: endpoint is already listed by ${b.id}; each endpoint is listed once`,
      ]),
    );
    expect(lines.at(-1)).toBe('catalog: found problems in 4 files');
  });

  it('says what is wrong with categories.json, and checks nothing else', async ({ catalog, check }) => {
    await writeCatalogFile(catalog, categoriesPath, '[{"id":"Bad Id","name":"Bad","description":"Bad."}]');

    const { code, stderr } = await check();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^catalog: categories\.json \/0\/id: /);
  });

  it('prints names of files and keys without control characters and workflow commands', async ({
    catalog,
    check,
  }) => {
    const evil = '\u001b[31m\n::error::##[group]\u202e';
    await writeCatalogFile(catalog, `services/ab/${evil}.json`, JSON.stringify({ [evil]: evil }));
    await writeCatalogFile(catalog, 'services/ab/b.json', `{"a":${evil}`);

    const { stderr } = await check();
    expect(stderr.split('\n').filter((line) => hiddenCharacter(line) !== undefined)).toEqual([]);
    expect(stderr).not.toMatch(/^\s*::|##\[/m);
    expect(stderr).toContain('services/ab/U+001B[31mU+000A::error::#U+0023[group]U+202E.json');
  });

  it('changes nothing', async ({ catalog, check }) => {
    await writeCatalogFile(catalog, serviceFilePath(a.id), JSON.stringify(a));
    const before = await readCatalogFiles(catalog);

    expect((await check()).code).toBe(1);
    expect(await readCatalogFiles(catalog)).toEqual(before);
  });
});

describe('catalog check --fix', () => {
  it('rewrites files in canonical form, and leaves canonical files alone', async ({ catalog, check }) => {
    const good = await readCatalogFiles(catalog);
    await writeCatalogFile(catalog, serviceFilePath(a.id), JSON.stringify(a));
    await writeCatalogFile(catalog, categoriesPath, JSON.stringify(categories, null, 4));
    const untouched = join(catalog, serviceFilePath(b.id));
    await utimes(untouched, 1, 1);

    expect(await check('--fix')).toMatchObject({
      code: 0,
      stdout: 'rewrote 2 files in canonical form\n2 services, no problems\n',
      stderr: '',
    });
    expect(await readCatalogFiles(catalog)).toEqual(good);
    expect((await stat(untouched)).mtimeMs).toBe(1000);
    expect(await check()).toMatchObject({ code: 0 });
  });

  it('corrects only the form, and reports the remaining problems', async ({ catalog, check }) => {
    await writeCatalogFile(catalog, serviceFilePath(a.id), JSON.stringify(a));
    await writeCatalogFile(catalog, serviceFilePath(b.id), JSON.stringify({ ...b, name: '' }));

    const { code, stdout, stderr } = await check('--fix');
    expect(code).toBe(1);
    expect(stdout).toBe('rewrote 1 file in canonical form\n');
    expect(stderr).toContain(`${serviceFilePath(b.id)} /name: `);
    expect((await readCatalogFiles(catalog))[serviceFilePath(b.id)]).toBe(JSON.stringify({ ...b, name: '' }));
  });
});
