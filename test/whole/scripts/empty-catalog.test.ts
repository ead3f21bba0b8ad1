import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, vi } from 'vitest';
import { catalogCommand } from '../../../scripts/catalog.ts';
import { probeCommand } from '../../../scripts/probe.ts';
import { readConfig } from '../../../src/config/config.ts';
import { openLocalCatalog } from '../../../src/open/catalog.ts';
import { aRegistration } from '../../fixtures/registrations.ts';
import { callIn } from '../../support/call-command.ts';
import { readCatalogFiles, writeCatalogFile } from '../../support/catalog-on-disk.ts';
import type { Workplace } from '../../support/running-server.ts';
import { inWorkplace as it } from '../../support/workplace.ts';
import { buildTimeoutMs } from '../../support/soon.ts';

vi.setConfig({ testTimeout: buildTimeoutMs, hookTimeout: buildTimeoutMs });

const own = new URL('../../../catalog/categories.json', import.meta.url);

/** Ways to prepare CATALOG_DIR: no folder yet, or an empty one. */
const starts = [
  ['missing', (): Promise<unknown> => Promise.resolve()],
  ['empty', ({ catalog }: Workplace): Promise<unknown> => mkdir(catalog)],
] as const;

async function expectBegun(workplace: Workplace): Promise<void> {
  expect(await readCatalogFiles(workplace.catalog)).toEqual({
    'categories.json': await readFile(own, 'utf8'),
  });
  expect(await workplace.git('log', '--format=%s')).toBe('Start the catalog\n');
}

describe.each(starts)('a catalog folder that is %s', (_state, prepare) => {
  it('gets categories and a first commit where a build or a server opens it', async ({ workplace }) => {
    await prepare(workplace);

    await openLocalCatalog(readConfig(workplace.environment));
    await expectBegun(workplace);
  });

  it('exports an empty list, and has nothing to probe', async ({ workplace }) => {
    await prepare(workplace);

    expect(await callIn(workplace, catalogCommand, ['export', '-'])).toMatchObject({
      code: 0,
      stdout: '[]\n',
    });
    expect(await callIn(workplace, probeCommand, ['--all'])).toMatchObject({ code: 0 });
    expect(await readCatalogFiles(workplace.catalog)).toEqual({});
  });

  it('fails a check, in one line', async ({ workplace }) => {
    await prepare(workplace);

    const { code, stderr } = await callIn(workplace, catalogCommand, ['check']);
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

    expect(await callIn(workplace, catalogCommand, ['new', '--name', 'Rain'])).toMatchObject({ code: 1 });
    expect(await callIn(workplace, catalogCommand, ['import', file])).toMatchObject({ code: 0 });
    expect(await readCatalogFiles(workplace.catalog)).toEqual({});
    expect(existsSync(join(workplace.catalog, '.git'))).toBe(false);
  });
});

describe('a build', () => {
  it('begins a catalog where there is none', async ({ workplace }) => {
    expect(await workplace.build()).toMatchObject({ code: 0, stderr: '' });

    await expectBegun(workplace);
    expect(existsSync(join(workplace.folder, 'dist/client/api/services.json'))).toBe(true);
  });

  it('leaves a catalog with broken categories as it is, and says why', async ({ workplace }) => {
    await writeCatalogFile(workplace.catalog, 'categories.json', '[');

    const { code, stderr } = await workplace.attempt('build.ts', []);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^build: categories\.json: the file is not valid JSON: [^\n]+\n$/);
    expect(existsSync(join(workplace.catalog, '.git'))).toBe(false);
  });
});
