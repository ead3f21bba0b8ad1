import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { findNetwork, type Network } from '../domain/network.ts';
import type { ProofMethod } from '../domain/owner.ts';
import { canonicalAddress } from '../domain/payment-address.ts';
import { accountOn, evidenceOf, type Look, ownerLine } from '../domain/proof.ts';
import type { DeclaredService } from '../domain/service.ts';
import { walletOf } from '../domain/signer.ts';
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
  /** What is looked for and where, as part of a sentence. */
  readonly lookedFor: string;
  /** @throws {CannotAsk} when this machine is at fault, or too many requests are waiting */
  readonly look: () => Promise<ClaimFinding>;
}

export interface ClaimFinding extends Look {
  /** The CAIP-10 account that is paid, the URL, or the DNS name. */
  readonly evidence: string;
  /** The wallet that the live 402 names, where it is not the declared one. */
  readonly paymentAddress?: string | undefined;
}

/** Why an owner cannot prove this service by this method at all, and what to do instead. */
interface Unfit {
  readonly unfit: string;
}

/** Plans how an owner's claim by a method is looked into. Sends nothing. */
export function planLook(
  method: ProofMethod,
  service: DeclaredService,
  owner: string,
  means: Means,
): ClaimLook | Unfit {
  return method === 'wallet'
    ? planByWallet(service, owner, means)
    : planByHost(method, service, owner, means);
}

function planByWallet(service: DeclaredService, owner: string, { prober }: Means): ClaimLook | Unfit {
  const network = findNetwork(service.x402Config.network);
  const address = network && addressOn(network, owner);
  if (!network || address === undefined) {
    return {
      unfit: `${owner} signs for no wallet on ${network?.title ?? 'the declared network'}, where this service is paid; use a key for the wallet that its 402 names (POST /api/challenges), or claim by http or dns`,
    };
  }

  return {
    lookedFor: `a 402 from ${service.endpoint} that names ${address} as the only payTo on ${network.title}`,
    look: async () => {
      const live = await livePayTo(service, prober);
      const evidence = accountOn(network, address);
      if ('seen' in live) return { result: 'missing', evidence, seen: live.seen };
      if (live.payTo !== address) {
        return { result: 'missing', evidence, seen: `its 402 names ${live.payTo}` };
      }

      const isDeclared = evidenceOf('wallet', service) === evidence;
      return {
        result: 'found',
        evidence,
        seen: `its 402 names it`,
        ...(isDeclared ? {} : { paymentAddress: address }),
      };
    },
  };
}

/** The address by which an owner is paid on a network; undefined when it controls none there. */
function addressOn({ family, caip2 }: Network, owner: string): string | undefined {
  const wallet = walletOf(owner);
  if (wallet?.family !== family) return undefined;
  if (wallet.chain !== undefined && wallet.chain !== caip2) return undefined;

  return canonicalAddress(family, wallet.address);
}

function planByHost(
  method: 'http' | 'dns',
  service: DeclaredService,
  owner: string,
  { places, policy, catalogHost }: Means,
): ClaimLook | Unfit {
  const evidence = evidenceOf(method, service);
  if (evidence === undefined) {
    return {
      unfit: `the host of ${service.endpoint} is an IP address, which has no TXT records; claim by http`,
    };
  }
  if (evidence.startsWith('http:') && !policy.allowInsecure) {
    return { unfit: `anybody on the way could answer for ${evidence}; claim by dns` };
  }

  const line = ownerLine(owner, catalogHost);
  return {
    lookedFor: placed[method](line, evidence),
    look: async () => ({ ...(await places[method].look(evidence, line, 'person')), evidence }),
  };
}

const placed: Readonly<Record<'http' | 'dns', (line: string, evidence: string) => string>> = {
  http: (line, url) => `the line "${line}" in ${url}, answered with 200, without redirect, in at most 4 KiB`,
  dns: (line, name) => `a TXT record "${line}" at ${name}`,
};
