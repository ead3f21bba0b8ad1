import { foldedAddress } from './folded-address.ts';

/** The namespace of a network's CAIP-2 id, which determines the format of its addresses. */
export type Family = (typeof families)[number] | 'other';

export const families = [
  'eip155',
  'solana',
  'stellar',
  'aptos',
  'sui',
  'algorand',
  'hedera',
  'keeta',
] as const;

export interface Network {
  /** The x402 v1 name, or else the common one; absent when only the CAIP-2 id is in use. */
  readonly name?: string;
  readonly caip2: string;
  readonly family: Family;
  readonly title: string;
  readonly testnet: boolean;
}

const mainnet = (caip2: string, title: string, name?: string): Network => network(caip2, title, name, false);
const testnet = (caip2: string, title: string, name?: string): Network => network(caip2, title, name, true);

/** All networks that Tollbook knows, with the names of the x402 packages (`@x402/evm/v1`, `@x402/svm`, the legacy `x402`). */
export const networks: readonly Network[] = [
  mainnet('eip155:8453', 'Base', 'base'),
  testnet('eip155:84532', 'Base Sepolia', 'base-sepolia'),
  mainnet('eip155:1', 'Ethereum', 'ethereum'),
  testnet('eip155:11155111', 'Sepolia', 'sepolia'),
  mainnet('eip155:137', 'Polygon', 'polygon'),
  testnet('eip155:80002', 'Polygon Amoy', 'polygon-amoy'),
  mainnet('eip155:42161', 'Arbitrum One', 'arbitrum'),
  testnet('eip155:421614', 'Arbitrum Sepolia', 'arbitrum-sepolia'),
  mainnet('eip155:10', 'OP Mainnet', 'optimism'),
  testnet('eip155:11155420', 'OP Sepolia', 'optimism-sepolia'),
  mainnet('eip155:56', 'BNB Smart Chain', 'bsc'),
  testnet('eip155:97', 'BNB Smart Chain Testnet', 'bsc-testnet'),
  mainnet('eip155:43114', 'Avalanche', 'avalanche'),
  testnet('eip155:43113', 'Avalanche Fuji', 'avalanche-fuji'),
  mainnet('eip155:1329', 'Sei', 'sei'),
  testnet('eip155:1328', 'Sei Testnet', 'sei-testnet'),
  mainnet('eip155:4689', 'IoTeX', 'iotex'),
  mainnet('eip155:3338', 'peaq', 'peaq'),
  mainnet('eip155:1514', 'Story', 'story'),
  mainnet('eip155:41923', 'EDU Chain', 'educhain'),
  mainnet('eip155:2741', 'Abstract', 'abstract'),
  testnet('eip155:11124', 'Abstract Testnet', 'abstract-testnet'),
  testnet('eip155:324705682', 'SKALE Base Sepolia', 'skale-base-sepolia'),
  mainnet('eip155:4326', 'MegaETH', 'megaeth'),
  mainnet('eip155:143', 'Monad', 'monad'),
  mainnet('eip155:988', 'Stable', 'stable'),
  testnet('eip155:2201', 'Stable Testnet', 'stable-testnet'),
  mainnet('eip155:42220', 'Celo', 'celo'),
  testnet('eip155:11142220', 'Celo Sepolia', 'celo-sepolia'),
  mainnet('eip155:14', 'Flare', 'flare'),
  mainnet('eip155:5042', 'Arc', 'arc'),
  testnet('eip155:5042002', 'Arc Testnet', 'arc-testnet'),
  mainnet('eip155:4663', 'Robinhood Chain', 'robinhood'),
  testnet('eip155:46630', 'Robinhood Chain Testnet', 'robinhood-testnet'),
  mainnet('eip155:196', 'X Layer', 'xlayer'),
  testnet('eip155:1952', 'X Layer Testnet', 'xlayer-testnet'),
  mainnet('eip155:999', 'HyperEVM', 'hyperevm'),
  testnet('eip155:998', 'HyperEVM Testnet', 'hyperevm-testnet'),
  mainnet('eip155:130', 'Unichain', 'unichain'),
  testnet('eip155:1301', 'Unichain Sepolia', 'unichain-sepolia'),
  mainnet('eip155:146', 'Sonic', 'sonic'),
  testnet('eip155:14601', 'Sonic Testnet', 'sonic-testnet'),
  testnet('eip155:57054', 'Sonic Blaze Testnet', 'sonic-blaze'),
  mainnet('eip155:480', 'World Chain'),
  testnet('eip155:4801', 'World Chain Sepolia'),
  mainnet('eip155:31612', 'Mezo'),
  testnet('eip155:31611', 'Mezo Testnet'),
  mainnet('eip155:50', 'XDC'),
  testnet('eip155:51', 'XDC Apothem'),
  mainnet('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', 'solana'),
  testnet('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana Devnet', 'solana-devnet'),
  testnet('solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'Solana Testnet', 'solana-testnet'),
  mainnet('stellar:pubnet', 'Stellar'),
  testnet('stellar:testnet', 'Stellar Testnet'),
  mainnet('aptos:1', 'Aptos'),
  testnet('aptos:2', 'Aptos Testnet'),
  mainnet('algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k', 'Algorand'),
  testnet('algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe', 'Algorand Testnet'),
  mainnet('sui:mainnet', 'Sui'),
  testnet('sui:testnet', 'Sui Testnet'),
  testnet('sui:devnet', 'Sui Devnet'),
  mainnet('hedera:mainnet', 'Hedera'),
  testnet('hedera:testnet', 'Hedera Testnet'),
  mainnet('keeta:21378', 'Keeta'),
  testnet('keeta:1413829460', 'Keeta Testnet'),
  mainnet('xrpl:0', 'XRP Ledger', 'xrpl'),
  testnet('xrpl:1', 'XRP Ledger Testnet', 'xrpl-testnet'),
  testnet('xrpl:2', 'XRP Ledger Devnet', 'xrpl-devnet'),
  mainnet('stacks:1', 'Stacks', 'stacks'),
  testnet('stacks:2147483648', 'Stacks Testnet', 'stacks-testnet'),
  mainnet('cosmos:noble-1', 'Noble', 'noble'),
  testnet('cosmos:grand-1', 'Noble Testnet', 'noble-testnet'),
];

/**
 * Further ids of known networks, each with its CAIP-2 id: genesis hashes in full, of which CAIP-2 takes the first 32 characters, ids
 * that sellers use although no standard defines them, and common names.
 */
const aliases: Readonly<Record<string, string>> = {
  'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=': 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k',
  'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=': 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  'solana:mainnet': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:devnet': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:testnet': 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  algorand: 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k',
  aptos: 'aptos:1',
  hedera: 'hedera:mainnet',
  keeta: 'keeta:21378',
  stellar: 'stellar:pubnet',
  sui: 'sui:mainnet',
  'world-chain': 'eip155:480',
  worldchain: 'eip155:480',
  'ethereum-sepolia': 'eip155:11155111',
  'x-layer': 'eip155:196',
};

const byId = new Map(networks.flatMap((known) => networkIds(known).map((id) => [id, known] as const)));
const byFoldedId = new Map([...byId].map(([id, known]) => [id.toLowerCase(), known]));

/** https://chainagnostic.org/CAIPs/caip-2 (chain ids are case-sensitive) */
const caip2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;
const eip155Reference = /^eip155:[1-9]\d{0,31}$/;

/** The syntax of network names in x402 v1. */
const shortName = /^[a-z0-9][a-z0-9-]{0,31}$/;

/** The names that clients of x402 v1 know: those of `@x402/evm/v1` (`NETWORKS`) and of `@x402/svm`. */
export const namesOfV1: ReadonlySet<string> = new Set([
  ...[
    'base',
    'base-sepolia',
    'ethereum',
    'sepolia',
    'polygon',
    'polygon-amoy',
    'avalanche',
    'avalanche-fuji',
  ],
  ...['sei', 'sei-testnet', 'iotex', 'peaq', 'story', 'educhain', 'abstract', 'abstract-testnet'],
  ...['skale-base-sepolia', 'megaeth', 'monad', 'stable', 'stable-testnet', 'celo', 'flare'],
  ...['solana', 'solana-devnet', 'solana-testnet'],
]);

/** How many unknown chains one seller may add. Anybody can invent chain ids, and they would flood lists and filters. */
export const mostOtherChains = 4;

/** Finds a network by its name, CAIP-2 id or alias. Unknown CAIP-2 ids get a nameless network; anything else is undefined. */
export function findNetwork(id: string): Network | undefined {
  return byId.get(id) ?? (isCaip2(id) ? network(id, id, undefined, false) : undefined);
}

/** Whether an id is that of a known network, or has the syntax of CAIP-2 and imitates no known id. */
export function isNetworkId(id: string): boolean {
  return byId.has(id) || isOtherChain(id);
}

/** The family of a network, by its name or CAIP-2 id. */
export function familyOn(id: string): Family {
  return findNetwork(id)?.family ?? 'other';
}

/** An address of a network as `foldedAddress` spells it. `id` is the network's name or CAIP-2 id. */
export function spelledOn(id: string, address: string): string {
  return foldedAddress(familyOn(id), address);
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
  const others = Object.keys(aliases).filter((alias) => aliases[alias] === caip2);

  return name === undefined ? [caip2, ...others] : [caip2, name, ...others];
}

/** The chains to show for some network ids: all known ones by name, and at most `mostOtherChains` others by CAIP-2 id. */
export function chainsAmong(ids: Iterable<string>): string[] {
  const names = new Set<string>();
  let others = 0;

  for (const id of ids) {
    const name = chainName(id);
    if (names.has(name) || (!byId.has(id) && !isOtherChain(id))) continue;
    if (!byId.has(id) && (others += 1) > mostOtherChains) continue;
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
  return id.startsWith('eip155:') ? eip155Reference.test(id) : caip2.test(id);
}

function network(id: string, title: string, name: string | undefined, isTestnet: boolean): Network {
  return {
    ...(name === undefined ? {} : { name }),
    caip2: id,
    family: familyOf(id),
    title,
    testnet: isTestnet,
  };
}

function familyOf(id: string): Family {
  const namespace = id.slice(0, id.indexOf(':'));

  return families.find((family) => family === namespace) ?? 'other';
}
