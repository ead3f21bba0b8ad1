import { findNetwork, type Network } from '../network.ts';
import { canonicalAddress } from '../payment-address.ts';
import { walletOf } from '../signer.ts';
import type { Look, ProofRules, Provable } from './method.ts';

/** The owner is the wallet that the live 402 names. */
export const wallet = {
  description: 'the key’s owner is the only payTo that a live 402 names on the declared network',
  evidence: 'the CAIP-10 account that is paid',
  // Whoever holds the host decides which wallet its 402 names, so the host outweighs the wallet.
  strength: 1,
  provesHost: false,
  evidenceOf,
  // Today's id of a network may be another one than when the proof was made.
  fits: (evidence, service) => {
    const { network, address } = accountIn(evidence);
    return evidenceOf(service) === (network ? accountOn(network, address) : evidence);
  },
  plan: ({ service, owner }) => {
    const network = findNetwork(service.x402Config.network);
    const address = network && addressOn(network, owner);
    if (!network || address === undefined) {
      return {
        unfit: `${owner} signs for no wallet on ${network?.title ?? 'the declared network'}, where this service is paid; use a key for the wallet that its 402 names (POST /api/challenges), or claim by http or dns`,
      };
    }

    return {
      evidence: accountOn(network, address),
      lookedFor: `a 402 from ${service.endpoint} that names ${address} as the only payTo on ${network.title}`,
    };
  },
  walletIn: (evidence) => accountIn(evidence).address,
} as const satisfies ProofRules;

/** The result of a claim by wallet; `paymentAddress` is the wallet that the live 402 names, where it is not the declared one. */
interface WalletLook extends Look {
  readonly evidence: string;
  readonly paymentAddress?: string;
}

/** Judges the only wallet that a live 402 names, or what was seen instead. */
export function judgePayTo(
  evidence: string,
  live: { readonly payTo: string } | { readonly seen: string },
  service: Provable,
): WalletLook {
  if ('seen' in live) return { result: 'missing', evidence, seen: live.seen };
  const { address } = accountIn(evidence);
  if (live.payTo !== address) return { result: 'missing', evidence, seen: `its 402 names ${live.payTo}` };

  const isDeclared = evidenceOf(service) === evidence;
  return {
    result: 'found',
    evidence,
    seen: 'its 402 names it',
    ...(isDeclared ? {} : { paymentAddress: address }),
  };
}

function evidenceOf({ x402Config: { network: id, paymentAddress } }: Provable): string | undefined {
  const network = findNetwork(id);

  return network && accountOn(network, paymentAddress);
}

/** The address by which an owner is paid on a network; undefined when it controls none there. */
function addressOn({ family, caip2 }: Network, owner: string): string | undefined {
  const own = walletOf(owner);
  if (own?.family !== family) return undefined;

  return own.chain === undefined || own.chain === caip2 ? own.address : undefined;
}

/** A CAIP-10 account; EVM addresses take the form of EIP-55. */
function accountOn({ caip2, family }: Network, address: string): string {
  return `${caip2}:${canonicalAddress(family, address)}`;
}

function accountIn(account: string): { readonly network: Network | undefined; readonly address: string } {
  const end = account.lastIndexOf(':');

  return { network: findNetwork(account.slice(0, end)), address: account.slice(end + 1) };
}
