import { idOfLabel } from '../domain/category.ts';
import { hostOf } from '../domain/endpoint-url.ts';
import { isSelfMade } from '../domain/owner.ts';
import { proofRules } from '../domain/ownership/methods.ts';
import type { KnownCategories } from '../domain/service-rules.ts';
import { serviceFilePath, tombstoneFilePath } from '../domain/service-file.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import type { DeclaredService } from '../domain/service.ts';
import { fieldProblem, type FieldProblem } from '../domain/field-problem.ts';
import type { TooManyUnverified } from './act.ts';

/** The catalog, as the rules need it. */
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
  tombstoneAt(endpoint: string): Tombstone | undefined;
  /** How many services of an owner were never verified; none counts of an owner whom the operator named. */
  unverified(owner: string): number;
  /** How many services at a host, of owners who make their own keys, were never verified. */
  unverifiedAt(host: string): number;
  /** Whether an owner has proven to hold a host, by a file there or by DNS. */
  holdsHost(owner: string, host: string): boolean;
}

/** An owner that made its keys by itself may have this many services that were never verified. */
export const maxUnverified = 20;

/**
 * All such owners together may have this many services that were never verified at one host, so that none can be buried in listings of strangers. The whole
 * host name counts: those below the domain of a platform are different sellers.
 */
export const maxUnverifiedAtHost = 200;

/** A snapshot as the rules see it. `rejects` are the files that were left out, by path; their ids count as taken. */
export function listings(snapshot: Snapshot, rejects: ReadonlyMap<string, unknown>): Listings {
  return {
    hasCategory: (id) => snapshot.hasCategory(id),
    idOfLabel: (label) => idOfLabel(snapshot.categories, label),
    find: (id) => snapshot.find(id),
    idAt: (endpoint) => snapshot.idAt(endpoint),
    isRejected: (id) => snapshot.find(id) === undefined && rejects.has(serviceFilePath(id)),
    tombstone: (id) => snapshot.tombstone(id),
    wasRemoved: (id) => snapshot.tombstone(id) !== undefined || rejects.has(tombstoneFilePath(id)),
    tombstoneAt: (endpoint) => snapshot.tombstoneAt(endpoint),
    unverified: (owner) => (isSelfMade(owner) ? neverVerified(snapshot.idsOf(owner), snapshot).length : 0),
    unverifiedAt: (host) => neverVerified(snapshot.idsAt(host), snapshot).filter(isOfSelfMade).length,
    holdsHost: (owner, host) => snapshot.idsOf(owner).some((id) => provesHost(snapshot.find(id), host)),
  };
}

/** Why an owner may not list another service at an endpoint before checks verify some; undefined where it may. */
export function tooManyUnverified(
  owner: string,
  endpoint: string,
  catalog: Pick<Listings, 'unverified' | 'unverifiedAt' | 'holdsHost'>,
): TooManyUnverified | undefined {
  return hasTooManyUnverified(owner, catalog)
    ? { kind: 'too_many_unverified' }
    : tooManyAtHost(owner, endpoint, catalog);
}

/** The same for a service that the owner has, and that moves to the host of an endpoint. */
export function tooManyAtHost(
  owner: string,
  endpoint: string,
  catalog: Pick<Listings, 'unverifiedAt' | 'holdsHost'>,
): TooManyUnverified | undefined {
  const host = hostOf(endpoint);
  if (!isSelfMade(owner) || catalog.unverifiedAt(host) < maxUnverifiedAtHost) return undefined;

  return catalog.holdsHost(owner, host) ? undefined : { kind: 'too_many_unverified', host };
}

/** Whether an owner has as many services that were never verified as it may. */
export function hasTooManyUnverified(owner: string, catalog: Pick<Listings, 'unverified'>): boolean {
  return catalog.unverified(owner) >= maxUnverified;
}

/** Those of these services that no check has verified. */
function neverVerified(ids: readonly string[], snapshot: Snapshot): Entry[] {
  return ids
    .flatMap((id) => snapshot.find(id) ?? [])
    .filter(({ observed }) => observed.status !== 'verified' && observed.facts.window.verified === 0);
}

function isOfSelfMade(entry: Entry): boolean {
  const { owner } = entry.declared;
  return owner !== undefined && isSelfMade(owner);
}

function provesHost(entry: Entry | undefined, host: string): boolean {
  if (!entry) return false;

  const { endpoint, proof } = entry.declared;
  return proof !== undefined && proofRules(proof.method).provesHost && hostOf(endpoint) === host;
}

/** Why the catalog may not list a service beside the others; empty when it may. */
export function placementProblems(
  service: DeclaredService,
  catalog: Pick<Listings, 'idAt'>,
): readonly FieldProblem[] {
  const holder = catalog.idAt(service.endpoint);

  return holder === undefined || holder === service.id
    ? []
    : [fieldProblem('endpoint_listed', ['endpoint'], { expected: holder })];
}
