import { randomBytes } from 'node:crypto';
import { formatUnits, parseUnits } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { buyerOf } from './buyers.ts';
import { openChain } from './chain.ts';
import { openFacilitator } from './facilitator.ts';
import type { Address, Chain, Hash, Market, MarketOptions, Payment, Seller, TokenName } from './market.ts';
import { newAccount, payerOf, type Payer, readerOf, signerOf } from './payer.ts';
import { openSeller } from './sellers.ts';
import {
  authorizationTypes,
  batchAbi,
  batchContract,
  domainOf,
  placeContracts,
  tokenAbi,
  tokenDecimals,
  tokens,
} from './tokens.ts';

/** What `openMarket` does, in a file that needs the packages of this folder. */
export async function assembleMarket({ startsAt = new Date() }: MarketOptions): Promise<Market> {
  const [facilitatorAccount, bystander] = [newAccount(), newAccount()];
  const chain = await openChain([facilitatorAccount, bystander], startsAt);
  await placeContracts(chain);
  const payer = payerOf(chain, bystander);
  const reader = readerOf(chain);
  const facilitator = await openFacilitator(chain, payerOf(chain, facilitatorAccount));
  const sellers: Seller[] = [];

  return {
    chain,
    tokens,
    facilitator: facilitator.url,
    openSeller: async (options) => {
      const seller = await openSeller(chain, facilitator.url, options);
      sellers.push(seller);
      return seller;
    },
    openBuyer: async ({ privateKey, funds = '1000' } = {}) => {
      const buyer = buyerOf(chain, newAccount(privateKey).privateKey);
      for (const token of Object.values(tokens)) await mint(payer, token, buyer.address, funds);
      return buyer;
    },
    transferPlainly: ({ to, times, amount = '0.01', token = 'USDC' }) =>
      transferPlainly(payer, tokens[token], to, amount, times),
    transferFrom: ({ privateKey }, { to, amount = '0.01', token = 'USDC' }) =>
      transferFrom(chain, privateKey, { token: tokens[token], to, amount }),
    settleTogether: (payments, token = 'USDC') => settleTogether(chain, payer, payments, token),
    balanceOf: async (wallet, token = 'USDC') =>
      formatUnits(
        await reader.readContract({
          address: tokens[token],
          abi: tokenAbi,
          functionName: 'balanceOf',
          args: [wallet],
        }),
        tokenDecimals,
      ),
    close: async () => {
      await Promise.all(sellers.map((seller) => seller.close()));
      await facilitator.close();
      await chain.close();
    },
  };
}

async function mint({ client }: Payer, token: Address, to: Address, amount: string): Promise<void> {
  const value = parseUnits(amount, tokenDecimals);
  if (value === 0n) return;

  await client.writeContract({
    address: token,
    abi: tokenAbi,
    functionName: 'mint',
    args: [to, value],
  });
}

async function transferPlainly(
  payer: Payer,
  token: Address,
  to: Address,
  amount: string,
  times: number,
): Promise<Hash[]> {
  const value = parseUnits(amount, tokenDecimals);
  await mint(payer, token, payer.address, formatUnits(value * BigInt(times), tokenDecimals));

  const hashes: Hash[] = [];
  while (hashes.length < times) {
    hashes.push(
      await payer.client.writeContract({
        address: token,
        abi: tokenAbi,
        functionName: 'transfer',
        args: [to, value],
      }),
    );
  }
  return hashes;
}

/** Signs with the key of the wallet, which gets the gas that it needs. */
async function transferFrom(
  chain: Chain,
  privateKey: Hash,
  { token, to, amount }: { token: Address; to: Address; amount: string },
): Promise<Hash> {
  const account = privateKeyToAccount(privateKey);
  await chain.request('hardhat_setBalance', [account.address, `0x${(10n ** 18n).toString(16)}`]);

  return signerOf(chain, account).writeContract({
    address: token,
    abi: tokenAbi,
    functionName: 'transfer',
    args: [to, parseUnits(amount, tokenDecimals)],
  });
}

async function settleTogether(
  chain: Chain,
  { client }: Payer,
  payments: readonly Payment[],
  token: TokenName,
): Promise<Hash> {
  const authorizations = await Promise.all(payments.map((payment) => authorize(chain, payment, token)));

  return client.writeContract({
    address: batchContract,
    abi: batchAbi,
    functionName: 'settle',
    args: [tokens[token], authorizations],
  });
}

async function authorize(chain: Chain, { from, to, amount }: Payment, token: TokenName) {
  const message = {
    from: from.address,
    to,
    value: parseUnits(amount, tokenDecimals),
    validAfter: 0n,
    validBefore: 2n ** 48n,
    nonce: `0x${randomBytes(32).toString('hex')}` as const,
  };
  const signature = await privateKeyToAccount(from.privateKey).signTypedData({
    domain: { ...domainOf(token), chainId: chain.id, verifyingContract: tokens[token] },
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message,
  });

  return { ...message, signature };
}
