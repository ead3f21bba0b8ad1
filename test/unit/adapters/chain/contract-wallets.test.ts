import { AbiFunction, Hex } from 'ox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { ContractWallets } from '../../../../src/adapters/chain/contract-wallets.ts';
import { LedgerFault } from '../../../../src/domain/unavailable.ts';
import { RpcError, RpcProvider } from '../../../support/chain/rpc-provider.ts';

const chain = 'eip155:8453';
const signer = {
  family: 'eip155',
  chain: '8453',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
} as const;
const hash = new Uint8Array(32).fill(7);
const magic = `0x1626ba7e${'0'.repeat(56)}`;
const abi = AbiFunction.from(
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
);

const Call = z.object({ to: z.string(), data: z.templateLiteral(['0x', z.string()]) });

/** Contract wallets by a provider whose calls are answered by `answer`. */
async function wallets(answer: (call: z.infer<typeof Call>) => unknown) {
  const provider = await RpcProvider.start({ handle: (_method, [call]) => answer(Call.parse(call)) });
  onTestFinished(() => provider[Symbol.asyncDispose]());

  return { provider, contracts: new ContractWallets([{ chain, url: provider.url }]) };
}

const reverts = (): never => {
  throw new RpcError(3, 'execution reverted');
};

describe('ContractWallets', () => {
  it.each([1, 31, 32, 33, 65, 4096])('asks the contract by its ABI, with %d bytes', async (length) => {
    const signature = Uint8Array.from({ length }, (_, i) => i % 251);
    const calls: z.infer<typeof Call>[] = [];
    const { contracts } = await wallets((call) => {
      calls.push(call);
      return magic;
    });

    expect(await contracts.accepts(signer, hash, signature)).toBe(true);
    expect(calls.map(({ to }) => to)).toEqual([signer.address]);
    expect(AbiFunction.decodeData(abi, calls[0]?.data ?? '0x')).toEqual([
      Hex.fromBytes(hash),
      Hex.fromBytes(signature),
    ]);
  });

  it.each<readonly [string, () => unknown]>([
    ['nothing', () => '0x'],
    ['four bytes', () => magic.slice(0, 10)],
    ['two words', () => magic + '0'.repeat(64)],
    ['other bytes behind the four', () => magic.replace(/0$/, '1')],
    ['another value', () => `0xffffffff${'0'.repeat(56)}`],
    ['a revert', reverts],
    ['more than 64 KiB', () => `0x${'0'.repeat(70_000)}`],
  ])('takes %s as a refusal', async (_what, answer) => {
    const { contracts } = await wallets(answer);

    expect(await contracts.accepts(signer, hash, new Uint8Array(65))).toBe(false);
  });

  it('asks nobody on other chains', async () => {
    const { contracts, provider } = await wallets(() => magic);

    expect(await contracts.accepts({ ...signer, chain: '1' }, hash, new Uint8Array(65))).toBe(false);
    expect(provider.count).toBe(0);
  });

  it.each<readonly [string, Parameters<typeof wallets>[0], object]>([
    ['is down', () => magic, { status: 500 }],
    ['throttles', () => magic, { status: 429, headers: { 'retry-after': '0' } }],
    ['answers with a number', () => 1, {}],
    ['answers with null', () => null, {}],
    ['breaks off', () => magic, { reset: true }],
  ])('rejects without trying again when the provider %s', async (_what, answer, fault) => {
    const { contracts, provider } = await wallets(answer);
    if (Object.keys(fault).length > 0) provider.faults = () => fault as ReturnType<typeof provider.faults>;

    const error: unknown = await contracts.accepts(signer, hash, new Uint8Array(65)).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(LedgerFault);
    expect(String(error)).not.toContain('SECRET');
    expect(provider.count).toBe(1);
  });
});
