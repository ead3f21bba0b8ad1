import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import type { Look, Unfit } from '../domain/ownership/method.ts';
import { isPlaced, type PlacedMethod, type ProofMethod, proofRules } from '../domain/ownership/methods.ts';
import { judgePayTo } from '../domain/ownership/wallet.ts';
import { ownerLine } from '../domain/proof.ts';
import type { DeclaredService } from '../domain/service.ts';
import { livePayTo } from './live-pay-to.ts';
import type { Prober, ProofPlaces } from './ports.ts';

interface Means {
  readonly prober: Prober;
  readonly places: ProofPlaces;
  readonly policy: EndpointPolicy;
  /** The host of SITE_URL, by which proofs name this catalog. */
  readonly catalogHost: string;
}

/** A look for the proof of a claim that is about to be made. */
export interface ClaimLook {
  /** The line looked for and its place, as part of a sentence. */
  readonly lookedFor: string;
  /** @throws {CannotAsk} when this machine is at fault, or too many requests are waiting */
  readonly look: () => Promise<ClaimFinding>;
}

export interface ClaimFinding extends Look {
  readonly evidence: string;
  /** The wallet that the live 402 names, where it is not the declared one. */
  readonly paymentAddress?: string | undefined;
}

/** By what a claim is to be proven: a method, and the member that the method asks for. */
interface ClaimedProof {
  readonly method: ProofMethod;
  readonly asked?: string | undefined;
}

/** Plans how an owner's claim by a method is looked into. Sends nothing. */
export function planLook(
  { method, asked }: ClaimedProof,
  service: DeclaredService,
  owner: string,
  { places, policy, catalogHost, prober }: Means,
): ClaimLook | Unfit {
  const line = ownerLine(owner, catalogHost);
  const { allowInsecure } = policy;
  const plan = proofRules(method).plan({ service, owner, line, asked, allowInsecure });
  if ('unfit' in plan) return plan;

  const { evidence, lookedFor } = plan;
  return {
    lookedFor,
    look: isPlaced(method)
      ? async () => ({ evidence, ...(await places[method].look(evidence, line, 'person', service)) })
      : () => liveLooks[method](evidence, service, prober),
  };
}

/** How a proof is looked for that stands at no place. */
const liveLooks: Readonly<
  Record<
    Exclude<ProofMethod, PlacedMethod>,
    (evidence: string, service: DeclaredService, prober: Prober) => Promise<ClaimFinding>
  >
> = {
  wallet: async (evidence, service, prober) =>
    judgePayTo(evidence, await livePayTo(service, prober), service),
};
