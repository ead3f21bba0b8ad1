import { isSelfMade } from '../domain/owner.ts';
import type { DeclaredService } from '../domain/service.ts';
import { unobservedEntry } from '../domain/snapshot.ts';
import type { Listings } from './listings.ts';

/** A catalog to which services are added one by one. A snapshot for each of hundreds would take seconds. */
export interface Draft {
  readonly listings: Listings;
  /** Adds a service, lists a removed one again, or replaces one whose endpoint stays. */
  put(service: DeclaredService): void;
}

export function draftOf(catalog: Listings): Draft {
  const put = new Map<string, DeclaredService>();
  const idByEndpoint = new Map<string, string>();
  const unverified = new Map<string, number>();
  const unverifiedOf = (owner: string): number => {
    const known = unverified.get(owner) ?? catalog.unverified(owner);
    unverified.set(owner, known);
    return known;
  };

  return {
    listings: {
      ...catalog,
      find(id) {
        const declared = put.get(id);
        return declared ? unobservedEntry(declared) : catalog.find(id);
      },
      idAt: (endpoint) => idByEndpoint.get(endpoint) ?? catalog.idAt(endpoint),
      tombstone: (id) => (put.has(id) ? undefined : catalog.tombstone(id)),
      graveAt: (endpoint) => (idByEndpoint.has(endpoint) ? undefined : catalog.graveAt(endpoint)),
      unverified: unverifiedOf,
    },
    put(service) {
      const { id, endpoint, owner } = service;
      const isNew = !put.has(id) && catalog.find(id) === undefined;
      if (isNew && owner !== undefined && isSelfMade(owner)) unverified.set(owner, unverifiedOf(owner) + 1);
      put.set(id, service);
      idByEndpoint.set(endpoint, id);
    },
  };
}
