import type { SiteCatalog } from '../site/site-catalog.ts';
import { bodyOf } from '../views/body.ts';
import { siteFiles } from './site-files.ts';
import { staticApi } from './static-api.ts';
import type { BuildFiles } from './build-files.ts';
import { type BuiltLog, writeLog } from './log-tiles.ts';
import { type BuiltChanges, committedFiles } from './committed-files.ts';
import { manifestFile, manifestText, signatureFile, signersFile } from './manifest.ts';

export interface SiteSettings {
  readonly catalogName: string;
  readonly siteUrl: string;
  /** Where to report vulnerabilities. */
  readonly contactUrl: string | undefined;
  /** Signs what the build lists; undefined for a build without a signature. */
  readonly signer: Signer | undefined;
  /** The log of who is paid; undefined without one. */
  readonly log: BuiltLog | undefined;
  /** The licence of the data (SPDX). */
  readonly licence: string | undefined;
}

/** Signs in the name of this catalog. */
interface Signer {
  /** A detached signature of a text in UTF-8. */
  sign(text: Uint8Array): string;
  /** Who signs, for those who verify; the names are those by which they may know the signer. */
  describe(names: readonly string[]): string;
}

/** A catalog with what was read for a build. */
interface BuiltCatalog extends SiteCatalog {
  readonly build: NonNullable<SiteCatalog['build']>;
  readonly changes: BuiltChanges;
  /** Where the feed of changes was before the catalog was read; null without one. */
  readonly cursor: string | null;
}

/** Writes what is neither a page, an export nor of a single service: the API as files, its description, the sitemap and the like. `code` is a key of the code. */
export async function writeStaticFiles(
  catalog: BuiltCatalog,
  code: string,
  files: BuildFiles,
  settings: SiteSettings,
): Promise<void> {
  for await (const { path, text } of staticApi(catalog)) await files.place(path, text, () => text);
  for (const { path, origin, make } of committedFiles(catalog.changes, catalog.build.commit, code)) {
    await files.place(path, origin, make);
  }
  if (settings.log) await writeLog(settings.log, files);

  for await (const { path, text } of siteFiles(catalog, settings)) {
    await files.place(path, text, () => text);
  }

  const description = bodyOf(catalog.api);
  await files.place('openapi.json', description, () => description);
}

/** Lists the files of the static API, and signs the list. All of them must have been placed. */
export async function writeManifest(
  { build, snapshot, cursor }: BuiltCatalog,
  files: BuildFiles,
  { catalogName, siteUrl, signer, licence }: SiteSettings,
): Promise<void> {
  const head = { ...build, cursor, services: snapshot.size, licence: licence ?? null };
  const manifest = manifestText(head, files.listed);
  await files.place(manifestFile, manifest, () => manifest);
  if (!signer) return;

  const signature = signer.sign(Buffer.from(manifest));
  const signers = signer.describe([catalogName.replaceAll(' ', '-'), new URL(siteUrl).hostname]);
  await files.place(signatureFile, signature, () => signature);
  await files.place(signersFile, signers, () => signers);
}
