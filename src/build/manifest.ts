import type { Build } from '../domain/build.ts';
import type { PlacedFile } from './build-files.ts';

/** Everything under `api/` but the manifest itself, its signature and compressed forms. */
export const manifestFile = 'api/manifest.json';
export const signatureFile = `${manifestFile}.sig`;
export const signersFile = '.well-known/tollbook-signers';

/** What a copy of the static API holds, so that everyone can tell whether theirs is whole and unchanged. */
interface Manifest {
  readonly commit: string;
  /** A place in the feed of changes that is not later than this build, so that the build and the changes after it are the catalog; null for a build without that feed. */
  readonly cursor: string | null;
  readonly builtAt: string;
  /** The licence of the data (SPDX), where its operator names one. */
  readonly licence: string | null;
  readonly services: number;
  /** By path, which is relative to the root of the site; with lowercase hex digests. */
  readonly files: readonly PlacedFile[];
}

export function manifestOf(
  { commit, builtAt }: Pick<Build, 'commit' | 'builtAt'>,
  { cursor, services, licence, files }: Omit<Manifest, 'commit' | 'builtAt'>,
): Manifest {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));

  return { commit, cursor, builtAt, licence, services, files: sorted };
}

/** Whether the manifest lists a file. */
export function isListed(path: string): boolean {
  return (
    path.startsWith('api/') && path !== manifestFile && path !== signatureFile && !/\.(br|gz)$/.test(path)
  );
}
