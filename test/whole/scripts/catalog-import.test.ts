import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { z } from 'zod';
import { catalogCommand } from '../../../scripts/catalog.ts';
import { type Category, printCategories } from '../../../src/domain/category.ts';
import { unobserved } from '../../../src/domain/service.ts';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import { Service, serviceView } from '../../../src/views/service.ts';
import { aRegistration } from '../../fixtures/registrations.ts';
import { categories } from '../../fixtures/services.ts';
import { type Called, callIn } from '../../support/call-command.ts';
import { readCatalogFiles, serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { GitFolder } from '../../support/git-folder.ts';
import { Workplace } from '../../support/running-server.ts';
import { folderForAll } from '../../support/temporary-folder.ts';
import { inWorkplace } from '../../support/workplace.ts';

const listed = serviceNamed('alpha');
const [b, c] = [
  serviceNamed('beta', { createdAt: '2025-01-02T03:04:05.006Z', updatedAt: '2025-02-03T04:05:06.007Z' }),
  serviceNamed('gamma', { createdAt: '2025-03-04T05:06:07.008Z' }),
];

/** The command, in a workplace. */
function commandOf(workplace: Workplace) {
  const fileOf = async (content: unknown, name = 'services.json'): Promise<string> => {
    const path = join(workplace.folder, name);
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };

  return {
    fileOf,
    importing: async (content: unknown, ...options: readonly string[]): Promise<Called> =>
      callIn(workplace, catalogCommand, ['import', await fileOf(content), ...options]),
  };
}

const inEmptyWorkplace = inWorkplace.extend('command', ({ workplace }) => commandOf(workplace));

/** A workplace whose catalog holds one service, all of it committed. */
const it = inEmptyWorkplace.extend('catalog', { auto: true }, ({ workplace }) =>
  begun.copy(workplace.catalog),
);

let begun: GitFolder;

beforeAll(async () => {
  begun = await GitFolder.init(await folderForAll());
  await writeCatalog(begun.path, listed);
  await begun.commitAll('Begin');
});

function recordOf(service: typeof b): Service {
  return serviceView({ declared: service, observed: { ...unobserved, status: 'verified', trustScore: 99 } });
}

describe('catalog import', () => {
  it('adds records, with their times, and bodies in one commit, and none of them twice', async ({
    catalog,
    command: { importing },
  }) => {
    const { code, stdout, stderr } = await importing([recordOf(b), aRegistration(), recordOf(c)]);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^3 of 3 services added, 0 skipped$/m);
    expect(await catalog.lines('log', '--format=%s')).toEqual(['Import 3 services', 'Begin']);
    expect(await catalog.git('status', '--porcelain', '--untracked-files=all')).toBe('');
    for (const service of [b, c]) {
      expect(await catalog.read(serviceFilePath(service.id))).toBe(printServiceFile(service));
    }

    expect((await importing([recordOf(b), recordOf(c)])).stdout).toMatch(
      /^0 of 2 services added, 2 skipped$/m,
    );
    expect(await catalog.lines('log', '--format=%s')).toEqual(['Import 3 services', 'Begin']);
  });

  it('leaves what services mean to the build and the server', async ({ workplace, command: { fileOf } }) => {
    const args = ['import', await fileOf([aRegistration()])];
    const { stdout } = await callIn(workplace, catalogCommand, args, { EMBEDDING_MODEL: '' });

    expect(stdout).toContain('1 of 1 services added');
    expect(existsSync(join(workplace.folder, 'data'))).toBe(false);
  });

  it('names the records that it skipped, and why', async ({ command: { importing } }) => {
    const { code, stdout, stderr } = await importing([
      recordOf(b),
      recordOf(listed),
      aRegistration({ name: 'Too "cheap"', pricing: { currency: 'USDC', pricePerRequest: '1e-3' } }),
      'nonsense',
    ]);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^1 of 4 services added, 3 skipped$/m);
    expect(stderr.trimEnd().split('\n')).toEqual([
      `skipped record 1, "alpha": this endpoint is already listed, as ${listed.id}`,
      expect.stringMatching(
        /^skipped record 2, "Too \\"cheap\\"": pricePerRequest "1e-3" is not a plain decimal/,
      ),
      expect.stringMatching(/^skipped record 3, no name: /),
    ]);
  });

  it('prints a bounded number of skipped records', async ({ catalog, command: { importing } }) => {
    const { stdout, stderr } = await importing(Array.from({ length: 1000 }, () => recordOf(listed)));

    expect(stdout).toMatch(/^0 of 1000 services added, 1000 skipped$/m);
    expect(stderr.trimEnd().split('\n')).toHaveLength(51);
    expect(stderr).toContain('… and 950 more');
    expect(await catalog.lines('log', '--format=%s')).toEqual(['Begin']);
  });

  it('commits only its own files', async ({ catalog, command: { importing } }) => {
    await catalog.write('services/by-hand.txt', 'mine\n');
    await catalog.git('add', '.');
    await catalog.write('categories.json', `${await catalog.read('categories.json')}\n`);
    const before = await catalog.changes();

    await importing([recordOf(b)]);
    expect(await catalog.changes()).toBe(before);
    expect(await catalog.lines('show', '--format=', '--name-only', 'HEAD')).toEqual([serviceFilePath(b.id)]);
  });

  it('leaves no files behind when the commit fails', async ({ workplace, catalog, command: { fileOf } }) => {
    const file = await fileOf([recordOf(b)]);
    await catalog.write('.git/index.lock', '');
    const before = await catalog.state();

    const { code, stderr } = await callIn(workplace, catalogCommand, ['import', file]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^catalog: another git process holds .*index\.lock; if none is running, remove that file$/m,
    );
    expect(await catalog.state()).toEqual(before);
  });

  inEmptyWorkplace(
    'begins a catalog, with its repository and the categories of this project, where there is none',
    async ({ workplace, command: { importing } }) => {
      const record = { ...recordOf(b), category: 'developer-tools' };

      const { code, stderr } = await importing([aRegistration(), record]);
      expect(code, stderr).toBe(0);
      expect(Object.keys(await readCatalogFiles(workplace.catalog))).toContain('categories.json');
      expect(await workplace.git('status', '--porcelain')).toBe('');
    },
  );
});

describe('catalog import --dry-run', () => {
  it('prints what would happen, and changes nothing', async ({ catalog, command: { importing } }) => {
    const before = await catalog.state();

    const { code, stdout, stderr } = await importing([recordOf(b), recordOf(listed)], '--dry-run');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^1 of 2 services would be added, 1 skipped$/m);
    expect(stderr).toContain('skipped record 1');
    expect(await catalog.state()).toEqual(before);
  });

  inEmptyWorkplace('does not even begin a catalog', async ({ workplace, command: { importing } }) => {
    expect((await importing([aRegistration()], '--dry-run')).stdout).toMatch(
      /^1 of 1 services would be added/m,
    );
    expect(Object.keys(await readCatalogFiles(workplace.catalog))).toEqual([]);
  });
});

describe('catalog import --category-file', () => {
  const more: Category[] = [
    ...categories,
    { id: 'brand-new', name: 'Brand new', description: 'Not seen before.' },
  ];

  it('replaces the categories in the same commit', async ({ catalog, command: { fileOf, importing } }) => {
    const file = await fileOf(more, 'categories.json');

    const { code } = await importing([{ ...recordOf(b), category: 'brand-new' }], '--category-file', file);
    expect(code).toBe(0);
    expect(await catalog.read('categories.json')).toBe(printCategories(more));
    expect(await catalog.lines('show', '--format=', '--name-only', 'HEAD')).toEqual(
      ['categories.json', serviceFilePath(b.id)].sort(),
    );
  });

  it('refuses categories that would leave a service without one', async ({
    catalog,
    command: { fileOf, importing },
  }) => {
    const before = await catalog.state();
    const file = await fileOf(
      more.filter(({ id }) => id !== listed.category),
      'categories.json',
    );

    const { code, stderr } = await importing([], '--category-file', file);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `catalog: ${file} lacks the category of ${listed.id}; add it, or move these services to another category first\n`,
    );
    expect(await catalog.state()).toEqual(before);
  });

  it('refuses a file without valid categories', async ({ command: { fileOf, importing } }) => {
    const file = await fileOf('[{"id":"Bad Id"}]', 'categories.json');

    const { code, stderr } = await importing([], '--category-file', file);
    expect(code).toBe(2);
    expect(stderr).toContain(`${file} /0/id: `);
  });
});

describe('a file that cannot be imported', () => {
  it.for<readonly [fault: string, text: string, said: RegExp]>([
    ['is not JSON', '[{"name":', /^catalog: \/.*services\.json is not valid JSON: /],
    [
      'is no array',
      '{"name":"alpha"}',
      /^catalog: \/.*services\.json is not a JSON array; give registration bodies/,
    ],
    ['names a key twice', '[{"name":"a","name":"b"}]', /the key "name" stands twice in one object/],
  ])(
    'because it %s is refused in one line',
    async ([_fault, text, said], { catalog, command: { importing } }) => {
      const before = await catalog.state();

      const { code, stdout, stderr } = await importing(text);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(said);
      expect(stderr.trimEnd()).not.toContain('\n');
      expect(await catalog.state()).toEqual(before);
    },
  );
});

describe('catalog export', () => {
  it('writes every service as the API shows it, in order of ids', async ({
    workplace,
    command: { importing },
  }) => {
    await importing([recordOf(c), recordOf(b)]);
    const file = join(workplace.folder, 'export.json');

    const { code, stdout, stderr } = await callIn(workplace, catalogCommand, ['export', file]);
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: 'wrote 3 services\n' });
    const records = z.array(Service).parse(JSON.parse(await readFile(file, 'utf8')));
    expect(records).toEqual(
      [listed, b, c].map((declared) => serviceView({ declared, observed: unobserved })),
    );
    expect((await callIn(workplace, catalogCommand, ['export', '-'])).stdout).toBe(
      await readFile(file, 'utf8'),
    );
  });

  it('gives the same catalog again after an import', async ({
    workplace,
    command: { fileOf, importing },
    onTestFinished,
  }) => {
    await importing([
      recordOf(c),
      recordOf(b),
      aRegistration({
        name: 'Grüße, 世界 🌦',
        pricing: { currency: 'EURC', pricePerRequest: '007.50', freeQuota: 3 },
      }),
    ]);
    const { stdout: exported } = await callIn(workplace, catalogCommand, ['export', '-']);
    const before = await readCatalogFiles(workplace.catalog);
    const file = await fileOf(categories, 'categories.json');

    const other = await Workplace.make();
    onTestFinished(() => other.remove());
    const again = await commandOf(other).importing(exported, '--category-file', file);
    expect(again.stdout).toMatch(/^4 of 4 services added/m);
    expect(await readCatalogFiles(other.catalog)).toEqual(before);
  });
});
