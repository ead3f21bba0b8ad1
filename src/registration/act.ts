import type { RegistrationRequest } from '../domain/declaration.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import type { Actor, Proof } from '../domain/owner.ts';
import type { RemainingQuota } from '../domain/quota.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Tombstone } from '../domain/tombstone.ts';

/** A requested change to the catalog. */
export type Act =
  | RegisterAct
  | BatchAct
  | UpdateAct
  | RemoveAct
  | RestoreAct
  | OfferAct
  | AcceptAct
  | ClaimAct
  | EndProofAct
  | BuryAct;

export type Times = Pick<DeclaredService, 'createdAt' | 'updatedAt'>;

/** Who wants it; the operator may change everything. */
export type Requester = Actor | 'operator';

export interface RegisterAct {
  readonly kind: 'register';
  /** The body as received, not checked yet. */
  readonly input: unknown;
  /** The owner of the new service; nobody when it is absent. */
  readonly by?: Actor | undefined;
  /** The times of an imported service; both default to now. */
  readonly times?: Times | undefined;
  /** How many services may be listed from where it comes; absent for no limit. */
  readonly room?: RemainingQuota | undefined;
}

/** Several registrations in one commit. */
export interface BatchAct {
  readonly kind: 'batch';
  readonly inputs: readonly unknown[];
  readonly by: Actor;
  readonly room?: RemainingQuota | undefined;
}

interface OwnersAct {
  readonly id: string;
  readonly by: Requester;
  /** Whether the service is still as the requester last saw it; absent where that does not matter. */
  readonly isAsSeen?: ((entry: Entry) => boolean) | undefined;
}

export interface UpdateAct extends OwnersAct {
  readonly kind: 'update';
  /** A JSON Merge Patch (RFC 7396) as received, not checked yet. */
  readonly patch: unknown;
}

export interface RemoveAct extends OwnersAct {
  readonly kind: 'remove';
  readonly reason?: string | undefined;
}

export interface RestoreAct extends OwnersAct {
  readonly kind: 'restore';
}

export interface OfferAct extends OwnersAct {
  readonly kind: 'offer';
  readonly to: string;
}

/** Takes over a service that was offered. */
export interface AcceptAct extends OwnersAct {
  readonly kind: 'accept';
}

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
  readonly at: string;
}

/** Ends a proof that was looked for and not found for long. */
export interface EndProofAct {
  readonly kind: 'end_proof';
  readonly id: string;
  /** Evidence and time of the proof. If the service has another one since, that stays. */
  readonly evidence: string;
  readonly at: string;
}

/** Stores the tombstone of a service that somebody removed by hand. */
export interface BuryAct {
  readonly kind: 'bury';
  readonly tombstone: Tombstone;
}

export type Outcome =
  | { readonly kind: 'created'; readonly entry: Entry }
  | { readonly kind: 'changed'; readonly entry: Entry }
  | { readonly kind: 'removed'; readonly tombstone: Tombstone }
  | { readonly kind: 'batch'; readonly rows: readonly RowOutcome[] }
  | Refusal
  /** The commit failed and left nothing behind; or it takes too long, and whether it is made is settled before the next one. */
  | {
      readonly kind: 'failed';
      readonly retryAfterSeconds?: number | undefined;
      readonly isUnsettled?: boolean;
    };

export type RowOutcome = { readonly kind: 'created'; readonly entry: Entry } | RegistrationRefusal;

type RegistrationRefusal =
  | { readonly kind: 'refused'; readonly problems: readonly FieldProblem[] }
  /** Another service has the endpoint. `request` helps to tell a repeated registration from a new one. */
  | { readonly kind: 'listed'; readonly id: string; readonly request?: RegistrationRequest }
  /** The endpoint is reserved for the owner of a removed service. */
  | { readonly kind: 'reserved'; readonly tombstone: Tombstone }
  | TooManyUnverified
  /** As many were listed within a day from where it comes as may be. */
  | { readonly kind: 'too_many_today'; readonly room: RemainingQuota };

/** The owner has as many services that were never verified as it may, or the host that is named. */
export interface TooManyUnverified {
  readonly kind: 'too_many_unverified';
  readonly host?: string;
}

export type Refusal =
  | RegistrationRefusal
  | { readonly kind: 'unknown' }
  | { readonly kind: 'gone'; readonly tombstone: Tombstone }
  | { readonly kind: 'forbidden'; readonly why: Forbidden; readonly owner?: string | undefined }
  /** The service is not as the requester last saw it. */
  | { readonly kind: 'outdated' }
  /** The time in which a removed service can be restored is over. */
  | { readonly kind: 'expired'; readonly tombstone: Tombstone }
  | { readonly kind: 'not_removed' }
  /** Nothing was offered to the requester, or too long ago. */
  | { readonly kind: 'not_offered' }
  /** Another owner has proven that the service is its own. */
  | { readonly kind: 'proven'; readonly owner: string };

/** Why a requester may not do something. */
export type Forbidden = 'unowned' | 'not_owner' | 'not_repository' | 'maintainer' | 'by_operator';
