import { hostOf } from '../domain/endpoint-url.ts';
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
  const ofOwner = new Tally((owner) => catalog.unverified(owner));
  const atHost = new Tally((host) => catalog.unverifiedAt(host));

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
      unverified: (owner) => ofOwner.of(owner),
      unverifiedAt: (host) => atHost.of(host),
    },
    put(service) {
      const { id, endpoint, owner } = service;
      const isNew = !put.has(id) && catalog.find(id) === undefined;
      if (isNew && owner !== undefined && isSelfMade(owner)) {
        ofOwner.add(owner);
        atHost.add(hostOf(endpoint));
      }
      put.set(id, service);
      idByEndpoint.set(endpoint, id);
    },
  };
}

/** Counts that go on from those of a catalog. */
class Tally {
  readonly #before: (name: string) => number;
  readonly #counts = new Map<string, number>();

  constructor(before: (name: string) => number) {
    this.#before = before;
  }

  of(name: string): number {
    const known = this.#counts.get(name) ?? this.#before(name);
    this.#counts.set(name, known);
    return known;
  }

  add(name: string): void {
    this.#counts.set(name, this.of(name) + 1);
  }
}
