import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { aRegistration } from '../../fixtures/registrations.ts';
import { readCatalogFiles, writeCatalogFile } from '../../support/catalog-on-disk.ts';
import type { Workplace } from '../../support/running-server.ts';
import { inWorkplace as it } from '../../support/workplace.ts';

const own = new URL('../../../catalog/categories.json', import.meta.url);

/** Ways to prepare CATALOG_DIR: no folder yet, or an empty one. */
const starts = [
  ['missing', (): Promise<unknown> => Promise.resolve()],
  ['empty', ({ catalog }: Workplace): Promise<unknown> => mkdir(catalog)],
] as const;

describe.concurrent.each(starts)('a catalog folder that is %s', (_state, prepare) => {
  it('gets categories and a first commit from a build', async ({ workplace }) => {
    await prepare(workplace);

    const { code, stderr } = await workplace.build();
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(await readCatalogFiles(workplace.catalog)).toEqual({
      'categories.json': await readFile(own, 'utf8'),
    });
    expect(await workplace.git('log', '--format=%s')).toBe('Start the catalog\n');
    expect(existsSync(join(workplace.folder, 'dist/client/api/services.json'))).toBe(true);
  });

  it('exports an empty list, and has nothing to probe', async ({ workplace }) => {
    await prepare(workplace);

    expect(await workplace.attempt('catalog.ts', ['export', '-'])).toMatchObject({ code: 0, stdout: '[]\n' });
    expect(await workplace.attempt('probe.ts', ['--all'])).toMatchObject({ code: 0 });
    expect(await readCatalogFiles(workplace.catalog)).toEqual({});
  });

  it('fails a check, in one line', async ({ workplace }) => {
    await prepare(workplace);

    const { code, stderr } = await workplace.attempt('catalog.ts', ['check']);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^catalog: categories\.json: the file is missing from the catalog folder; [^\n]+\n$/,
    );
    expect(await readCatalogFiles(workplace.catalog)).toEqual({});
  });

  it('stays as it is when a command refuses its input', async ({ workplace }) => {
    await prepare(workplace);
    const file = join(workplace.folder, 'services.json');
    await writeFile(file, JSON.stringify([aRegistration({ name: '' })]));

    expect(await workplace.attempt('catalog.ts', ['new', '--name', 'Rain'])).toMatchObject({ code: 1 });
    expect(await workplace.attempt('catalog.ts', ['import', file])).toMatchObject({ code: 0 });
    expect(await readCatalogFiles(workplace.catalog)).toEqual({});
    expect(existsSync(join(workplace.catalog, '.git'))).toBe(false);
  });
});

describe('a catalog folder whose categories are broken', () => {
  it('stays as it is when a build fails, which says why', async ({ workplace }) => {
    await writeCatalogFile(workplace.catalog, 'categories.json', '[');

    const { code, stderr } = await workplace.attempt('build.ts', []);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^build: categories\.json: the file is not valid JSON: [^\n]+\n$/);
    expect(existsSync(join(workplace.catalog, '.git'))).toBe(false);
  });
});
