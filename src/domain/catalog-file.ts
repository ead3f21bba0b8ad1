/** One text file of the catalog folder. */
export interface CatalogFile {
  /** Relative to the catalog folder, with `/` between its parts. */
  readonly path: string;
  readonly text: string;
}
