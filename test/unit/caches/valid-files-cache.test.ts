import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CatalogFiles } from '../../../src/catalog-files/catalog-files.ts';
import {
  type CatalogReading,
  type JudgeService,
  readCatalog,
} from '../../../src/catalog-files/read-catalog.ts';
import type { FoundFile } from '../../../src/domain/catalog-file.ts';
import { serviceFilePath } from '../../../src/domain/service-file.ts';
import { ValidFilesCache } from '../../../src/caches/valid-files-cache.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';
import { aService, categories as all } from '../../fixtures/services.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const policy = { allowInsecure: false };
const [alpha, beta] = ['alpha', 'beta'].map((name) =>
  aService({ name, endpoint: `https://${name}.example.com` }),
) as [ReturnType<typeof aService>, ReturnType<typeof aService>];

let files: MemoryFiles;
let dataDir: string;
let log: MemoryLog;

beforeEach(async () => {
  files = MemoryFiles.of([alpha, beta]);
  dataDir = await temporaryFolder();
  log = new MemoryLog();
});

interface Read extends CatalogReading {
  /** The files that the rules were applied to. */
  readonly judged: readonly string[];
}

/** Reads with the cache, and saves it. */
async function read(rules = policy, categories = all): Promise<Read> {
  const judged: string[] = [];
  const valid = await ValidFilesCache.open({ dataDir, policy: rules, categories, log });
  const known = {
    judge: (file: FoundFile, judge: JudgeService) =>
      valid.judge(file, (each) => {
        judged.push(each.path);
        return judge(each);
      }),
  };
  const reading = await readCatalog(files satisfies CatalogFiles, rules, { categories, known });
  await valid.save();
  return { ...reading, judged };
}

/** Reads without a cache. */
async function plain(): Promise<CatalogReading> {
  return readCatalog(files, policy, { categories: all });
}

describe('valid files that are known', () => {
  it('are read the same without the rules', async () => {
    const first = await read();
    const second = await read();

    expect(first.judged).toHaveLength(2);
    expect(second).toEqual({ ...(await plain()), judged: [] });
  });

  it('are judged again once they say anything else, or stand elsewhere', async () => {
    await read();
    files.put({ ...alpha, description: 'Edited.' });
    const path = serviceFilePath(beta.id).replace('.json', '-x.json');
    files.texts.set(path, files.texts.get(serviceFilePath(beta.id)) ?? '');

    const { judged, ...reading } = await read();
    expect(judged).toEqual([serviceFilePath(alpha.id), path]);
    expect(reading).toEqual(await plain());
  });

  it('are judged again by other rules, and under other categories', async () => {
    await read();

    expect((await read({ allowInsecure: true })).judged).toHaveLength(2);
    expect((await read(policy, all.slice(0, 1))).judged).toHaveLength(2);
  });

  it('have none among them that break a rule', async () => {
    files.texts.set(serviceFilePath(alpha.id), '{');
    await read();

    expect((await read()).judged).toEqual([serviceFilePath(alpha.id)]);
  });

  it('have none among them that the rules read otherwise than they are written', async () => {
    const { id, ...rest } = alpha;
    files.texts.set(serviceFilePath(id), JSON.stringify({ ...rest, id }));
    await read();

    expect((await read()).judged).toEqual([serviceFilePath(id)]);
  });

  it.each([
    ['damaged', '{"key":'],
    ['foreign', '{"services":[]}'],
    ['empty', ''],
  ])('are judged again where the cache is %s', async (_what, text) => {
    await read();
    await writeFile(join(dataDir, 'cache', 'valid-files'), text);

    expect((await read()).judged).toHaveLength(2);
    expect((await read()).judged).toEqual([]);
  });

  it('are read where the cache cannot be written, with a warning', async () => {
    await writeFile(join(dataDir, 'cache'), 'in the way');

    expect((await read()).services).toHaveLength(2);
    expect(log.lines).toMatchObject([{ level: 'warn' }]);
  });

  it('are not written again when nothing changed', async () => {
    await read();
    const path = join(dataDir, 'cache', 'valid-files');
    const spaced = ` ${await readFile(path, 'utf8')}`;
    await writeFile(path, spaced);
    await read();

    expect(await readFile(path, 'utf8')).toBe(spaced);
  });
});
