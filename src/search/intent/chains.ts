import { chainName, findNetwork, isTestnet, networks } from '../../domain/network.ts';
import type { Understood } from './intent.ts';
import { cut } from './sentence.ts';

/** More ways to name a network, each with its short name or CAIP-2 id. */
const aliases: Readonly<Record<string, string>> = {
  'base mainnet': 'base',
  'base network': 'base',
  'base chain': 'base',
  'base l2': 'base',
  'ethereum l2 base': 'base',
  'coinbase base': 'base',
  "coinbase's base": 'base',
  'coinbase l2': 'base',
  "coinbase's l2": 'base',
  'base testnet': 'base-sepolia',
  eth: 'ethereum',
  'eth mainnet': 'ethereum',
  'ethereum mainnet': 'ethereum',
  'ethereum l1': 'ethereum',
  'ethereum sepolia': 'sepolia',
  'eth sepolia': 'sepolia',
  'ethereum testnet': 'sepolia',
  'eth testnet': 'sepolia',
  sol: 'solana',
  'solana mainnet': 'solana',
  matic: 'polygon',
  'polygon pos': 'polygon',
  'polygon mainnet': 'polygon',
  amoy: 'polygon-amoy',
  'polygon testnet': 'polygon-amoy',
  arb: 'arbitrum',
  'arbitrum one': 'arbitrum',
  'arbitrum testnet': 'arbitrum-sepolia',
  op: 'optimism',
  'op mainnet': 'optimism',
  'optimism mainnet': 'optimism',
  'optimism sepolia': 'optimism-sepolia',
  'optimism testnet': 'optimism-sepolia',
  bnb: 'bsc',
  'bnb chain': 'bsc',
  'bnb testnet': 'bsc-testnet',
  'binance smart chain': 'bsc',
  'binance chain': 'bsc',
  avax: 'avalanche',
  'avalanche c-chain': 'avalanche',
  fuji: 'avalanche-fuji',
  'avalanche testnet': 'avalanche-fuji',
  'celo testnet': 'celo-sepolia',
  'unichain testnet': 'unichain-sepolia',
  worldchain: 'eip155:480',
  'world chain testnet': 'eip155:4801',
  xlm: 'stellar:pubnet',
  algo: 'algorand:wGHE2Pwdvd7S12BL5FaOP20GEYesN73ktiC1qzkkit8=',
  'near protocol': 'near:mainnet',
};

/** Names that are also everyday words: they name a chain only when the words around them leave no other reading. */
const ambiguous = new Set(
  `base near sei optimism avalanche stable story abstract flare stellar celo monad sol op arb algo eth bnb sui fuji amoy keeta
   polygon sepolia aptos hedera mezo arc robinhood sonic stacks noble`.split(/\s+/),
);

const ids = new Map<string, string>(
  networks.flatMap(({ name, caip2, title }) =>
    [name, name?.replaceAll('-', ' '), title, caip2].flatMap((way) =>
      way === undefined ? [] : [[way.toLowerCase(), chainName(caip2)] as const],
    ),
  ),
);
for (const [way, id] of Object.entries(aliases)) ids.set(way, chainName(id));

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const waysTo = (kind: 'main' | 'test'): string =>
  [...ids]
    .filter(([, id]) => isTestnet(id) === (kind === 'test'))
    .map(([way]) => escape(way))
    .sort((a, b) => b.length - a.length)
    .join('|');
/** Words that make the name before them that of a test network, which may not be known: it is no main network then. */
const testWords = 'testnets?|test networks?|devnets?|sepolia|goerli|mumbai|holesky';
const chain = `(?:(?:${waysTo('test')}|eip155:[1-9]\\d{0,31})(?![\\w-])|(?:${waysTo('main')})(?![\\w-])(?! (?:${testWords})\\b))`;
const caip2 = `(?:${networks.map((known) => escape(known.caip2.toLowerCase())).join('|')}|eip155:[1-9]\\d{0,31})(?![\\w-])`;
const joint = '(?:,? (?:or|and|&)(?: on)? | ?[,/|] ?(?:or |and )?(?:on )?)(?:the )?';
const list = `(?:(?:the |both |either )?${chain})(?:${joint}${chain}){0,8}`;

/** After one of these, a name means a chain, whatever follows. */
const paidOn = String.raw`(?:pay(?:ing|s|ment|ments|able)?|settl\w+|charged?|transact\w*|accept\w*|networks?|chains?|blockchains?|rails?|usdc|eurc|usdt|pyusd|paid)(?: (?:must|should|is|be|are|it|me|via|on|over|with|through|in|to|using|the|only|for|usdc|eurc|preferably|by)){0,5}[ :=]+`;
const on = String.raw`(?:on|over|via|through|using|use|uses|supports?|supporting)(?: the)? `;
/** What can follow a name that is also a word when it means the chain. */
const ending = String.raw`(?=\s*(?:$|[,.;:!?)|\-–—&]|(?:for|and|or|with|please|under|below|less|at|max\w*|that|which|only|mainnet|testnet|network|chain|blockchain|payments?|usdc|by|if|but|in|to|costing|cheap\w*|budget|verified|is|up|no|not|sorted|status|trust|\d)\b))`;
const named = String.raw`(?= (?:mainnet|testnet|devnet|only|payments?|rails?)\b)`;

const patterns: readonly { readonly pattern: RegExp; readonly strict: boolean }[] = [
  { pattern: new RegExp(String.raw`(?<![\w-])${paidOn}(?<list>${list})`), strict: false },
  {
    pattern: new RegExp(
      String.raw`(?<![\w-])(?<list>(?:${on}(?:${chain}${joint}){1,4})?${caip2}(?:(?:${joint}${chain}){1,8}${ending})?)`,
    ),
    strict: false,
  },
  { pattern: new RegExp(String.raw`(?<![\w-])${on}(?<list>${list})${ending}`), strict: false },
  { pattern: new RegExp(String.raw`(?<![\w-])${on}(?<list>${list})`), strict: true },
  {
    pattern: new RegExp(String.raw`(?<![\w-])(?<list>${list})(?: (?:payments?|rails?|only)\b)`),
    strict: false,
  },
  { pattern: new RegExp(String.raw`(?<![\w-])(?<list>${list})${named}`), strict: true },
  {
    pattern: new RegExp(String.raw`(?:^|[,;(|] ?|[-–—] )(?<list>${list})(?= ?(?:$|[,;.)|]))`),
    strict: false,
  },
];

const testnet = new RegExp(
  String.raw`(?<![\w-])(?:${on}(?:${waysTo('main')}) (?:${testWords})|(?:on|over|use|using)? ?(?:a |any |the )?test ?net(?:work)?s?(?: only)?)(?![\w-])`,
);

/** The chains that a sentence wants to pay on. A chain that is only part of the topic ("gas on ethereum's mempool") demands nothing. */
export function readChains(sentence: string, testnets: readonly string[]): Understood {
  const onTestnet = testnet.exec(sentence);

  for (const { pattern, strict } of patterns) {
    const match = pattern.exec(sentence);
    const said = match?.groups?.['list'];
    if (!match || said === undefined) continue;

    const ways = chainsIn(said);
    if (strict && ways.some((way) => ambiguous.has(way))) continue;

    return {
      found: { chain: [...new Set(ways.flatMap((way) => chainNamed(way)))] },
      rest: cut(sentence, match).replace(/^((?:.*?) ,) (?:mainnet|network|chain|blockchain|only)\b/, '$1'),
    };
  }

  if (onTestnet && testnets.length > 0) return { found: { chain: testnets }, rest: cut(sentence, onTestnet) };
  return { found: {}, rest: sentence };
}

function chainsIn(text: string): string[] {
  return [...text.matchAll(new RegExp(String.raw`(?<![\w-])${chain}`, 'g'))].map(([way]) => way);
}

/** The chain that a whole phrase names. */
export function chainNamed(phrase: string): string[] {
  const known = ids.get(phrase);
  if (known !== undefined) return [known];

  return phrase.startsWith('eip155:') ? [phrase] : [];
}

/** The test networks among these chains. */
export function testnetsOf(names: readonly string[]): readonly string[] {
  return names.filter((name) => findNetwork(name)?.testnet === true);
}
