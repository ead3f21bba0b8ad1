import type { Entry } from '../domain/snapshot.ts';
import { type Actor, OwnerId } from '../domain/owner.ts';
import { fieldProblem } from '../domain/field-problem.ts';
import { dayMs } from '../domain/duration.ts';
import type { AcceptAct, Act, OfferAct } from './act.ts';
import { claim, endProof } from './claim.ts';
import { changed, type Decision, type Rules, timeAfter, unchanged } from './decision.ts';
import { hasTooManyUnverified, type Listings } from './listings.ts';
import { register, registerAll } from './register.ts';
import { bury, remove, restore } from './remove.ts';
import { update } from './update.ts';
import { serviceFor } from './rights.ts';

/** Decides an act, for both the API and the command line. */
export function decide(act: Act, catalog: Listings, rules: Rules): Decision {
  switch (act.kind) {
    case 'register':
      return register(act, catalog, rules);
    case 'batch':
      return registerAll(act, catalog, rules);
    case 'update':
      return update(act, catalog, rules);
    case 'remove':
      return remove(act, catalog, rules);
    case 'restore':
      return restore(act, catalog, rules);
    case 'offer':
      return offer(act, catalog, rules);
    case 'accept':
      return accept(act, catalog, rules);
    case 'claim':
      return claim(act, catalog, rules);
    case 'end_proof':
      return endProof(act, catalog, rules);
    case 'bury':
      return bury(act, catalog);
  }
}

/** An offer can be accepted for this long. */
const offeredMs = 7 * dayMs;

/**
 * Offers a service to another owner, in place of any offer before. An offer to oneself takes it back. The operator hands it over at once.
 */
function offer(act: OfferAct, catalog: Listings, { now }: Rules): Decision {
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

function accept({ id, by, isAsSeen }: AcceptAct, catalog: Listings, { now }: Rules): Decision {
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
