import { readFileSync } from 'node:fs';
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
  { catalogName, siteUrl, contactUrl }: Config,
): Promise<void> {
  for (const { path, text } of staticApi(catalog, catalogName)) {
    if (path === exportFile) await files.placeCompressed(path, text, () => text);
    else await files.place(path, text, () => text);
  }

  for (const { path, text } of siteFiles(catalog, { siteUrl, contactUrl })) {
    await files.place(path, text, () => text);
  }

  const description = JSON.stringify(describeApi(siteUrl, version));
  await files.place('openapi.json', description, () => description);
  const viewer = readFileSync(new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference')));
  await files.place('docs/api/scalar.js', viewer, () => viewer);
}
