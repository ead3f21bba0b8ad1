/** One text file of the catalog folder. */
export interface CatalogFile {
  /** Relative to the catalog folder, with `/` between its parts. */
  readonly path: string;
  readonly text: string;
}

/** Of a repository, the folder that holds the catalog. */
export const catalogFolder = 'catalog';
