import type { Actor } from '../domain/owner.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import type { Forbidden, Refusal, Requester } from './act.ts';
import type { Listings } from './listings.ts';

type Owned = Pick<DeclaredService, 'owner' | 'repository'>;

interface OfOne {
  readonly id: string;
  readonly by: Requester;
  readonly isAsSeen?: ((entry: Entry) => boolean) | undefined;
}

/** The service that an act is about, if its requester may do it: `who` says whether its maintainers may as well. */
export function serviceFor(
  { id, by, isAsSeen }: OfOne,
  catalog: Pick<Listings, 'find' | 'tombstone'>,
  who: 'owner' | 'maintainers',
): { readonly entry: Entry } | { readonly refusal: Refusal } {
  const entry = catalog.find(id);
  if (!entry) return { refusal: missing(catalog.tombstone(id)) };

  const { declared } = entry;
  const isMaintainer = isOnlyMaintainer(by, declared);
  const why = forbidden(by, declared);
  if (why && !(isMaintainer && who === 'maintainers')) {
    return {
      refusal: { kind: 'forbidden', why: isMaintainer ? 'maintainer' : why, owner: declared.owner },
    };
  }
  return isAsSeen?.(entry) === false ? { refusal: { kind: 'outdated' } } : { entry };
}

/** Why somebody may not act as the owner; undefined when they may. */
export function forbidden(by: Requester, { owner, repository }: Owned): Forbidden | undefined {
  if (by === 'operator') return undefined;
  if (owner === undefined) return 'unowned';
  if (owner !== by.owner) return 'not_owner';
  return isBoundElsewhere(by, repository) ? 'not_repository' : undefined;
}

/** Whether somebody may change a service only because its owner, who is somebody else, lets them. */
export function isOnlyMaintainer(
  by: Requester,
  { owner, maintainers }: Pick<DeclaredService, 'owner' | 'maintainers'>,
): boolean {
  if (by === 'operator' || owner === undefined || owner === by.owner) return false;

  return maintainers?.includes(by.owner) === true;
}

/** The owner who may change a service only as its maintainer; undefined for anybody else. */
export function maintainerOf(
  by: Requester,
  service: Parameters<typeof isOnlyMaintainer>[1],
): string | undefined {
  return by !== 'operator' && isOnlyMaintainer(by, service) ? by.owner : undefined;
}

/** Whether two endpoints are at the same host and port: the owner of one port may own nothing else of a host. */
export function isSameHost(one: string, other: string): boolean {
  return URL.parse(one)?.host === URL.parse(other)?.host;
}

/**
 * Whether a workflow acts for another repository than the one that listed the service. What an owner listed in another way is its own, but no
 * single repository's.
 */
function isBoundElsewhere(by: Actor, repository: string | undefined): boolean {
  return by.repository !== undefined && by.repository !== repository;
}

function missing(tombstone: Tombstone | undefined): Refusal {
  return tombstone ? { kind: 'gone', tombstone } : { kind: 'unknown' };
}
