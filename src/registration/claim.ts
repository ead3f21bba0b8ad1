import type { Proof } from '../domain/owner.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { ClaimAct, EndProofAct } from './act.ts';
import { changed, type Decision, listedAgain, type Rules, timeAfter, unchanged } from './decision.ts';
import type { Listings } from './listings.ts';

/** Gives a service to who has proven that it is its own; a removed one is listed again. */
export function claim(act: ClaimAct, catalog: Listings, { now }: Rules): Decision {
  const entry = catalog.find(act.id);
  const tombstone = catalog.tombstone(act.id);
  const was = entry?.declared ?? tombstone?.service;
  if (!was) return unchanged(tombstone ? { kind: 'gone', tombstone } : { kind: 'unknown' });
  if (tombstone?.byOperator) return unchanged({ kind: 'forbidden', why: 'by_operator', owner: was.owner });
  if (!outranks(act, was)) return unchanged({ kind: 'proven', owner: was.owner ?? '' });
  const holder = catalog.idAt(was.endpoint);
  if (holder !== undefined && holder !== was.id) return unchanged({ kind: 'listed', id: holder });

  const is = claimed(act, was, timeAfter(tombstone?.deletedAt ?? was.updatedAt, now));
  return entry ? changed(entry, is) : listedAgain(is);
}

/** Ends a proof, unless another took its place. */
export function endProof({ id, evidence }: EndProofAct, catalog: Listings, { now }: Rules): Decision {
  const entry = catalog.find(id);
  if (!entry) return unchanged({ kind: 'unknown' });
  const { proof, ...service } = entry.declared;
  if (proof?.evidence !== evidence) return unchanged({ kind: 'changed', entry });

  return changed(entry, { ...service, updatedAt: timeAfter(service.updatedAt, now) });
}

/** Whether a claim prevails: against nobody, oneself, an owner without proof, a proof that is gone, or one that proves less. */
function outranks(
  { by, proof, isOtherProofGone }: ClaimAct,
  { owner, proof: other }: DeclaredService,
): boolean {
  return (
    owner === undefined ||
    owner === by.owner ||
    !other ||
    isOtherProofGone ||
    strength(proof) > strength(other)
  );
}

/** Who holds the host decides what it answers, also whom it names to be paid. */
function strength({ method }: Proof): number {
  return method === 'wallet' ? 1 : 2;
}

/** The service as its new owner has it: without what the former one arranged. */
function claimed(
  { by, proof, paymentAddress }: ClaimAct,
  was: DeclaredService,
  updatedAt: string,
): DeclaredService {
  const { transfer: _transfer, maintainers, ...service } = was;
  const { owner, repository } = by;
  const x402Config = { ...was.x402Config, ...(paymentAddress === undefined ? {} : { paymentAddress }) };
  const kept = was.owner === owner ? maintainers : undefined;

  return { ...service, owner, repository, proof, maintainers: kept, x402Config, updatedAt };
}
