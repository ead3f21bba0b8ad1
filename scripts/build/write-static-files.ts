import type { Config } from '../../src/config.ts';
import { bodyOf } from '../../src/domain/views.ts';
import type { SiteCatalog } from '../../src/site/site-catalog.ts';
import { siteFiles } from '../../src/site/site-files.ts';
import { exportFile, staticApi } from '../../src/site/static-api.ts';
import type { BuildFiles } from './build-files.ts';

/** Writes the API as files, with its description, and everything of the site that is not a page. */
export async function writeStaticFiles(
  catalog: SiteCatalog,
  files: BuildFiles,
  { catalogName, siteUrl, contactUrl }: Config,
): Promise<void> {
  for (const { path, text } of staticApi(catalog, catalogName)) {
    if (path === exportFile) await files.placeCompressed(path, text, () => text);
    else await files.place(path, text, () => text);
  }

  for await (const { path, text } of siteFiles(catalog, { siteUrl, contactUrl })) {
    await files.place(path, text, () => text);
  }

  const description = bodyOf(catalog.api);
  await files.place('openapi.json', description, () => description);
}
