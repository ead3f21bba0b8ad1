import type { SiteCatalog } from '../site/site-catalog.ts';
import { bodyOf } from '../views/body.ts';
import { siteFiles } from './site-files.ts';
import { exportFile, staticApi } from './static-api.ts';
import type { BuildFiles } from './build-files.ts';

export interface SiteSettings {
  readonly catalogName: string;
  readonly siteUrl: string;
  /** Where to report vulnerabilities. */
  readonly contactUrl: string | undefined;
}

/** Writes everything that is not a page: the API as files, its description, badges, the sitemap and the like. */
export async function writeStaticFiles(
  catalog: SiteCatalog,
  files: BuildFiles,
  { catalogName, siteUrl, contactUrl }: SiteSettings,
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
