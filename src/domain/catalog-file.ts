/** One text file of the catalog folder. */
export interface CatalogFile {
  /** Relative to the catalog folder, with `/` between its parts. */
  readonly path: string;
  readonly text: string;
}

/** Of a repository, the folder that holds the catalog. */
export const catalogFolder = 'catalog';

/** Those paths of a repository that are in the catalog, as paths of the catalog. */
export function pathsInCatalog(paths: readonly string[]): string[] {
  const prefix = `${catalogFolder}/`;

  return paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
}
