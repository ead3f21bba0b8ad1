import { z } from 'zod';
import type { FamilyWith } from '../../domain/families/families.ts';
import { Quantity } from './evm-log.ts';
import { RpcFault } from './rpc-fault.ts';
import { type Rpc, shaped } from './rpc.ts';

/** How providers name their chain: the call, and what CAIP-2 makes of the answer. */
const names = {
  eip155: { method: 'eth_chainId', read: shaped('eth_chainId', Quantity.transform(String)) },
  solana: {
    method: 'getGenesisHash',
    read: shaped(
      'getGenesisHash',
      z.string().transform((hash) => hash.slice(0, 32)),
    ),
  },
} as const satisfies Readonly<Record<FamilyWith<'ledger'>, unknown>>;

/**
 * Makes sure that a provider serves the chain that it was set for: else the payments of a test network would count as those of a main network. A
 * provider that does not name its chain is asked again the next time.
 */
export class RightChain {
  readonly #rpc: Rpc;
  readonly #family: FamilyWith<'ledger'>;
  readonly #network: string | undefined;
  #isSure = false;

  /** `network`: CAIP-2 id of the chain; undefined for any. */
  constructor(rpc: Rpc, family: FamilyWith<'ledger'>, network: string | undefined) {
    this.#rpc = rpc;
    this.#family = family;
    this.#network = network;
  }

  /** @throws {RpcFault} when the provider serves another chain */
  async confirm(): Promise<void> {
    if (this.#isSure || this.#network === undefined) return;

    const { method, read } = names[this.#family];
    const reference = await this.#rpc.call(method, [], read, { mayFail: true }).catch(unlessStopped);
    if (reference === undefined) return;

    const served = `${this.#family}:${reference}`;
    if (served !== this.#network) {
      throw new RpcFault(
        'hopeless',
        `the RPC provider serves ${served}, not ${this.#network}; set its URL right`,
      );
    }
    this.#isSure = true;
  }
}

function unlessStopped(error: unknown): undefined {
  if (error instanceof RpcFault && error.kind !== 'stopped') return undefined;
  throw error;
}
