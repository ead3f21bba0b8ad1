export interface CatalogFile {
  /** Relative to the catalog folder, separated by `/`. */
  readonly path: string;
  readonly text: string;
}

/** Larger files are not read. The longest service that the rules allow fits into its file and its tombstone, each character escaped that can be. */
export const maxFileBytes = 96 * 1024;

/** Why a file cannot be read. */
type FileFault = 'file_not_regular' | 'file_too_large' | 'file_not_utf8' | 'file_unreadable';

export type FileReading =
  | { readonly text: string; /** Git has it marked as executable. */ readonly isExecutable?: true }
  | { readonly fault: FileFault };

export type FoundFile = { readonly path: string } & FileReading;

export const catalogFolder = 'catalog';

/** Picks the paths within the catalog out of the paths of a repository, and makes them relative to the catalog. */
export function pathsInCatalog(paths: readonly string[]): string[] {
  const prefix = `${catalogFolder}/`;

  return paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
}

export interface FileChange {
  /** Relative to the catalog folder, with `/` between its parts. */
  readonly path: string;
  /** The new text; null removes the file. */
  readonly text: string | null;
}
