import { proofPlaces } from '#texts/ownership.ts';
import { proofRules } from '../domain/ownership/methods.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { ProofView } from '../views/proof.ts';
import { shortened } from '../texts/formats.ts';
import { type OwnerName, ownerName } from './owner-name.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** Whose a service is, as its page says it. */
export interface Ownership {
  /** Null while nobody owns it. */
  readonly owner: OwnerName | null;
  /** Null without a proof. */
  readonly proof: ShownProof | null;
  readonly maintainers: readonly OwnerName[];
  /** Null where it is offered to nobody. */
  readonly transfer: { readonly to: OwnerName; readonly until: string } | null;
}

interface ShownProof extends Pick<ProofView, 'method' | 'at' | 'heldAt' | 'state'> {
  /** Where it was seen, in words and without what the page says anyway. */
  readonly place: string;
}

/** `proof` says whether the declared one still holds. */
export function ownershipOf(
  { owner, maintainers = [], transfer }: DeclaredService,
  proof: ProofView | null,
  { at }: Pick<SiteCatalog, 'at'>,
): Ownership {
  const isOffered = transfer !== undefined && at <= new Date(transfer.until);

  return {
    owner: owner === undefined ? null : ownerName(owner),
    proof: proof && shownProof(proof),
    maintainers: maintainers.map(ownerName),
    transfer: isOffered ? { to: ownerName(transfer.to), until: transfer.until } : null,
  };
}

function shownProof({ method, at, evidence, heldAt, state }: ProofView): ShownProof {
  const wallet = proofRules(method).walletIn?.(evidence);
  const seen = wallet === undefined ? evidence : shortened(wallet);

  return { method, at, heldAt, state, place: proofPlaces[method]({ evidence: seen }) };
}

/** That a service will end, as its page says it on top. */
export interface ShownDeprecation {
  readonly message: string;
  readonly since: string;
  /** Null where none is named, or the named one is not listed any more. */
  readonly replacement: { readonly id: string; readonly name: string } | null;
}

export function deprecationOf(
  { deprecated }: DeclaredService,
  { snapshot }: Pick<SiteCatalog, 'snapshot'>,
): ShownDeprecation | null {
  if (!deprecated) return null;

  const { message, since, replacement = '' } = deprecated;
  const next = snapshot.find(replacement)?.declared;
  return { message, since, replacement: next ? { id: next.id, name: next.name } : null };
}
