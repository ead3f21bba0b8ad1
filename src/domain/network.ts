import { z } from 'zod';

/** How the addresses of a network are written; the namespace of its CAIP-2 id. */
export type Family = (typeof families)[number] | 'other';

const families = ['eip155', 'solana', 'stellar', 'aptos', 'sui', 'algorand', 'hedera', 'keeta'] as const;

export interface Asset {
  readonly symbol: string;
  /** Token contract, mint or asset id, as the network writes it. */
  readonly address: string;
  readonly decimals: number;
}

export interface Network {
  /** x402 v1 name, or the name in common use where v1 has none; absent where only the CAIP-2 id is in use. */
  readonly name?: string;
  readonly caip2: string;
  readonly family: Family;
  readonly title: string;
  readonly testnet: boolean;
  /** Tokens that payments are known to be made in; the first is the default. */
  readonly assets: readonly Asset[];
}

const mainnet = (caip2: string, title: string, name: string | undefined, ...assets: Asset[]): Network =>
  network(caip2, title, name, false, assets);

const testnet = (caip2: string, title: string, name: string | undefined, ...assets: Asset[]): Network =>
  network(caip2, title, name, true, assets);

const token = (symbol: string, address: string, decimals = 6): Asset => ({ symbol, address, decimals });
const usdc = (address: string, decimals = 6): Asset => token('USDC', address, decimals);

/**
 * Every network Tollbook knows by name. Names and default assets are those of the x402 packages
 * (`@x402/evm/v1`, `@x402/svm`, their `DEFAULT_ASSETS`, and the legacy `x402` configuration).
 */
export const networks: readonly Network[] = [
  mainnet(
    'eip155:8453',
    'Base',
    'base',
    usdc('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'),
    token('EURC', '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42'),
  ),
  testnet('eip155:84532', 'Base Sepolia', 'base-sepolia', usdc('0x036CbD53842c5426634e7929541eC2318f3dCF7e')),
  mainnet('eip155:1', 'Ethereum', 'ethereum', usdc('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')),
  testnet('eip155:11155111', 'Sepolia', 'sepolia'),
  mainnet('eip155:137', 'Polygon', 'polygon', usdc('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359')),
  testnet('eip155:80002', 'Polygon Amoy', 'polygon-amoy', usdc('0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582')),
  mainnet('eip155:42161', 'Arbitrum One', 'arbitrum', usdc('0xaf88d065e77c8cC2239327C5EDb3A432268e5831')),
  testnet(
    'eip155:421614',
    'Arbitrum Sepolia',
    'arbitrum-sepolia',
    usdc('0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d'),
  ),
  mainnet('eip155:10', 'OP Mainnet', 'optimism', usdc('0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85')),
  testnet(
    'eip155:11155420',
    'OP Sepolia',
    'optimism-sepolia',
    usdc('0x5fd84259d66Cd46123540766Be93DFE6D43130D7'),
  ),
  mainnet('eip155:56', 'BNB Smart Chain', 'bsc', usdc('0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 18)),
  testnet('eip155:97', 'BNB Smart Chain Testnet', 'bsc-testnet'),
  mainnet('eip155:43114', 'Avalanche', 'avalanche', usdc('0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E')),
  testnet(
    'eip155:43113',
    'Avalanche Fuji',
    'avalanche-fuji',
    usdc('0x5425890298aed601595a70AB815c96711a31Bc65'),
  ),
  mainnet('eip155:1329', 'Sei', 'sei', usdc('0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392')),
  testnet('eip155:1328', 'Sei Testnet', 'sei-testnet', usdc('0x4fCF1784B31630811181f670Aea7A7bEF803eaED')),
  mainnet('eip155:4689', 'IoTeX', 'iotex', usdc('0xcdf79194c6c285077a58da47641d4dbe51f63542')),
  mainnet('eip155:3338', 'peaq', 'peaq', usdc('0xbbA60da06c2c5424f03f7434542280FCAd453d10')),
  mainnet('eip155:1514', 'Story', 'story', usdc('0xF1815bd50389c46847f0Bda824eC8da914045D14')),
  mainnet('eip155:41923', 'EDU Chain', 'educhain', usdc('0x12a272A581feE5577A5dFa371afEB4b2F3a8C2F8')),
  mainnet('eip155:2741', 'Abstract', 'abstract', usdc('0x84a71ccd554cc1b02749b35d22f684cc8ec987e1')),
  testnet(
    'eip155:11124',
    'Abstract Testnet',
    'abstract-testnet',
    usdc('0xe4C7fBB0a626ed208021ccabA6Be1566905E2dFc'),
  ),
  testnet(
    'eip155:324705682',
    'SKALE Base Sepolia',
    'skale-base-sepolia',
    usdc('0x2e08028E3C4c2356572E096d8EF835cD5C6030bD'),
  ),
  mainnet(
    'eip155:4326',
    'MegaETH',
    'megaeth',
    token('MegaUSD', '0xFAfDdbb3FC7688494971a79cc65DCa3EF82079E7', 18),
  ),
  mainnet('eip155:143', 'Monad', 'monad', usdc('0x754704Bc059F8C67012fEd69BC8A327a5aafb603')),
  mainnet('eip155:988', 'Stable', 'stable', token('USDT0', '0x779Ded0c9e1022225f8E0630b35a9b54bE713736')),
  testnet(
    'eip155:2201',
    'Stable Testnet',
    'stable-testnet',
    token('USDT0', '0x78Cf24370174180738C5B8E352B6D14c83a6c9A9'),
  ),
  mainnet(
    'eip155:42220',
    'Celo',
    'celo',
    usdc('0xcebA9300f2b948710d2653dD7B07f33A8B32118C'),
    token('USDT', '0x48065fbBE25f71C9282ddf5e1cD6D6A887483D5e'),
    token('USAT', '0xD2ab3C9A02DBBAB236BfEC45D1d755DF4267F771'),
  ),
  testnet(
    'eip155:11142220',
    'Celo Sepolia',
    'celo-sepolia',
    usdc('0x01C5C0122039549AD1493B8220cABEdD739BC44E'),
  ),
  mainnet('eip155:14', 'Flare', 'flare', token('USDT0', '0xe7cd86e13AC4309349F30B3435a9d337750fC82D')),
  mainnet('eip155:480', 'World Chain', undefined),
  testnet('eip155:4801', 'World Chain Sepolia', undefined),
  mainnet('eip155:31612', 'Mezo', undefined, token('mUSD', '0xdD468A1DDc392dcdbEf6db6e34E89AA338F9F186', 18)),
  testnet(
    'eip155:31611',
    'Mezo Testnet',
    undefined,
    token('mUSD', '0x118917a40FAF1CD7a13dB0Ef56C86De7973Ac503', 18),
  ),
  mainnet('eip155:50', 'XDC', undefined, usdc('0xfA2958CB79b0491CC627c1557F441eF849Ca8eb1')),
  testnet('eip155:51', 'XDC Apothem', undefined, usdc('0xb5AB69F7bBada22B28e79C8FFAECe55eF1c771D4')),
  mainnet(
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'Solana',
    'solana',
    usdc('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'),
    token('USDT', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'),
    token('USDG', '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH'),
    token('PYUSD', '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'),
    token('CASH', 'CASHx9KJUStyftLFWGvEVf59SGeG9sh5FfcnZMVPCASH'),
  ),
  testnet(
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    'Solana Devnet',
    'solana-devnet',
    usdc('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'),
  ),
  testnet(
    'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
    'Solana Testnet',
    'solana-testnet',
    usdc('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'),
  ),
  mainnet(
    'stellar:pubnet',
    'Stellar',
    undefined,
    usdc('CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75', 7),
  ),
  testnet(
    'stellar:testnet',
    'Stellar Testnet',
    undefined,
    usdc('CBIELTK6YBZJU5UP2WWQEUCYKLPU6AUNZ2BQ4WWFEIE3USCIHMXQDAMA', 7),
  ),
  mainnet(
    'aptos:1',
    'Aptos',
    undefined,
    usdc('0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b'),
  ),
  testnet(
    'aptos:2',
    'Aptos Testnet',
    undefined,
    usdc('0x69091fbab5f7d635ee7ac5098cf0c1efbe31d68fec0f2cd565e8d168daf52832'),
  ),
  mainnet('algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=', 'Algorand', undefined, usdc('31566704')),
  testnet(
    'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=',
    'Algorand Testnet',
    undefined,
    usdc('10458941'),
  ),
  mainnet('sui:mainnet', 'Sui', undefined),
  mainnet('hedera:mainnet', 'Hedera', undefined),
  testnet('hedera:testnet', 'Hedera Testnet', undefined),
  mainnet(
    'keeta:21378',
    'Keeta',
    undefined,
    usdc('keeta_amnkge74xitii5dsobstldatv3irmyimujfjotftx7plaaaseam4bntb7wnna'),
  ),
  testnet('keeta:1413829460', 'Keeta Testnet', undefined),
];

const byId = new Map(
  networks.flatMap((known) => [known.caip2, known.name].filter(isText).map((id) => [id, known] as const)),
);
const byFoldedId = new Map([...byId].map(([id, known]) => [id.toLowerCase(), known]));

/** https://chainagnostic.org/CAIPs/caip-2 (chain ids are case-sensitive) */
const caip2 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/;
const eip155Reference = /^eip155:[1-9]\d{0,31}$/;

/** The network a service is paid on: a known short name, or a CAIP-2 id. */
export const NetworkId = z
  .string()
  .refine(isNetworkId, { error: 'network_unknown' })
  .meta({
    description: 'Short name (`base`) or CAIP-2 id (`eip155:8453`); answered as written.',
    examples: ['base-sepolia'],
  });

/** The network an id names exactly; one we have no name for is made from its CAIP-2 id; undefined when it is neither. */
export function findNetwork(id: string): Network | undefined {
  return byId.get(id) ?? (isCaip2(id) ? network(id, id, undefined, false, []) : undefined);
}

/** The name a network goes by in `supportedChains`: its short name, or its CAIP-2 id where it has none. */
export function chainName(id: string): string {
  return byId.get(id)?.name ?? id;
}

/** What two ids of one chain have in common, whether short name or CAIP-2, in any letter case. */
export function chainKey(id: string): string {
  const known = byId.get(id) ?? byFoldedId.get(id.toLowerCase());

  return (known?.name ?? known?.caip2 ?? id).toLowerCase();
}

function isNetworkId(id: string): boolean {
  return byId.has(id) || isCaip2(id);
}

function isCaip2(id: string): boolean {
  return id.startsWith('eip155:') ? eip155Reference.test(id) : caip2.test(id);
}

function network(
  id: string,
  title: string,
  name: string | undefined,
  isTestnet: boolean,
  assets: Asset[],
): Network {
  return {
    ...(name === undefined ? {} : { name }),
    caip2: id,
    family: familyOf(id),
    title,
    testnet: isTestnet,
    assets,
  };
}

function familyOf(id: string): Family {
  const namespace = id.slice(0, id.indexOf(':'));

  return families.find((family) => family === namespace) ?? 'other';
}

function isText(value: string | undefined): value is string {
  return value !== undefined;
}
