import { hexToBytes } from '@noble/hashes/utils.js';
import { generatePrivateKey, privateKeyToAccount } from '../../support/evm-account.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Market, openMarket } from '../../../economy/market.ts';
import { ContractWallets } from '../../../src/adapters/chain/contract-wallets.ts';
import { personalHash } from '../../../src/registration/signature.ts';
import { installPackages } from '../../support/own-packages.ts';

const isInstalled = await installPackages(new URL('../../../economy/', import.meta.url).pathname);

const owner = privateKeyToAccount(generatePrivateKey());
const text = 'A message to sign';

/** A contract that accepts the signatures of its owner, by the precompile `ecrecover`. */
const wallet = [
  '0x60206004600037', // mem[0] = the hash
  '60a43560f81c602052', // mem[32] = the last byte of the signature
  '6040606460403', // mem[64] = its first 64 bytes
  '7602060006080600060015afa50', // mem[0] = who signed
  `60005173${owner.address.slice(2).toLowerCase()}14`, // is it the owner?
  '631626ba7e60e01b0260005260206000f3', // returns the magic value times the answer
].join('');
/** Contracts that answer as no wallet does. */
const others = {
  'echoes its input': '0x366000600037366000f3',
  'answers with the four bytes alone': '0x631626ba7e60e01b60005260046000f3',
  'answers with the four bytes at the end of the word': '0x631626ba7e60005260206000f3',
  'answers with more than a word': '0x631626ba7e60e01b60005260406000f3',
  'answers with a megabyte': '0x631626ba7e60e01b600052620fffff6000f3',
  'answers with nothing': '0x00',
  reverts: '0x60006000fd',
  'runs in a circle': '0x5b600056',
};

let market: Market;
let contracts: ContractWallets;

beforeAll(async () => {
  if (!isInstalled) return;

  market = await openMarket();
  // A busy machine takes seconds to run a contract until its gas is used up.
  contracts = new ContractWallets(
    [{ chain: market.chain.network, url: market.chain.rpcUrl }],
    undefined,
    60_000,
  );
});

afterAll(async () => {
  if (isInstalled) await market.close();
});

const place = (address: string, code: string): Promise<unknown> =>
  market.chain.request('hardhat_setCode', [address, code]);

async function accepts(address: string, signed = text, chain = market.chain.id): Promise<boolean> {
  const signature = hexToBytes((await owner.signMessage({ message: signed })).slice(2));
  const signer = { family: 'eip155', chain: String(chain), address } as const;

  return contracts.accepts(signer, personalHash(text), signature);
}

describe.skipIf(!isInstalled)('a contract wallet on a real chain', () => {
  const address = `0x${'c0'.repeat(20)}`;

  it('accepts the signature of its owner under its text alone', async () => {
    await place(address, wallet);

    expect(await accepts(address)).toBe(true);
    expect(await accepts(address, 'another text')).toBe(false);
  });

  it('accepts nothing on a chain that is not read', async () => {
    await place(address, wallet);

    expect(await accepts(address, text, 1)).toBe(false);
  });

  it.each([
    ['an address without a contract', `0x${'c1'.repeat(20)}`],
    ['the owner of the wallet', owner.address],
    ['the address zero', `0x${'0'.repeat(40)}`],
    ...Array.from({ length: 10 }, (_, i) => [
      `the precompile ${String(i + 1)}`,
      `0x${(i + 1).toString(16).padStart(40, '0')}`,
    ]),
  ])('is not %s', async (_what, other) => {
    expect(await accepts(other)).toBe(false);
  });

  it.each(Object.entries(others))('is none that %s', async (_what, code) => {
    await place(address, code);

    expect(await accepts(address)).toBe(false);
  });
});
