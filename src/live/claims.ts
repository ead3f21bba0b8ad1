import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import type { Actor, Proof } from '../domain/owner.ts';
import { isPlaced, type ProofMethod, proofRules } from '../domain/ownership/methods.ts';
import { CannotAsk } from '../domain/probe.ts';
import { stillHolds, ownerLine } from '../domain/proof.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { ClaimAct, Outcome, ProofName } from '../registration/act.ts';
import { claimable, claimRefusal, corrected } from '../registration/claim.ts';
import { type ClaimFinding, planLook } from './claim-look.ts';
import type { Clock, Prober, ProofPlaces } from './ports.ts';

export type ClaimAnswer =
  /** The claim was decided: its proof was found, or nobody was asked because no proof would have changed this. */
  | { readonly kind: 'decided'; readonly outcome: Outcome }
  /** This owner cannot prove this service by this method, whatever is found. */
  | { readonly kind: 'unfit'; readonly detail: string }
  /** The proof was not found; both are parts of a sentence. */
  | { readonly kind: 'unproven'; readonly lookedFor: string; readonly found: string }
  | { readonly kind: 'too_many'; readonly retryAfterSeconds: number }
  /** No request could be sent: this machine is at fault, or too many are waiting. */
  | { readonly kind: 'unavailable' };

export interface CountedClaim {
  readonly id: string;
  /** The host that is asked: in general, that of the listing. */
  readonly host: string;
  readonly owner: string;
  readonly client: string;
}

interface Dependencies {
  readonly store: { readonly snapshot: Pick<Snapshot, 'find' | 'tombstone'> };
  readonly submit: (act: ClaimAct) => Promise<Outcome>;
  readonly prober: Prober;
  readonly places: ProofPlaces;
  readonly policy: EndpointPolicy;
  /** The host of SITE_URL, by which proofs name this catalog. */
  readonly catalogHost: string;
  readonly limits: {
    take(claim: CountedClaim): { readonly allowed: boolean; readonly retryAfterSeconds: number };
  };
  readonly clock: Clock;
}

/** Gives services to those who prove that they are theirs. */
export class Claims {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Looks for the proof of a claim now, and resolves once what it changes is committed. `client`: where it comes from, as limits count it;
   * `asked`: the member that the method asks for.
   */
  async claim(
    id: string,
    by: Actor,
    method: ProofMethod,
    client: string,
    asked?: string,
  ): Promise<ClaimAnswer> {
    const found = claimable({ id, by }, this.#dependencies.store.snapshot);
    if ('refusal' in found) return { kind: 'decided', outcome: found.refusal };

    const { service } = found;
    const plan = planLook({ method, asked }, service, by.owner, this.#dependencies);
    if ('unfit' in plan) return { kind: 'unfit', detail: plan.unfit };
    const host = proofRules(method).askedHost ?? new URL(service.endpoint).hostname;
    const { limits } = this.#dependencies;
    const { allowed, retryAfterSeconds } = limits.take({ id, host, owner: by.owner, client });
    if (!allowed) return { kind: 'too_many', retryAfterSeconds };

    try {
      const finding = await plan.look();
      if (finding.result !== 'found') {
        return { kind: 'unproven', lookedFor: plan.lookedFor, found: finding.seen };
      }
      return { kind: 'decided', outcome: await this.#submit(service, by, method, finding) };
    } catch (error) {
      if (error instanceof CannotAsk) return { kind: 'unavailable' };
      throw error;
    }
  }

  /** Before a claim is refused for the proof of another owner, that proof is looked at again. */
  async #submit(
    service: DeclaredService,
    by: Actor,
    method: ProofMethod,
    { evidence, paymentAddress }: ClaimFinding,
  ): Promise<Outcome> {
    const { submit, clock } = this.#dependencies;
    const { id, endpoint } = service;
    const proof = { method, at: clock().toISOString(), evidence };
    const act: ClaimAct = { kind: 'claim', id, by, proof, endpoint, paymentAddress };
    const goneProof =
      claimRefusal(act, service)?.kind === 'proven'
        ? await this.#goneProof(corrected(service, act))
        : undefined;

    return submit({ ...act, goneProof });
  }

  /** The proof of the present owner, unless it holds. */
  async #goneProof(service: DeclaredService): Promise<ProofName | undefined> {
    const { owner, proof } = service;
    if (owner === undefined || !proof) return undefined;

    const isGone = !stillHolds(proof, service) || (await this.#isMissing(proof, owner, service));
    return isGone ? { owner, at: proof.at } : undefined;
  }

  /** Whether a proof is not at its place any more. A 402 that was just read speaks for one by wallet. */
  async #isMissing({ method, evidence }: Proof, owner: string, service: DeclaredService): Promise<boolean> {
    const { places, catalogHost } = this.#dependencies;
    if (!isPlaced(method)) return false;

    const { result } = await places[method].look(evidence, ownerLine(owner, catalogHost), 'person', service);
    return result === 'missing';
  }
}
