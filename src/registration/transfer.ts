import { dayMs } from '../domain/duration.ts';
import { fieldProblem } from '../domain/field-problem.ts';
import { type Actor, OwnerId } from '../domain/owner.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { AcceptAct, OfferAct } from './act.ts';
import { changed, type Decision, type Rules, timeAfter, unchanged } from './decision.ts';
import { hasTooManyUnverified, type Listings } from './listings.ts';
import { serviceFor } from './rights.ts';

/** An offer can be accepted for this long. */
const offeredMs = 7 * dayMs;

/**
 * Offers a service to another owner, in place of any offer before. An offer to oneself takes it back. The operator hands it over at once.
 */
export function offer(act: OfferAct, catalog: Listings, { now }: Rules): Decision {
  const found = serviceFor(act, catalog, 'owner');
  if ('refusal' in found) return unchanged(found.refusal);

  const { data: to } = OwnerId.safeParse(act.to);
  if (to === undefined) {
    const problems = [fieldProblem('owner_invalid', ['to'], { value: act.to })];
    return unchanged({ kind: 'refused', problems });
  }
  const { declared } = found.entry;
  if (act.by === 'operator') return handOver(found.entry, { owner: to }, now);
  if (to === declared.owner && !declared.transfer) return unchanged({ kind: 'changed', entry: found.entry });

  const until = new Date(now.getTime() + offeredMs).toISOString();
  const transfer = to === declared.owner ? undefined : { to, until };
  return changed(found.entry, { ...declared, transfer, updatedAt: timeAfter(declared.updatedAt, now) });
}

/** Takes over a service that was offered. */
export function accept({ id, by, isAsSeen }: AcceptAct, catalog: Listings, { now }: Rules): Decision {
  const entry = catalog.find(id);
  const tombstone = catalog.tombstone(id);
  if (!entry) return unchanged(tombstone ? { kind: 'gone', tombstone } : { kind: 'unknown' });

  const { transfer } = entry.declared;
  const isOffered = by !== 'operator' && transfer?.to === by.owner && now <= new Date(transfer.until);
  if (!isOffered) return unchanged({ kind: 'not_offered' });
  if (isAsSeen?.(entry) === false) return unchanged({ kind: 'outdated' });
  if (hasTooManyUnverified(by.owner, catalog)) return unchanged({ kind: 'too_many_unverified' });

  return handOver(entry, by, now);
}

/** The proof of the former owner ends, and so do the rights of those whom it named. */
function handOver(entry: Entry, { owner, repository }: Actor, now: Date): Decision {
  const {
    transfer: _transfer,
    proof: _proof,
    maintainers: _maintainers,
    repository: _repository,
    ...service
  } = entry.declared;

  return changed(entry, { ...service, owner, repository, updatedAt: timeAfter(service.updatedAt, now) });
}
