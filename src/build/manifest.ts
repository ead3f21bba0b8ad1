import { bodyOf } from '../views/body.ts';
import type { ListedFile } from './file-list.ts';

/** Everything under `api/` but the manifest itself, its signature and compressed forms. */
export const manifestFile = 'api/manifest.json';
export const signatureFile = `${manifestFile}.sig`;
export const signersFile = '.well-known/tollbook-signers';

/** The manifest without its files. */
interface ManifestHead {
  readonly commit: string;
  /** A place in the feed of changes that is not later than this build, so that the build and the changes after it are the catalog; null for a build without that feed. */
  readonly cursor: string | null;
  readonly builtAt: string;
  /** The licence of the data (SPDX), where its operator names one. */
  readonly licence: string | null;
  readonly services: number;
}

/**
 * The manifest of a build: what a copy of the static API holds, so that everyone can tell whether theirs is whole and unchanged. Paths are
 * relative to the root of the site, digests are lowercase hex digits.
 */
export function manifestText(
  { commit, cursor, builtAt, licence, services }: ManifestHead,
  listed: readonly ListedFile[],
): string {
  const files = listed
    .map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));

  return bodyOf({ commit, cursor, builtAt, licence, services, files });
}

/** Whether the manifest lists a file. */
export function isListed(path: string): boolean {
  return (
    path.startsWith('api/') && path !== manifestFile && path !== signatureFile && !/\.(br|gz)$/.test(path)
  );
}
