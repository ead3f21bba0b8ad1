/** What a commit does to one file of the catalog. */
export interface FileChange {
  /** Relative to the catalog folder, with `/` between its parts. */
  readonly path: string;
  /** The new text; null removes the file. */
  readonly text: string | null;
}
