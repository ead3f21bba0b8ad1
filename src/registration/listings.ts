import { isSelfMade } from '../domain/owner.ts';
import type { KnownCategories } from '../domain/service-rules.ts';
import { serviceFilePath, tombstoneFilePath } from '../domain/service-file.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import type { Tombstone } from '../domain/tombstone.ts';

/** What the rules need to know about the catalog. */
export interface Listings extends KnownCategories {
  /** A service as it was before the act. */
  find(id: string): Entry | undefined;
  /** The id of the service listed at a canonical endpoint. */
  idAt(endpoint: string): string | undefined;
  /** Whether a file of this id is in the catalog that cannot be read. */
  isRejected(id: string): boolean;
  tombstone(id: string): Tombstone | undefined;
  /** Whether a service of this id was removed, also where its tombstone cannot be read. */
  wasRemoved(id: string): boolean;
  /** The last service at an endpoint where none is listed now. */
  graveAt(endpoint: string): Tombstone | undefined;
  /** How many services of an owner were never verified; none counts of an owner whom the operator named. */
  unverified(owner: string): number;
}

/** An owner that made its keys by itself may have this many services that were never verified. */
export const mostUnverified = 20;

/** A snapshot as the rules see it. `rejects` are the files that were left out, by path; their ids count as taken. */
export function listings(snapshot: Snapshot, rejects: ReadonlyMap<string, unknown>): Listings {
  return {
    hasCategory: (id) => snapshot.hasCategory(id),
    find: (id) => snapshot.find(id),
    idAt: (endpoint) => snapshot.idAt(endpoint),
    isRejected: (id) => snapshot.find(id) === undefined && rejects.has(serviceFilePath(id)),
    tombstone: (id) => snapshot.tombstone(id),
    wasRemoved: (id) => snapshot.tombstone(id) !== undefined || rejects.has(tombstoneFilePath(id)),
    graveAt: (endpoint) => snapshot.graveAt(endpoint),
    unverified: (owner) => (isSelfMade(owner) ? unverifiedOf(owner, snapshot).length : 0),
  };
}

/** Whether an owner has as many services that were never verified as it may. */
export function hasTooManyUnverified(owner: string, catalog: Pick<Listings, 'unverified'>): boolean {
  return catalog.unverified(owner) >= mostUnverified;
}

/** The services of an owner that no check has verified. */
function unverifiedOf(owner: string, snapshot: Snapshot): Entry[] {
  return snapshot
    .idsOf(owner)
    .flatMap((id) => snapshot.find(id) ?? [])
    .filter(({ observed }) => observed.status !== 'verified' && observed.facts.window.verified === 0);
}
