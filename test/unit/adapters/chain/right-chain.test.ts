import { expect, it } from 'vitest';
import { RightChain } from '../../../../src/adapters/chain/right-chain.ts';
import { Rpc } from '../../../../src/adapters/chain/rpc.ts';
import { type Faults, RpcProvider } from '../../../support/chain/rpc-provider.ts';

const genesis = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

/** A provider that gives this answer to every call. */
function aProvider(result: unknown, fault?: ReturnType<Faults>): RpcProvider {
  const provider = new RpcProvider({ handle: () => result });
  provider.faults = () => fault;
  return provider;
}

function chainOf({ url, fetch }: RpcProvider, family: 'eip155' | 'solana', network: string): RightChain {
  return new RightChain(new Rpc({ url, fetch, patience: { pauseMs: 1 } }), family, network);
}

it.each([
  ['eip155', '0x2105', 'eip155:8453'],
  ['solana', genesis, `solana:${genesis.slice(0, 32)}`],
] as const)('a provider of %s is asked once for the chain that it serves', async (family, named, network) => {
  const provider = aProvider(named);
  const chain = chainOf(provider, family, network);
  await chain.confirm();
  await chain.confirm();

  expect(provider.count).toBe(1);
});

it.each([
  ['eip155', '0x14a34', 'eip155:8453', 'eip155:84532'],
  [
    'solana',
    'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
    `solana:${genesis.slice(0, 32)}`,
    'solana:EtWTRABZaYq6iMfe',
  ],
] as const)(
  'a provider of another chain of %s is refused by name',
  async (family, named, network, served) => {
    const chain = chainOf(aProvider(named), family, network);

    await expect(chain.confirm()).rejects.toThrow(`the RPC provider serves ${served}`);
    await expect(chain.confirm()).rejects.toThrow(`not ${network}`);
  },
);

it.each([null, 'base', {}])('a provider that says %j is asked again the next time', async (named) => {
  const provider = aProvider(named);
  const chain = chainOf(provider, 'eip155', 'eip155:8453');
  await chain.confirm();
  const before = provider.count;
  await chain.confirm();

  expect(provider.count).toBe(2 * before);
});
