import { readFileSync } from 'node:fs';
import type { SiteCatalog } from '../site/site-catalog.ts';
import type { BuildFiles } from './build-files.ts';
import { siteFiles } from './site-files.ts';
import { exportFile, staticApi } from './static-api.ts';

export interface SiteSettings {
  readonly catalogName: string;
  readonly siteUrl: string;
  /** Where to report faults. */
  readonly contactUrl: string | undefined;
  /** The text of `openapi.json`. */
  readonly description: string;
}

/** Writes everything that is not a page: the API as files, its description with the viewer, badges, the sitemap and the like. */
export async function writeStaticFiles(
  catalog: SiteCatalog,
  files: BuildFiles,
  { catalogName, siteUrl, contactUrl, description }: SiteSettings,
): Promise<void> {
  for (const { path, text } of staticApi(catalog, catalogName)) {
    if (path === exportFile) await files.placeCompressed(path, text, () => text);
    else await files.place(path, text, () => text);
  }

  for await (const { path, text } of siteFiles(catalog, { siteUrl, contactUrl })) {
    await files.place(path, text, () => text);
  }

  await files.place('openapi.json', description, () => description);
  const viewer = readFileSync(new URL('browser/standalone.js', import.meta.resolve('@scalar/api-reference')));
  await files.place('docs/api/scalar.js', viewer, () => viewer);
}
