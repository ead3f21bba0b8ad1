import type { KnownCategories } from '../domain/service-rules.ts';
import { serviceFilePath } from '../domain/service-file.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';

/** What the rules need to know about the catalog. */
export interface Listings extends KnownCategories {
  /** A service as it was before the act. */
  find(id: string): Entry | undefined;
  /** The id of the service listed at a canonical endpoint. */
  idAt(endpoint: string): string | undefined;
  /** Whether a file of this id is in the catalog, readable or not. */
  isTaken(id: string): boolean;
}

/** A snapshot as the rules see it. `rejects` are the files that were left out, by path; their ids count as taken. */
export function listings(snapshot: Snapshot, rejects: ReadonlyMap<string, unknown>): Listings {
  return {
    hasCategory: (id) => snapshot.hasCategory(id),
    find: (id) => snapshot.find(id),
    idAt: (endpoint) => snapshot.idAt(endpoint),
    isTaken: (id) => snapshot.find(id) !== undefined || rejects.has(serviceFilePath(id)),
  };
}
