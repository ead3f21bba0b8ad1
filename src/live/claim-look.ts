import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import type { Look, Unfit } from '../domain/ownership/method.ts';
import { isPlaced, type PlacedMethod, type ProofMethod, proofRules } from '../domain/ownership/methods.ts';
import { judgePayTo } from '../domain/ownership/wallet.ts';
import { ownerLine } from '../domain/proof.ts';
import type { DeclaredService } from '../domain/service.ts';
import { examine } from '../verification/examine.ts';
import { canonicalAddress } from '../domain/payment-address.ts';
import type { Remark } from '../domain/payment-terms.ts';
import { findNetwork } from '../domain/network.ts';
import type { Prober, ProofPlaces } from './ports.ts';

/** Signs that a live 402 names more ways to pay than the terms that were read. */
const incomplete: readonly Remark['code'][] = [
  'entry_unusable',
  'header_and_body_disagree',
  'header_unreadable',
];

/** As many as a reader needs to see what is wrong. */
const maxShown = 3;

/**
 * Asks an endpoint now, as a buyer, for the only wallet that it wants to be paid into on the declared network. Where there is no such one,
 * says what was seen instead, as part of a sentence.
 * @throws {CannotAsk} when this machine is at fault, or too many requests are waiting
 */
async function livePayTo(
  { endpoint, request, x402Config }: DeclaredService,
  prober: Prober,
): Promise<{ readonly payTo: string } | { readonly seen: string }> {
  const result = await prober.probe({ ...request, endpoint }, 'person');
  if ('deferredUntil' in result) {
    return { seen: `it asked to be left alone until ${result.deferredUntil.toISOString()}; try again then` };
  }

  const { terms, remarks, detail } = examine(result, undefined);
  if (terms.length === 0) return { seen: detail };
  const remark = remarks.find(({ code }) => incomplete.includes(code));
  if (remark) return { seen: `its 402 may name further wallets: ${remark.detail}` };

  const network = findNetwork(x402Config.network);
  const onNetwork = terms.filter((each) => each.network === network?.caip2);
  const [payTo, ...others] = new Set(
    onNetwork.map((each) => canonicalAddress(network?.family ?? 'other', each.payTo)),
  );
  const networks = terms.map((each) => each.network);
  if (payTo === undefined) return { seen: `its 402 asks to be paid on ${shown(networks)} only` };
  if (others.length > 0) return { seen: `its 402 names ${shown([payTo, ...others])}` };
  return { payTo };
}

function shown(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  const more = distinct.length - maxShown;

  return [...distinct.slice(0, maxShown), ...(more > 0 ? [`${String(more)} more`] : [])].join(', ');
}

interface Means {
  readonly prober: Prober;
  readonly places: ProofPlaces;
  readonly policy: EndpointPolicy;
  /** The host of SITE_URL, by which proofs name this catalog. */
  readonly catalogHost: string;
}

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

/** How to look for proofs that are not placed at a URL or name. */
const liveLooks: Readonly<
  Record<
    Exclude<ProofMethod, PlacedMethod>,
    (evidence: string, service: DeclaredService, prober: Prober) => Promise<ClaimFinding>
  >
> = {
  wallet: async (evidence, service, prober) =>
    judgePayTo(evidence, await livePayTo(service, prober), service),
};
