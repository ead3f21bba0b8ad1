import type { FileChange } from '../domain/catalog-file.ts';
import {
  printServiceFile,
  printTombstone,
  serviceFilePath,
  tombstoneFilePath,
} from '../domain/service-file.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { CatalogChange } from './catalog-change.ts';

/** The files that a change writes and removes. A service has one file: its own while it is listed, else its tombstone. */
export function filesOf(
  { put, buried }: Pick<CatalogChange, 'put' | 'buried'>,
  before: Snapshot,
): FileChange[] {
  return [
    ...put.map((service) => ({ path: serviceFilePath(service.id), text: printServiceFile(service) })),
    ...put
      .filter(({ id }) => before.tombstone(id))
      .map(({ id }) => ({ path: tombstoneFilePath(id), text: null })),
    ...buried.map((stone) => ({ path: tombstoneFilePath(stone.id), text: printTombstone(stone) })),
    ...buried
      .filter(({ id }) => before.find(id))
      .map(({ id }) => ({ path: serviceFilePath(id), text: null })),
  ];
}
