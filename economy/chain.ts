import { randomBytes } from 'node:crypto';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import type { Address, Chain, Hash } from './market.ts';

const id = 84532;
const network = `eip155:${id}` as const;

/** An account that pays gas, with its key. */
interface Funded {
  readonly privateKey: Hash;
}

/** Opens a chain on which these accounts have ether, and which signs for them (`eth_sendTransaction`). */
export async function openChain(accounts: readonly Funded[], startsAt: Date): Promise<Chain> {
  const hardhat = await createHardhatRuntimeEnvironment({
    networks: {
      market: {
        type: 'edr-simulated',
        chainId: id,
        accounts: accounts.map(({ privateKey }) => ({ privateKey, balance: 10n ** 24n })),
        initialDate: startsAt,
        // Otherwise every block is a second later than the last, and the clock runs away from the one that payments are signed by.
        allowBlocksWithSameTimestamp: true,
      },
    },
  });
  const server = await hardhat.network.createServer('market', '127.0.0.1', 0);
  const { port } = await server.listen();

  return chainAt(`http://127.0.0.1:${port}`, () => server.close());
}

/** Puts code at an address, as if a contract had been deployed there. */
export async function placeCode(chain: Chain, address: Address, code: string): Promise<void> {
  await chain.request('hardhat_setCode', [address, code]);
}

function chainAt(rpcUrl: string, close: () => Promise<void>): Chain {
  const request = (method: string, params: readonly unknown[] = []) => call(rpcUrl, method, params);
  const height = async () => Number(await request('eth_blockNumber'));
  const mine = async (blocks = 1, secondsApart = 0) => {
    if (blocks > 0) await request('hardhat_mine', [quantity(blocks), quantity(secondsApart)]);
  };

  return {
    rpcUrl,
    id,
    network,
    request,
    height,
    mine,
    close,
    now: async () => timeOf(await request('eth_getBlockByNumber', ['latest', false])),
    setTime: async (time) => {
      await request('evm_setNextBlockTimestamp', [Math.floor(time.getTime() / 1000)]);
      await mine();
    },
    remember: async () => ({ height: await height(), snapshot: String(await request('evm_snapshot')) }),
    reorganize: async (memory, blocks) => {
      const replaced = blocks ?? (await height()) - memory.height;
      if ((await request('evm_revert', [memory.snapshot])) !== true) {
        throw new Error(`the chain was reorganized before block ${memory.height}, so that memory is void`);
      }

      // An empty block made at the same time would be the same block again.
      await request('hardhat_setPrevRandao', [`0x${randomBytes(32).toString('hex')}`]);
      await mine(replaced);
    },
  };
}

async function call(rpcUrl: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const answer = (await response.json()) as { result?: unknown; error?: { message: string } };
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);

  return answer.result;
}

function timeOf(block: unknown): Date {
  const { timestamp } = block as { timestamp: string };

  return new Date(Number(timestamp) * 1000);
}

function quantity(value: number): string {
  return `0x${value.toString(16)}`;
}
