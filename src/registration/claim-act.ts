import type { Actor, Proof } from '../domain/owner.ts';
import { holdsStill, strength } from '../domain/proof.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';

/** Takes over a service, listed or removed, with a proof that was found just now. */
export interface ClaimAct {
  readonly kind: 'claim';
  readonly id: string;
  readonly by: Actor;
  readonly proof: Proof;
  /** The endpoint that was declared when the proof was found. */
  readonly endpoint: string;
  /** The wallet that the live 402 names, where the declared one differs. */
  readonly paymentAddress?: string | undefined;
  /** The proof of another owner that was looked for just now and is gone. */
  readonly goneProof?: ProofName | undefined;
}

/** Identifies a proof: another owner, or the same one later, may find its own at the same place. */
export interface ProofName {
  readonly owner: string;
  /** When it was made. */
  readonly at: string;
}

/** Ends a proof that was looked for and not found for long. */
export interface EndProofAct {
  readonly kind: 'end_proof';
  readonly id: string;
  /** Evidence and time of the proof. The service may have another proof by now, which stays. */
  readonly evidence: string;
  readonly at: string;
}

/** What became of a claim. */
export type ClaimOutcome =
  | { readonly kind: 'changed'; readonly entry: Entry }
  | { readonly kind: 'unknown' }
  /** See `claimObstacle`. */
  | { readonly kind: 'outdated' }
  | { readonly kind: 'proven'; readonly owner: string }
  /** The commit failed and left nothing behind. */
  | { readonly kind: 'failed'; readonly retryAfterSeconds?: number | undefined };

/**
 * Why a claim does not get a service: `outdated` when the service declares another endpoint or wallet by now than the proof is about, `proven`
 * when it belongs to another owner whose proof is no weaker and not known to be gone.
 */
export function claimObstacle(act: ClaimAct, service: DeclaredService): 'outdated' | 'proven' | undefined {
  const { by, endpoint, proof, goneProof } = act;
  const { owner, proof: other } = service;
  if (service.endpoint !== endpoint || !holdsStill(proof, corrected(service, act))) return 'outdated';
  if (owner === undefined || owner === by.owner || !other) return undefined;

  const isGone = goneProof?.owner === owner && goneProof.at === other.at;
  return isGone || strength[proof.method] > strength[other.method] ? undefined : 'proven';
}

/** A service as a claim declares it: paid to the wallet that the live 402 names. */
export function corrected(
  service: DeclaredService,
  { paymentAddress }: Pick<ClaimAct, 'paymentAddress'>,
): DeclaredService {
  if (paymentAddress === undefined) return service;

  return { ...service, x402Config: { ...service.x402Config, paymentAddress } };
}
