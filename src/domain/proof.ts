import { findNetwork, type Network } from './network.ts';
import type { Proof, ProofMethod } from './owner.ts';
import { canonicalAddress } from './payment-address.ts';
import { printable } from './plain-text.ts';
import type { DeclaredService } from './service.ts';

/** What the evidence of a proof is about. */
type Provable = Pick<DeclaredService, 'endpoint' | 'x402Config'>;

/** How much a method proves. Whoever holds the host decides which wallet its 402 names, so the host outweighs the wallet. */
export const strength: Readonly<Record<ProofMethod, number>> = { wallet: 1, http: 2, dns: 2 };

/** The path of the file that names the owners of what an origin serves. */
const proofPath = '/.well-known/tollbook.txt';

const evidence: Readonly<Record<ProofMethod, (service: Provable) => string | undefined>> = {
  wallet: ({ x402Config: { network: id, paymentAddress } }) => {
    const network = findNetwork(id);
    return network && accountOn(network, paymentAddress);
  },
  http: ({ endpoint }) => {
    const origin = URL.parse(endpoint)?.origin;
    return origin === undefined ? undefined : `${origin}${proofPath}`;
  },
  dns: ({ endpoint }) => {
    const host = URL.parse(endpoint)?.hostname ?? '';
    return host === '' || isAddress(host) ? undefined : `_tollbook.${host}`;
  },
};

/**
 * Where a method looks for the proof of a service: the CAIP-10 account that is paid, the URL of a file, or the DNS name of a TXT record.
 * Undefined where it has no place to look at: DNS keeps no names for IP addresses.
 */
export function evidenceOf(method: ProofMethod, service: Provable): string | undefined {
  return evidence[method](service);
}

/** Whether a proof is about the host and wallet that a service declares. It cannot tell that the host of a proof by wallet is new. */
export function holdsStill(proof: Pick<Proof, 'method' | 'evidence'>, service: Provable): boolean {
  const evidence = proof.method === 'wallet' ? sameAccount(proof.evidence) : proof.evidence;

  return evidenceOf(proof.method, service) === evidence;
}

/** A CAIP-10 account by today's id of its network, which may have had another one when the proof was made. */
function sameAccount(account: string): string {
  const end = account.lastIndexOf(':');
  const network = findNetwork(account.slice(0, end));

  return network ? accountOn(network, account.slice(end + 1)) : account;
}

/** A CAIP-10 account; EVM addresses take the form of EIP-55. */
export function accountOn({ caip2, family }: Network, address: string): string {
  return `${caip2}:${canonicalAddress(family, address)}`;
}

/** The line by which a host names an owner to one catalog; `catalogHost` is the host of its SITE_URL, with the port if it has one. */
export function ownerLine(owner: string, catalogHost: string): string {
  return `owner=${owner} catalog=${catalogHost}`;
}

/** What a look for a proof found. */
export interface Look {
  /** `unclear` when nobody answered, or only that they cannot answer now: that says nothing about the proof. */
  readonly result: 'found' | 'missing' | 'unclear';
  /** What was found, for the claimant: a clause without a full stop. */
  readonly seen: string;
}

const maxShownLength = 300;

/** Looks for the line of an owner among texts from its host, which are lines of a file or TXT records of a name. */
export function lookAmong(texts: readonly string[], line: string, noun: 'line' | 'TXT record'): Look {
  if (texts.includes(line)) return { result: 'found', seen: `it has the ${noun} "${line}"` };

  const similar = texts.find((text) => text.trimStart().startsWith('owner='));
  const seen =
    similar === undefined
      ? `it has no ${noun} that begins with "owner="`
      : `it has the ${noun} "${printable(similar, maxShownLength)}" instead`;
  return { result: 'missing', seen };
}

/** What the daily looks at a proof found so far. */
export interface LookRecord {
  readonly evidence: string;
  /** When the proof was last found. */
  readonly heldAt: Date;
  readonly lookedAt: Date;
  /** Looks in a row that did not find it. */
  readonly misses: number;
}

/** What is known of a proof: the looks since it was made, none of which may have happened yet. */
export function recordOf({ evidence, at }: Proof, last: LookRecord | undefined): LookRecord {
  const madeAt = new Date(at);
  if (last?.evidence === evidence && last.lookedAt >= madeAt) return last;

  return { evidence, heldAt: madeAt, lookedAt: madeAt, misses: 0 };
}

/** One look may miss what is there. */
const missesToStale = 2;

/** Whether a proof was missing often enough to say so. */
export function isStale({ misses }: Pick<LookRecord, 'misses'>): boolean {
  return misses >= missesToStale;
}

/** An IP address, in the form that the URL standard gives it: IPv4 in digits and dots, IPv6 in brackets. */
function isAddress(host: string): boolean {
  return /^(?:[\d.]+|\[.*\])$/.test(host);
}
