import { type Hex, parseAbi } from 'viem';
import { placeCode } from './chain.ts';
import { readContracts } from './contracts.ts';
import type { Address, Chain, TokenName } from './market.ts';

export const tokenDecimals = 6;

/** Where the tokens are on Base Sepolia, so that clients know them as they know the real ones. */
export const tokens: Readonly<Record<TokenName, Address>> = {
  USDC: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  EURC: '0x808456652fdb597867f38412077A9182bf77359F',
};

export const batchContract: Address = '0xba7c000000000000000000000000000000000001';

/** The domain of signatures that a token accepts; x402 has it in `extra`. */
export function domainOf(token: TokenName): { name: string; version: string } {
  return { name: token, version: '2' };
}

export const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
]);

export const batchAbi = parseAbi([
  'struct Authorization { address from; address to; uint256 value; uint256 validAfter; uint256 validBefore; bytes32 nonce; bytes signature; }',
  'function settle(address token, Authorization[] authorizations)',
]);

/** The types of a signed authorization (EIP-3009). */
export const authorizationTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

/** Puts the tokens and the batch contract on a chain. */
export async function placeContracts(chain: Chain): Promise<void> {
  const { Usdc, Eurc, Batch } = await readContracts();
  const codes: [Address, Hex][] = [
    [tokens.USDC, Usdc],
    [tokens.EURC, Eurc],
    [batchContract, Batch],
  ];

  for (const [address, code] of codes) await placeCode(chain, address, code);
}
