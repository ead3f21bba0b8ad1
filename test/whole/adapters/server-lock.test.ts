import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { LockUnusable } from '../../../src/adapters/exclusive-lock.ts';
import { CatalogInUse, claimCatalog } from '../../../src/adapters/server-lock.ts';
import { startProgram } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;
let catalog: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  catalog = join(folder, 'catalog');
  await mkdir(catalog);
});

describe('a catalog that a server has locked', () => {
  it('is refused to a second server with the process that holds it and the cure', async () => {
    const holder = await startProgram('hold-catalog', [catalog, folder]);

    const refusal = await claimCatalog(catalog, folder).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(CatalogInUse);
    expect(String(refusal)).toContain(`process ${String(holder.pid)}`);
    expect(String(refusal)).toContain(catalog);
    expect(String(refusal)).toContain('CATALOG_DIR');
  });

  it('is refused to a second server each time it tries', async () => {
    await startProgram('hold-catalog', [catalog, folder]);

    for (let i = 0; i < 3; i += 1) await expect(claimCatalog(catalog, folder)).rejects.toThrow(CatalogInUse);
  });

  it('is refused under another path to the same folder', async () => {
    const link = join(folder, 'link');
    await symlink(catalog, link);
    const claim = await claimCatalog(catalog, folder);

    await expect(claimCatalog(link, folder)).rejects.toThrow(CatalogInUse);
    claim.release();
  });

  it('can be locked once its holder was killed', async () => {
    const holder = await startProgram('hold-catalog', [catalog, folder]);
    await holder.kill();

    const claim = await claimCatalog(catalog, folder);
    await expect(claimCatalog(catalog, folder)).rejects.toThrow(`process ${String(process.pid)}`);
    claim.release();
  });

  it('can be locked once it was released', async () => {
    (await claimCatalog(catalog, folder)).release();

    (await claimCatalog(catalog, folder)).release();
  });

  it('does not lock other catalogs of the same repository', async () => {
    const other = join(folder, 'other');
    await mkdir(other);
    const claims = [await claimCatalog(catalog, folder), await claimCatalog(other, folder)];

    for (const claim of claims) claim.release();
  });
});

describe('a lock file that cannot be used', () => {
  /** The path of the lock file, with no file there. */
  async function lockFile(): Promise<string> {
    (await claimCatalog(catalog, folder)).release();
    const [name = ''] = (await readdir(folder)).filter((each) => each.endsWith('.lock'));
    await rm(join(folder, name));
    return join(folder, name);
  }

  it.each<[string, (path: string) => Promise<unknown>, string]>([
    [
      'is another file',
      (path) => writeFile(path, 'no lock '.repeat(200)),
      'is damaged; delete it, it holds nothing',
    ],
    ['is a folder', (path) => mkdir(path), 'cannot be used; see that it is a file'],
  ])('is reported with the cure when it %s', async (_what, make, sentence) => {
    const path = await lockFile();
    await make(path);
    const refusal: unknown = await claimCatalog(catalog, folder).catch((error: unknown) => error);

    expect(refusal).toBeInstanceOf(LockUnusable);
    expect(String(refusal)).toContain(`the lock file ${path} ${sentence}`);
  });
});
