import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type Node, RpcError } from './rpc-provider.ts';

/** A log as a contract emits it. */
export interface Emitted {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

interface StoredLog extends Emitted {
  readonly block: number;
  readonly tx: string;
  readonly index: number;
}

export interface Payment {
  readonly token: string;
  readonly payer: string;
  readonly wallet: string;
  readonly units: bigint;
}

export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
export const authorizationTopic = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5';
export const settledTopic = '0x97088ec3606cfe8cc112180570d03fcde05f9b8e1bfef8e27784eaf5dd5691b6';
export const exactProxy = '0x402085c248eea27d92e8b30b2c58ed07f9e20001';
export const uptoProxy = '0x4020a4f3b7b90cca423b9fabcc0ce57c6c240002';

const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';

/** The n-th address. */
export function address(n: number): string {
  return `0x${n.toString(16).padStart(40, '0')}`;
}

function word(value: bigint | string): string {
  return `0x${(typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0')}`;
}

export function transfer({ token, payer, wallet, units }: Payment): Emitted {
  return { address: token, topics: [transferTopic, word(payer), word(wallet)], data: word(units) };
}

let nonces = 0n;

export function authorization({ token, payer }: Pick<Payment, 'token' | 'payer'>): Emitted {
  return { address: token, topics: [authorizationTopic, word(payer), word((nonces += 1n))], data: '0x' };
}

export function settled(proxy = exactProxy): Emitted {
  return { address: proxy, topics: [settledTopic], data: '0x' };
}

/** A log that has nothing to do with payments. */
export function approval({ token, payer, wallet, units }: Payment): Emitted {
  return { address: token, topics: [approvalTopic, word(payer), word(wallet)], data: word(units) };
}

/** What Circle's contract emits for one authorized transfer. */
export function authorized(payment: Payment): Emitted[] {
  return [authorization(payment), transfer(payment)];
}

export interface EvmLimits {
  /** How many blocks, logs, and values of a topic a call may ask for. */
  readonly blocks?: number;
  readonly results?: number;
  readonly values?: number;
}

export interface EvmChainOptions {
  readonly limits?: EvmLimits;
  /** When a block was made, in seconds since 1970. */
  readonly secondsOf?: (block: number) => number;
  /** Whether logs name the time of their block. */
  readonly hasLogTimes?: boolean;
}

const topic = z.union([z.string(), z.array(z.string()), z.null()]);
const Query = z.object({
  address: z.array(z.string()),
  topics: z.array(topic),
  fromBlock: z.string(),
  toBlock: z.string(),
});

export const startSeconds = Date.UTC(2026, 0, 1) / 1000;

/** A chain of the EVM in memory, of which only the blocks with logs take room. */
export class EvmChain implements Node {
  limits: EvmLimits;
  head = 0;
  readonly secondsOf: (block: number) => number;
  readonly #hasLogTimes: boolean;
  #logs: StoredLog[] = [];
  readonly #byTx = new Map<string, StoredLog[]>();
  /** From which blocks on the chain was replaced. */
  readonly #forks: number[] = [];

  constructor({ limits = {}, secondsOf = everyTwoSeconds, hasLogTimes = false }: EvmChainOptions = {}) {
    this.limits = limits;
    this.secondsOf = secondsOf;
    this.#hasLogTimes = hasLogTimes;
  }

  /** Adds a transaction to a block, the newest or a later one, and returns its hash. */
  add(block: number, ...logs: readonly Emitted[]): string {
    const last = this.#logs.at(-1);
    if (last && last.block > block) throw new Error('Add transactions to the newest block, or a later one');

    const first = last?.block === block ? last.index + 1 : 0;
    const tx = digest(`tx ${String(block)} ${String(first)} ${String(this.#forks.length)}`);
    const stored = logs.map((log, i) => ({ ...log, block, tx, index: first + i }));
    this.#logs.push(...stored);
    this.#byTx.set(tx, stored);
    this.head = Math.max(this.head, block);
    return tx;
  }

  /** Replaces the blocks from here on by empty ones with other hashes. */
  reorganise(from: number): void {
    this.#forks.push(from);
    for (const { tx } of this.#between(from, this.head)) this.#byTx.delete(tx);
    this.#logs = this.#logs.filter(({ block }) => block < from);
  }

  handle(method: string, params: readonly unknown[]): unknown {
    if (method === 'eth_chainId') return '0x2105';
    if (method === 'eth_getBlockByNumber') return this.#block(z.string().parse(params[0]));
    if (method === 'eth_getLogs') return this.#logsFor(Query.parse(params[0]));
    if (method === 'eth_getTransactionReceipt') return this.#receipt(z.string().parse(params[0]));
    throw new RpcError(-32601, `the method ${method} does not exist/is not available`);
  }

  #block(tag: string): unknown {
    const number = tag === 'latest' ? this.head : Number(tag);
    if (number > this.head) return null;

    return {
      number: hex(number),
      hash: this.#hashOf(number),
      timestamp: hex(this.secondsOf(number)),
      transactions: [],
    };
  }

  #logsFor({ address: addresses, topics, fromBlock, toBlock }: z.infer<typeof Query>): unknown {
    const [from, to] = [Number(fromBlock), Number(toBlock)];
    const { blocks = Infinity, results = Infinity, values = Infinity } = this.limits;
    if (to - from + 1 > blocks) throw new RpcError(-32600, `block range is limited to ${String(blocks)}`);
    if (topics.some((any) => Array.isArray(any) && any.length > values)) {
      throw new RpcError(-32602, 'exceed max topics');
    }

    const asked = new Set(addresses);
    const sets = topics.map((any) => (any === null ? undefined : new Set([any].flat())));
    const found = this.#between(from, to).filter(
      (log) => asked.has(log.address) && sets.every((set, i) => set?.has(log.topics[i] ?? '') ?? true),
    );
    if (found.length > results) {
      throw new RpcError(-32005, `query returned more than ${String(results)} results`);
    }
    return found.map((log) => this.#shown(log));
  }

  #between(from: number, to: number): StoredLog[] {
    return this.#logs.slice(firstAt(this.#logs, from), firstAt(this.#logs, to + 1));
  }

  #receipt(tx: string): unknown {
    const logs = this.#byTx.get(tx);

    return logs ? { transactionHash: tx, status: '0x1', logs: logs.map((log) => this.#shown(log)) } : null;
  }

  #shown({ address: emitter, topics, data, block, tx, index }: StoredLog): object {
    return {
      address: emitter,
      topics,
      data,
      blockNumber: hex(block),
      blockHash: this.#hashOf(block),
      transactionHash: tx,
      transactionIndex: '0x0',
      logIndex: hex(index),
      removed: false,
      ...(this.#hasLogTimes ? { blockTimestamp: hex(this.secondsOf(block)) } : {}),
    };
  }

  #hashOf(number: number): string {
    return digest(`block ${String(number)} ${String(this.#forks.filter((from) => from <= number).length)}`);
  }
}

function everyTwoSeconds(block: number): number {
  return startSeconds + 2 * block;
}

/** The place of the first log in this block or a later one. */
function firstAt(logs: readonly StoredLog[], block: number): number {
  let [from, to] = [0, logs.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((logs[middle]?.block ?? Infinity) < block) from = middle + 1;
    else to = middle;
  }
  return from;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function digest(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}
