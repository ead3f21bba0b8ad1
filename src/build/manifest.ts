import { bodyOf } from '../views/body.ts';
import type { PlacedFile } from './build-files.ts';

/** Everything under `api/` but the manifest itself, its signature and compressed forms. */
export const manifestFile = 'api/manifest.json';
export const signatureFile = `${manifestFile}.sig`;
export const signersFile = '.well-known/tollbook-signers';

/** How the manifest ends with a list of files. */
export const manifestShape = { list: 'files', key: 'path' } as const;

/** What the manifest says beside the files. */
interface ManifestHead {
  readonly commit: string;
  /** A place in the feed of changes that is not later than this build, so that the build and the changes after it are the catalog; null for a build without that feed. */
  readonly cursor: string | null;
  readonly builtAt: string;
  /** The licence of the data (SPDX), where its operator names one. */
  readonly licence: string | null;
  readonly services: number;
}

/** What a copy of the static API holds, so that everyone can tell whether theirs is whole and unchanged. */
export function manifestText(head: ManifestHead, files: readonly PlacedFile[]): string {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));

  return `${manifestBeginning(head)}${sorted.map(listedFile).join(',')}]}`;
}

/** What stands before the files. */
export function manifestBeginning({ commit, cursor, builtAt, licence, services }: ManifestHead): string {
  return `${bodyOf({ commit, cursor, builtAt, licence, services }).slice(0, -1)},"${manifestShape.list}":[`;
}

/** A file as the manifest lists it: by its path, which is relative to the root of the site; with lowercase hex digits. */
export function listedFile({ path, bytes, sha256 }: PlacedFile): string {
  return bodyOf({ path, bytes, sha256 });
}

/** Whether the manifest lists a file. */
export function isListed(path: string): boolean {
  return (
    path.startsWith('api/') && path !== manifestFile && path !== signatureFile && !/\.(br|gz)$/.test(path)
  );
}
