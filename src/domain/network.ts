import { families, type Family, factsOf, isFamily } from './families/families.ts';
import type { FamilyNetwork } from './families/family.ts';
import { comparableAddress } from './payment-address.ts';

export interface Network extends FamilyNetwork {
  /** Determines the format of its addresses. */
  readonly family: Family;
}

/** All networks that Tollbook knows, with the names of the x402 packages (`@x402/evm/v1`, `@x402/svm`, the legacy `x402`). */
export const networks: readonly Network[] = families.flatMap((family) =>
  factsOf(family).networks.map((network) => ({ ...network, family })),
);

const aliases = new Map(families.flatMap((family) => Object.entries(factsOf(family).aliases ?? {})));

const byId = new Map(networks.flatMap((known) => networkIds(known).map((id) => [id, known] as const)));
const byFoldedId = new Map([...byId].map(([id, known]) => [id.toLowerCase(), known]));

/** https://chainagnostic.org/CAIPs/caip-2 (chain ids are case-sensitive) */
const caip2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;

/** The syntax of network names in x402 v1. */
const shortName = /^[a-z0-9][a-z0-9-]{0,31}$/;

/** The names that clients of x402 v1 know. */
export const namesOfV1: ReadonlySet<string> = new Set(
  families.flatMap((family) => factsOf(family).namesOfV1 ?? []),
);

/** How many unknown chains one seller may add. Anybody can invent chain ids, and they would flood lists and filters. */
export const maxOtherChains = 4;

/** Finds a network by its name, CAIP-2 id or alias. Unknown CAIP-2 ids get a nameless network; anything else is undefined. */
export function findNetwork(id: string): Network | undefined {
  return (
    byId.get(id) ?? (isCaip2(id) ? { caip2: id, family: familyOf(id), title: id, testnet: false } : undefined)
  );
}

/** Whether an id is that of a known network, or has the syntax of CAIP-2 and imitates no known id. */
export function isNetworkId(id: string): boolean {
  return byId.has(id) || isOtherChain(id);
}

/** The family of a network, by its name or CAIP-2 id. */
export function familyOn(id: string): Family {
  return findNetwork(id)?.family ?? 'other';
}

/** `comparableAddress` on a network, given by its name or CAIP-2 id. */
export function normalizeAddress(id: string, address: string): string {
  return comparableAddress(familyOn(id), address);
}

/** How a network appears in `supportedChains`: by its short name, or else by its CAIP-2 id. */
export function chainName(id: string): string {
  const known = byId.get(id);

  return known?.name ?? known?.caip2 ?? id;
}

/** Whether a chain, by short name or CAIP-2 id in any letter case, is known as a test network. */
export function isTestnet(id: string): boolean {
  return (byId.get(id) ?? byFoldedId.get(id.toLowerCase()))?.testnet === true;
}

/** Whether an id has the syntax of an x402 v1 name, whether or not that network is known. */
export function isShortName(id: string): boolean {
  return shortName.test(id);
}

/** Every id of a network: CAIP-2, short name and aliases. */
export function networkIds({ caip2, name }: Network): string[] {
  const others = [...aliases].flatMap(([alias, id]) => (id === caip2 ? [alias] : []));

  return name === undefined ? [caip2, ...others] : [caip2, name, ...others];
}

/** The chains to show for some network ids: all known ones by name, and at most `maxOtherChains` others by CAIP-2 id. */
export function chainsAmong(ids: Iterable<string>): string[] {
  const names = new Set<string>();
  let others = 0;

  for (const id of ids) {
    const name = chainName(id);
    if (names.has(name) || (!byId.has(id) && !isOtherChain(id))) continue;
    if (!byId.has(id) && (others += 1) > maxOtherChains) continue;
    names.add(name);
  }
  return [...names];
}

/** Excludes ids that differ from a known one only in letter case, since they imitate it. */
function isOtherChain(id: string): boolean {
  return isCaip2(id) && !byFoldedId.has(id.toLowerCase());
}

/** A key that is the same for all ids of one chain: short name or CAIP-2, in any letter case. */
export function chainKey(id: string): string {
  const known = byId.get(id) ?? byFoldedId.get(id.toLowerCase());

  return (known?.name ?? known?.caip2 ?? id).toLowerCase();
}

function isCaip2(id: string): boolean {
  const { reference } = factsOf(familyOf(id));

  return caip2.test(id) && (reference?.test(id.slice(id.indexOf(':') + 1)) ?? true);
}

function familyOf(id: string): Family {
  const namespace = id.slice(0, id.indexOf(':'));

  return isFamily(namespace) ? namespace : 'other';
}
