import { currencyOf } from './currency.ts';

/** A currency that tokens are pegged to, by its ISO 4217 code. */
export type Peg = (typeof pegs)[number];

const pegs = ['USD', 'EUR'] as const;

/** A token that payments are made in. Tollbook knows stablecoins only, so each has a peg. */
export interface Asset {
  /** As its contract spells it, which may be in mixed case: `mUSD`. */
  readonly symbol: string;
  /** Token contract, mint or asset id, as the network writes it. */
  readonly address: string;
  readonly decimals: number;
  readonly peg: Peg;
}

const token =
  (peg: Peg) =>
  (symbol: string, address: string, decimals: number): Asset => ({ symbol, address, decimals, peg });
const dollar = token('USD');
const euro = token('EUR');
const usdc = (address: string, decimals: number): Asset => dollar('USDC', address, decimals);

/** Tokens by the CAIP-2 id of their network. */
export type Assets = ReadonlyMap<string, readonly Asset[]>;

/** The known tokens of each network. The first is the network's default in the x402 packages (`DEFAULT_ASSETS`). */
export const knownAssets: Assets = new Map([
  [
    'eip155:8453',
    [
      usdc('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 6),
      euro('EURC', '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', 6),
    ],
  ],
  [
    'eip155:84532',
    [
      usdc('0x036CbD53842c5426634e7929541eC2318f3dCF7e', 6),
      euro('EURC', '0x808456652fdb597867f38412077A9182bf77359F', 6),
    ],
  ],
  [
    'eip155:1',
    [
      usdc('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6),
      dollar('USDT', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6),
      euro('EURC', '0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c', 6),
    ],
  ],
  ['eip155:137', [usdc('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 6)]],
  ['eip155:80002', [usdc('0x41E94Eb019C0762f9Bfcf9Fb1E58725BfB0e7582', 6)]],
  ['eip155:42161', [usdc('0xaf88d065e77c8cC2239327C5EDb3A432268e5831', 6)]],
  ['eip155:421614', [usdc('0x75faf114eafb1BDbe2F0316DF893fd58CE46AA4d', 6)]],
  ['eip155:10', [usdc('0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85', 6)]],
  ['eip155:11155420', [usdc('0x5fd84259d66Cd46123540766Be93DFE6D43130D7', 6)]],
  ['eip155:56', [usdc('0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 18)]],
  [
    'eip155:43114',
    [
      usdc('0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E', 6),
      euro('EURC', '0xC891EB4cbdEFf6e073e859e987815Ed1505c2ACD', 6),
    ],
  ],
  [
    'eip155:43113',
    [
      usdc('0x5425890298aed601595a70AB815c96711a31Bc65', 6),
      euro('EURC', '0x5E44db7996c682E92a960b65AC713a54AD815c6B', 6),
    ],
  ],
  ['eip155:1329', [usdc('0xe15fC38F6D8c56aF07bbCBe3BAf5708A2Bf42392', 6)]],
  ['eip155:1328', [usdc('0x4fCF1784B31630811181f670Aea7A7bEF803eaED', 6)]],
  ['eip155:4689', [usdc('0xcdf79194c6c285077a58da47641d4dbe51f63542', 6)]],
  ['eip155:3338', [usdc('0xbbA60da06c2c5424f03f7434542280FCAd453d10', 6)]],
  ['eip155:1514', [usdc('0xF1815bd50389c46847f0Bda824eC8da914045D14', 6)]],
  ['eip155:41923', [usdc('0x12a272A581feE5577A5dFa371afEB4b2F3a8C2F8', 6)]],
  ['eip155:2741', [usdc('0x84a71ccd554cc1b02749b35d22f684cc8ec987e1', 6)]],
  ['eip155:11124', [usdc('0xe4C7fBB0a626ed208021ccabA6Be1566905E2dFc', 6)]],
  ['eip155:324705682', [usdc('0x2e08028E3C4c2356572E096d8EF835cD5C6030bD', 6)]],
  ['eip155:4326', [dollar('MegaUSD', '0xFAfDdbb3FC7688494971a79cc65DCa3EF82079E7', 18)]],
  ['eip155:143', [usdc('0x754704Bc059F8C67012fEd69BC8A327a5aafb603', 6)]],
  ['eip155:988', [dollar('USDT0', '0x779Ded0c9e1022225f8E0630b35a9b54bE713736', 6)]],
  ['eip155:2201', [dollar('USDT0', '0x78Cf24370174180738C5B8E352B6D14c83a6c9A9', 6)]],
  [
    'eip155:42220',
    [
      usdc('0xcebA9300f2b948710d2653dD7B07f33A8B32118C', 6),
      dollar('USDT', '0x48065fbBE25f71C9282ddf5e1cD6D6A887483D5e', 6),
      dollar('USAT', '0xD2ab3C9A02DBBAB236BfEC45D1d755DF4267F771', 6),
    ],
  ],
  ['eip155:11142220', [usdc('0x01C5C0122039549AD1493B8220cABEdD739BC44E', 6)]],
  ['eip155:14', [dollar('USDT0', '0xe7cd86e13AC4309349F30B3435a9d337750fC82D', 6)]],
  ['eip155:31612', [dollar('mUSD', '0xdD468A1DDc392dcdbEf6db6e34E89AA338F9F186', 18)]],
  ['eip155:31611', [dollar('mUSD', '0x118917a40FAF1CD7a13dB0Ef56C86De7973Ac503', 18)]],
  ['eip155:50', [usdc('0xfA2958CB79b0491CC627c1557F441eF849Ca8eb1', 6)]],
  ['eip155:51', [usdc('0xb5AB69F7bBada22B28e79C8FFAECe55eF1c771D4', 6)]],
  [
    'eip155:11155111',
    [
      usdc('0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238', 6),
      euro('EURC', '0x08210F9170F89Ab7658F0B5E3fF39b0E03C594D4', 6),
    ],
  ],
  [
    'eip155:480',
    [
      usdc('0x79A02482A880bCE3F13e09Da970dC34db4CD24d1', 6),
      euro('EURC', '0x1C60ba0A0eD1019e8Eb035E6daF4155A5cE2380B', 6),
    ],
  ],
  [
    'eip155:4801',
    [
      usdc('0x66145f38cBAC35Ca6F1Dfb4914dF98F1614aeA88', 6),
      euro('EURC', '0xe479EcA5740Ac65d6E1823bea2f1C08Bc14e954F', 6),
    ],
  ],
  [
    'eip155:5042',
    [
      usdc('0x3600000000000000000000000000000000000000', 6),
      euro('EURC', '0xbEf5f6d51CB62b58e6A8f77868681825C6fe21c1', 6),
    ],
  ],
  [
    'eip155:5042002',
    [
      usdc('0x3600000000000000000000000000000000000000', 6),
      euro('EURC', '0x89B50855Aa3bE2F677cD6303Cec089B5F319D72a', 6),
    ],
  ],
  ['eip155:4663', [dollar('USDG', '0x5fc5360D0400a0Fd4f2af552ADD042D716F1d168', 6)]],
  ['eip155:196', [usdc('0xB6CEceAB302E2E4948951eE7843FC24E92933061', 6)]],
  ['eip155:1952', [usdc('0xDec90b78111Ba2fc6FC6d84d8B9ec159A2d4b9B3', 6)]],
  ['eip155:999', [usdc('0xb88339CB7199b77E23DB6E890353E22632Ba630f', 6)]],
  ['eip155:998', [usdc('0x2B3370eE501B4a559b57D449569354196457D8Ab', 6)]],
  ['eip155:130', [usdc('0x078D782b760474a361dDA0AF3839290b0EF57AD6', 6)]],
  ['eip155:1301', [usdc('0x31d0220469e10c4E71834a79b1f276d740d3768F', 6)]],
  ['eip155:146', [usdc('0x29219dd400f2Bf60E5a23d13Be72B486D4038894', 6)]],
  ['eip155:57054', [usdc('0xA4879Fed32Ecbef99399e5cbC247E533421C4eC6', 6)]],
  [
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    [
      usdc('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 6),
      dollar('USDT', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 6),
      dollar('USDG', '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH', 6),
      dollar('PYUSD', '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo', 6),
      dollar('CASH', 'CASHx9KJUStyftLFWGvEVf59SGeG9sh5FfcnZMVPCASH', 6),
    ],
  ],
  ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', [usdc('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU', 6)]],
  ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', [usdc('4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU', 6)]],
  ['stellar:pubnet', [usdc('CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75', 7)]],
  ['stellar:testnet', [usdc('CBIELTK6YBZJU5UP2WWQEUCYKLPU6AUNZ2BQ4WWFEIE3USCIHMXQDAMA', 7)]],
  ['aptos:1', [usdc('0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b', 6)]],
  ['aptos:2', [usdc('0x69091fbab5f7d635ee7ac5098cf0c1efbe31d68fec0f2cd565e8d168daf52832', 6)]],
  ['algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k', [usdc('31566704', 6)]],
  ['algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe', [usdc('10458941', 6)]],
  ['keeta:21378', [usdc('keeta_amnkge74xitii5dsobstldatv3irmyimujfjotftx7plaaaseam4bntb7wnna', 6)]],
]);

const allAssets = [...knownAssets.values()].flat();

/**
 * The symbol of every known token as a service may declare it (`Currency`), in the order of the table. The rule allows capitals only,
 * so letter case never distinguishes two tokens: a service that declares `MUSD` is paid in the token `mUSD`.
 */
export const currencies: readonly string[] = [...new Set(allAssets.map(({ symbol }) => currencyOf(symbol)))];

const pegByCurrency: ReadonlyMap<string, Peg> = new Map([
  ...pegs.map((peg) => [peg, peg] as const),
  ...allAssets.map(({ symbol, peg }) => [currencyOf(symbol), peg] as const),
]);

/** The currency that a declared currency is pegged to; USD and EUR are their own. Undefined for an unknown token. */
export function pegOf(currency: string): Peg | undefined {
  return pegByCurrency.get(currencyOf(currency));
}

/**
 * The known tokens of a network that a price in this currency may be paid in: the token of its symbol, then those that are pegged to it.
 * `network` is a CAIP-2 id.
 */
export function tokensFor(
  { currency, network }: { readonly currency: string; readonly network: string },
  assets: Assets,
): Asset[] {
  const known = assets.get(network) ?? [];
  const isNamed = ({ symbol }: Asset): boolean => currencyOf(symbol) === currencyOf(currency);

  return [
    ...known.filter((token) => isNamed(token)),
    ...known.filter((token) => token.peg === currency && !isNamed(token)),
  ];
}
