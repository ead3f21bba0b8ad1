import type { FileReading, FoundFile } from '../domain/catalog-file.ts';

/** The catalog's files as they can be read now. */
export interface CatalogFiles {
  /** What a file holds, or why it is not read; undefined when there is none. */
  read(path: string): Promise<FileReading | undefined>;
  /** Paths of the service files in one folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Every service file, and every entry of the catalog that should not be in it. */
  serviceFiles(): AsyncIterable<readonly FoundFile[]>;
}
