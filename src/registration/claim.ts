import { proofRules } from '../domain/ownership/methods.ts';
import { stillHolds } from '../domain/proof.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { ClaimAct, EndProofAct, Refusal } from './act.ts';
import { changed, type Decision, listedAgain, type Rules, timeAfter, unchanged } from './decision.ts';
import type { Listings } from './listings.ts';
import { tombstoneReservingEndpoint } from './register.ts';
import { forbidden, isOnlyMaintainer } from './rights.ts';

/** Gives a service to who has proven that it is its own; a removed one is listed again. */
export function claim(act: ClaimAct, catalog: Listings, rules: Rules): Decision {
  const entry = catalog.find(act.id);
  const tombstone = catalog.tombstone(act.id);
  const found = claimable(act, catalog);
  if ('refusal' in found) return unchanged(found.refusal);
  const was = found.service;
  const refusal = claimRefusal(act, was);
  if (refusal) return unchanged(refusal);
  const holder = catalog.idAt(was.endpoint);
  if (holder !== undefined && holder !== was.id) return unchanged({ kind: 'listed', id: holder });
  if (!entry && isReservedByOperator(was.endpoint, catalog, rules.now)) {
    return unchanged({ kind: 'forbidden', why: 'by_operator', owner: was.owner });
  }

  const is = claimed(act, was, timeAfter(tombstone?.deletedAt ?? was.updatedAt, rules.now));
  return entry ? changed(entry, is) : listedAgain(is, catalog, rules);
}

/** Whether the operator removed what was at an endpoint since. A proof takes an endpoint from other owners, not from the operator. */
function isReservedByOperator(endpoint: string, catalog: Listings, now: Date): boolean {
  return tombstoneReservingEndpoint(undefined, endpoint, catalog, now)?.byOperator === true;
}

/** Ends a proof, unless another took its place. */
export function endProof({ id, evidence, at }: EndProofAct, catalog: Listings, { now }: Rules): Decision {
  const entry = catalog.find(id);
  if (!entry) return unchanged({ kind: 'unknown' });
  const { proof, ...service } = entry.declared;
  if (proof?.evidence !== evidence || proof.at !== at) return unchanged({ kind: 'changed', entry });

  return changed(entry, { ...service, updatedAt: timeAfter(service.updatedAt, now) });
}

/** The service that somebody may claim, listed or removed, whatever the proof. A maintainer could bring about a proof, so it takes none. */
export function claimable(
  { id, by }: Pick<ClaimAct, 'id' | 'by'>,
  catalog: Pick<Listings, 'find' | 'tombstone'>,
): { readonly service: DeclaredService } | { readonly refusal: Refusal } {
  const tombstone = catalog.tombstone(id);
  const service = catalog.find(id)?.declared ?? tombstone?.service;
  if (!service) return { refusal: tombstone ? { kind: 'gone', tombstone } : { kind: 'unknown' } };

  const { owner } = service;
  if (tombstone?.byOperator) return { refusal: { kind: 'forbidden', why: 'by_operator', owner } };
  if (isOnlyMaintainer(by, service)) return { refusal: { kind: 'forbidden', why: 'maintainer', owner } };
  if (forbidden(by, service) !== 'not_repository') return { service };
  return { refusal: { kind: 'forbidden', why: 'not_repository', owner } };
}

/**
 * Why a proven claim does not get a service: it now declares another endpoint or wallet than the proof is about, or belongs to another owner
 * whose proof is no weaker and not known to be gone. Registering a listing counts as much as the weakest proof, which anybody can bring about.
 */
export function claimRefusal(
  act: ClaimAct,
  service: DeclaredService,
): Extract<Refusal, { readonly kind: 'outdated' | 'proven' }> | undefined {
  const { by, endpoint, proof, goneProof } = act;
  const { owner, proof: other } = service;
  const isAsSeen = service.endpoint === endpoint && stillHolds(proof, corrected(service, act));
  if (!isAsSeen) return { kind: 'outdated' };
  if (owner === undefined || owner === by.owner) return undefined;

  const isGone = other !== undefined && goneProof?.owner === owner && goneProof.at === other.at;
  const isStronger = proofRules(proof.method).strength > (other ? proofRules(other.method).strength : 0);
  return isGone || isStronger ? undefined : { kind: 'proven', owner };
}

/** A service as a claim declares it: paid to the wallet that the live 402 names. */
export function corrected(
  service: DeclaredService,
  { paymentAddress }: Pick<ClaimAct, 'paymentAddress'>,
): DeclaredService {
  if (paymentAddress === undefined) return service;

  return { ...service, x402Config: { ...service.x402Config, paymentAddress } };
}

/** The service as its new owner has it: without what the former one arranged. */
function claimed(act: ClaimAct, was: DeclaredService, updatedAt: string): DeclaredService {
  const { transfer: _transfer, maintainers, ...service } = corrected(was, act);
  const { owner, repository } = act.by;
  const remaining = was.owner === owner ? maintainers : undefined;

  return { ...service, owner, repository, proof: act.proof, maintainers: remaining, updatedAt };
}
