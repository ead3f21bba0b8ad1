import { unobservedEntry } from '../domain/snapshot.ts';
import { checkReason, restorableUntil, type Tombstone, unexplained } from '../domain/tombstone.ts';
import type { Actor } from '../domain/owner.ts';
import type { BuryAct, Refusal, RemoveAct, RestoreAct } from './act.ts';
import { type Decision, listedAgain, type Rules, timeAfter, unchanged } from './decision.ts';
import { type Listings, tooManyUnverified } from './listings.ts';
import { tombstoneReservingEndpoint } from './register.ts';
import { forbidden, serviceFor } from './rights.ts';

export function remove(act: RemoveAct, catalog: Listings, { now }: Rules): Decision {
  const found = serviceFor(act, catalog, 'owner');
  if ('refusal' in found) return unchanged(found.refusal);

  const reason = checkReason(act.reason);
  if ('problems' in reason) return unchanged({ kind: 'refused', problems: reason.problems });
  const { transfer: _transfer, ...service } = found.entry.declared;
  const { id, name, endpoint, owner } = service;
  const tombstone: Tombstone = {
    ...{ id, name, endpoint, owner },
    deletedAt: timeAfter(service.updatedAt, now),
    reason: reason.value,
    service,
    ...(act.by === 'operator' ? { reason: reason.value ?? unexplained, byOperator: true } : {}),
  };
  return { outcome: { kind: 'removed', tombstone }, put: [], buried: [tombstone] };
}

export function restore({ id, by, isAsSeen }: RestoreAct, catalog: Listings, rules: Rules): Decision {
  const tombstone = catalog.tombstone(id);
  if (!tombstone) return unchanged({ kind: catalog.find(id) ? 'not_removed' : 'unknown' });

  const { service, owner } = tombstone;
  const why = tombstone.byOperator && by !== 'operator' ? 'by_operator' : forbidden(by, service ?? { owner });
  if (why) return unchanged({ kind: 'forbidden', why, owner });
  if (!service || (by !== 'operator' && rules.now > restorableUntil(tombstone))) {
    return unchanged({ kind: 'expired', tombstone });
  }
  if (isAsSeen?.(unobservedEntry(service)) === false) return unchanged({ kind: 'outdated' });
  const holder = catalog.idAt(service.endpoint);
  if (holder !== undefined) return unchanged({ kind: 'listed', id: holder });
  const refusal = by === 'operator' ? undefined : refusalAt(service.endpoint, by, catalog, rules.now);
  if (refusal) return unchanged(refusal);

  return listedAgain({ ...service, updatedAt: timeAfter(tombstone.deletedAt, rules.now) }, catalog, rules);
}

/** Why a service may not be listed at an endpoint again. Another may have been there since, and be removed by the operator or another owner. */
function refusalAt(endpoint: string, by: Actor, catalog: Listings, now: Date): Refusal | undefined {
  const tombstone = tombstoneReservingEndpoint(by, endpoint, catalog, now);

  return tombstone ? { kind: 'reserved', tombstone } : tooManyUnverified(by.owner, endpoint, catalog);
}

/** Stores the tombstone of a service that is not listed any more, unless it has one. */
export function bury({ tombstone }: BuryAct, catalog: Listings): Decision {
  const stored = catalog.tombstone(tombstone.id);
  const isMeant = !catalog.find(tombstone.id) && (!stored || stored.deletedAt === tombstone.deletedAt);

  return {
    outcome: { kind: 'removed', tombstone: stored ?? tombstone },
    put: [],
    buried: isMeant ? [tombstone] : [],
  };
}
