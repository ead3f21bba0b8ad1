import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CatalogFolder } from '../../../src/adapters/catalog-folder.ts';
import { KeptCatalog } from '../../../src/kept/kept-catalog.ts';

/*
 * Prints a line, and keeps a catalog again and again, until somebody kills it.
 */

const [, , folder = '', dataDir = ''] = process.argv;
const policy = { allowInsecure: false };
const quiet = (): void => undefined;
const log = { info: quiet, warn: quiet, error: quiet };
const clock = (): Date => new Date(Date.now() + 3_600_000);

process.stdout.write('keeping\n');
for (;;) {
  await new KeptCatalog({ files: new CatalogFolder(folder), policy, dataDir, clock, log }).read();
  await rm(join(dataDir, 'kept', 'catalog'), { force: true });
}
