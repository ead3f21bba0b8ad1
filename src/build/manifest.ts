import type { Build } from '../domain/build.ts';
import type { PlacedFile } from './build-files.ts';

/** Everything under `api/` but the manifest itself, its signature and compressed forms. */
export const manifestFile = 'api/manifest.json';
export const signatureFile = `${manifestFile}.sig`;
export const signersFile = '.well-known/tollbook-signers';

/** What a copy of the static API holds, so that everyone can tell whether theirs is whole and unchanged. */
interface Manifest {
  readonly commit: string;
  /** The place of this build among the changes of the catalog; null for a build without a record of them. */
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
  {
    services,
    licence,
    files,
  }: Pick<Manifest, 'services' | 'licence'> & { readonly files: readonly PlacedFile[] },
): Manifest {
  const listed = files.filter(({ path }) => isListed(path)).sort((a, b) => (a.path < b.path ? -1 : 1));

  return { commit, cursor: null, builtAt, licence, services, files: listed };
}

function isListed(path: string): boolean {
  return (
    path.startsWith('api/') && path !== manifestFile && path !== signatureFile && !/\.(br|gz)$/.test(path)
  );
}
