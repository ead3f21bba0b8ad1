import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Config } from '../../src/config.ts';
import { describeApi } from '../../src/http/openapi.ts';
import type { SiteCatalog } from '../../src/site/site-catalog.ts';
import { siteFiles } from '../../src/site/site-files.ts';
import { exportFile, staticApi } from '../../src/site/static-api.ts';
import { version } from '../../src/version.ts';
import type { BuildFiles } from './build-files.ts';

/** Writes the API as files, with its description and the viewer of it, and what else of the site is no page. */
export async function writeStaticFiles(
  catalog: SiteCatalog,
  files: BuildFiles,
  { catalogName, siteUrl }: Config,
): Promise<void> {
  for (const { path, text } of staticApi(catalog, catalogName)) {
    await files.place(path, text, () => text);
    if (path === exportFile) await placeCompressed(path, text, files);
  }

  for await (const { path, text } of siteFiles(catalog, siteUrl)) {
    await files.place(path, text, () => text);
  }

  const description = JSON.stringify(describeApi(siteUrl, version));
  await files.place('openapi.json', description, () => description);
  const viewer = readFileSync(new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference')));
  await files.place('docs/api/scalar.js', viewer, () => viewer);
}

async function placeCompressed(path: string, text: string, files: BuildFiles): Promise<void> {
  const br = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

  await files.place(`${path}.br`, text, () => promisify(brotliCompress)(text, br));
  await files.place(`${path}.gz`, text, () => promisify(gzip)(text, { level: 9 }));
}
