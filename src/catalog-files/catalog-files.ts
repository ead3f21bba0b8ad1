import type { FileReading, FoundFile } from '../domain/catalog-file.ts';

export interface CatalogFiles {
  /** The content of a file, or why it cannot be read; undefined when it does not exist. */
  read(path: string): Promise<FileReading | undefined>;
  /** Paths of the files of services, or of removed ones, in one folder. */
  list(folder: string): Promise<readonly string[]>;
  /** All service files, and all entries that do not belong in a catalog. */
  serviceFiles(): AsyncIterable<readonly FoundFile[]>;
  /** All files of removed services. */
  tombstoneFiles(): AsyncIterable<readonly FoundFile[]>;
}
