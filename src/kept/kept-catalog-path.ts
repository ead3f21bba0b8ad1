import { join } from 'node:path';

/** Where a catalog is kept below DATA_DIR. */
export function keptCatalogPath(dataDir: string): string {
  return join(dataDir, 'kept', 'catalog');
}
