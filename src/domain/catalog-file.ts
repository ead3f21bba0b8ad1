/** One text file of the catalog folder. */
export interface CatalogFile {
  /** Relative to the catalog folder, with `/` between its parts. */
  readonly path: string;
  readonly text: string;
}

/** A larger file is no service, and no list of categories. */
export const maxFileBytes = 64 * 1024;

/** Why an entry of the catalog is not read. */
type FileFault = 'file_not_regular' | 'file_too_large' | 'file_not_utf8' | 'file_unreadable';

/** What a file holds, or why it is not read. */
export type FileReading =
  | { readonly text: string; /** Git keeps it as a program. */ readonly isExecutable?: true }
  | { readonly fault: FileFault };

/** A file as it was found, by its path in the catalog. */
export type FoundFile = { readonly path: string } & FileReading;

/** Of a repository, the folder that holds the catalog. */
export const catalogFolder = 'catalog';

/** Those paths of a repository that are in the catalog, as paths of the catalog. */
export function pathsInCatalog(paths: readonly string[]): string[] {
  const prefix = `${catalogFolder}/`;

  return paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
}
