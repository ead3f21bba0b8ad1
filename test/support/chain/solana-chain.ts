import { sha256 } from '@noble/hashes/sha2.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { z } from 'zod';
import { type Node, RpcError } from './rpc-provider.ts';

export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

/** The n-th address. */
export function solanaAddress(n: number): string {
  return base58.encode(sha256(utf8ToBytes(`address ${String(n)}`)));
}

export interface SolanaTransfer {
  readonly mint: string;
  /** The token account that receives. */
  readonly to: string;
  readonly authority: string;
  readonly units: bigint;
  readonly program?: string;
  readonly type?: 'transfer' | 'transferChecked';
}

/** An instruction, with those that it calls. */
export interface Instruction {
  readonly transfer?: SolanaTransfer;
  readonly inner?: readonly SolanaTransfer[];
}

export interface SolanaTransaction {
  readonly feePayer: string;
  readonly instructions: readonly Instruction[];
  readonly hasFailed?: boolean;
  readonly hasNoTime?: boolean;
  /** 0 by default. */
  readonly version?: number;
}

interface Stored extends SolanaTransaction {
  readonly slot: number;
  readonly signature: string;
}

const finalized = z.literal('finalized');
const Page = z.tuple([
  z.string(),
  z.object({
    limit: z.int().min(1).max(1000),
    before: z.string().optional(),
    commitment: finalized,
    minContextSlot: z.int(),
  }),
]);
const Get = z.tuple([
  z.string(),
  z.object({
    encoding: z.literal('jsonParsed'),
    maxSupportedTransactionVersion: z.int().min(0).max(255),
    commitment: finalized,
  }),
]);

const solanaStart = Date.UTC(2026, 0, 1) / 1000;

/** A Solana in memory: its answers have the shape of `jsonParsed`. */
export class SolanaChain implements Node {
  head = 0;
  /** Slots without a block. */
  readonly skipped = new Set<number>();
  /** Mints by their token program. */
  readonly programs = new Map<string, string>();
  readonly #transactions: Stored[] = [];
  readonly #bySignature = new Map<string, Stored>();

  /** Adds a transaction to the newest slot or a later one, and returns its signature. */
  add(slot: number, transaction: SolanaTransaction): string {
    const signature = base58.encode(sha512(utf8ToBytes(`transaction ${String(this.#transactions.length)}`)));
    const stored = { ...transaction, slot, signature };

    this.#transactions.push(stored);
    this.#bySignature.set(signature, stored);
    this.head = Math.max(this.head, slot);
    return signature;
  }

  secondsOf(slot: number): number {
    return solanaStart + Math.floor(slot * 0.4);
  }

  handle(method: string, params: readonly unknown[]): unknown {
    switch (method) {
      case 'getGenesisHash':
        return '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';
      case 'getSlot':
        return this.head;
      case 'getBlockTime':
        return this.#time(z.tuple([z.int()]).parse(params)[0]);
      case 'getBlocksWithLimit':
        return this.#blocks(z.int().parse(params[0]));
      case 'getAccountInfo':
        return this.#account(z.string().parse(params[0]));
      case 'getSignaturesForAddress':
        return this.#signatures(Page.parse(params));
      case 'getTransaction':
        return this.#transaction(Get.parse(params));
      default:
        throw new RpcError(-32601, 'Method not found');
    }
  }

  #time(slot: number): number {
    if (this.skipped.has(slot) || slot > this.head) {
      throw new RpcError(-32009, `Slot ${String(slot)} was skipped, or missing in long-term storage`);
    }
    return this.secondsOf(slot);
  }

  #blocks(from: number): number[] {
    for (let slot = from; slot <= this.head; slot += 1) if (!this.skipped.has(slot)) return [slot];

    return [];
  }

  #account(mint: string): unknown {
    const owner = this.programs.get(mint);

    return {
      context: { apiVersion: '2.3.0', slot: this.head },
      value:
        owner === undefined
          ? null
          : { data: ['', 'base64'], executable: false, lamports: 1, owner, space: 82 },
    };
  }

  #signatures([account, { limit, before, minContextSlot }]: z.infer<typeof Page>): unknown {
    if (minContextSlot > this.head) throw new RpcError(-32016, 'Minimum context slot has not been reached');

    const all = this.#transactions.filter((each) => touches(each, account)).reverse();
    const start = before === undefined ? 0 : all.findIndex(({ signature }) => signature === before) + 1;
    return all.slice(start, start + limit).map(({ signature, slot, hasFailed }) => ({
      signature,
      slot,
      err: hasFailed === true ? { InstructionError: [2, { Custom: 1 }] } : null,
      memo: null,
      blockTime: this.secondsOf(slot),
      confirmationStatus: 'finalized',
    }));
  }

  #transaction([wanted, { maxSupportedTransactionVersion }]: z.infer<typeof Get>): unknown {
    const found = this.#bySignature.get(wanted);
    if (!found) return null;

    const { slot, signature, feePayer, instructions, hasFailed, hasNoTime, version = 0 } = found;
    if (version > maxSupportedTransactionVersion) {
      throw new RpcError(-32015, `Transaction version (${String(version)}) is not supported`);
    }
    return {
      slot,
      blockTime: hasNoTime === true ? null : this.secondsOf(slot),
      version,
      transaction: {
        signatures: [signature],
        message: {
          accountKeys: [{ pubkey: feePayer, signer: true, source: 'transaction', writable: true }],
          instructions: instructions.map(({ transfer }) => shown(transfer, null)),
          recentBlockhash: solanaAddress(slot),
        },
      },
      meta: {
        err: hasFailed === true ? { InstructionError: [2, { Custom: 1 }] } : null,
        fee: 10_000,
        innerInstructions: instructions.flatMap(({ inner }, index) =>
          inner === undefined ? [] : [{ index, instructions: inner.map((each) => shown(each, 2)) }],
        ),
      },
    };
  }
}

function touches({ instructions }: SolanaTransaction, account: string): boolean {
  return instructions.some(({ transfer, inner = [] }) =>
    [...(transfer === undefined ? [] : [transfer]), ...inner].some(({ to }) => to === account),
  );
}

/** An instruction as nodes show it: parsed where they know its program. */
function shown(transfer: SolanaTransfer | undefined, stackHeight: number | null): unknown {
  if (!transfer) {
    return {
      accounts: [],
      data: '3DTZbgwsozUF',
      programId: 'ComputeBudget111111111111111111111111111111',
      stackHeight,
    };
  }
  const { mint, to, authority, units, program = tokenProgram, type = 'transferChecked' } = transfer;
  const amount = String(units);
  const info =
    type === 'transfer'
      ? { amount, authority, destination: to, source: solanaAddress(9) }
      : {
          authority,
          destination: to,
          mint,
          source: solanaAddress(9),
          tokenAmount: {
            amount,
            decimals: 6,
            uiAmount: Number(units) / 1e6,
            uiAmountString: String(Number(units) / 1e6),
          },
        };

  return { parsed: { info, type }, program: 'spl-token', programId: program, stackHeight };
}
