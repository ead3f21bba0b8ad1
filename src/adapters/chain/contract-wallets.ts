import { bytesToHex } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { type Signer, chainOf } from '../../domain/signer.ts';
import { Rpc, shaped } from './rpc.ts';
import { RpcFault } from './rpc-fault.ts';

interface Provider {
  /** CAIP-2 */
  readonly chain: string;
  readonly url: string;
}

/** `isValidSignature(bytes32,bytes)`; EIP-1271 has a contract answer with the same four bytes when it accepts. */
const selector = '1626ba7e';
const accepted = `0x${selector.padEnd(64, '0')}`;

/** Wallets with passkeys need the most, about 400,000. It also bounds how long an answer a contract can make. */
const gas = '0x2dc6c0';

const method = 'eth_call';
const readResult = shaped(method, z.string());

const defaultTryMs = 5_000;
const maxAnswerBytes = 64 * 1024;

/** Contract wallets on chains with an RPC provider. Strangers cause each call, so that it is never repeated. */
export class ContractWallets {
  readonly #chains: ReadonlyMap<string, Rpc>;

  /** `tryMs`: how long a provider may take for a call. */
  constructor(providers: readonly Provider[], signal?: AbortSignal, tryMs = defaultTryMs) {
    const patience = { tryMs, tries: 1 };
    this.#chains = new Map(
      providers.map(({ chain, url }) => [chain, new Rpc({ url, signal, patience, maxAnswerBytes })]),
    );
  }

  /**
   * Whether the contract at an address accepts a signature of this hash, by EIP-1271. False where there is no contract, and on chains without a
   * provider. @throws {LedgerFault} when the provider fails.
   */
  async accepts(signer: Signer, hash: Uint8Array, signature: Uint8Array): Promise<boolean> {
    const rpc = this.#chains.get(chainOf(signer));
    if (!rpc) return false;

    try {
      const call = { to: signer.address, data: callData(hash, signature), gas };
      const result = await rpc.call(method, [call, 'latest'], readResult);
      // A contract that echoes its input, such as the precompile 0x…04, begins its answer with these four bytes too: only the whole word counts.
      return result.toLowerCase() === accepted;
    } catch (error) {
      // The contract reverts, or answers at length.
      if (error instanceof RpcFault && (error.kind === 'refused' || error.kind === 'large')) return false;
      throw error;
    }
  }
}

/** The call in the contract ABI: the hash, where the bytes begin, their number, and the bytes in whole words. */
function callData(hash: Uint8Array, signature: Uint8Array): string {
  const words = Math.ceil(signature.length / 32);
  const bytes = bytesToHex(signature).padEnd(words * 64, '0');

  return `0x${selector}${bytesToHex(hash)}${word(64)}${word(signature.length)}${bytes}`;
}

function word(value: number): string {
  return value.toString(16).padStart(64, '0');
}
