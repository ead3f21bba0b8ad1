import {
  type Account,
  accountKey,
  type BlockTime,
  type ChainTransaction,
  type Portion,
  type Settlement,
  timeBetween,
  type Tip,
  type TokenTransfer,
  type TransferSide,
} from '../../domain/settlement.ts';
import { blockTimes, EvmBlocks } from './block-times.ts';
import {
  authorizationEvent,
  byPlace,
  type EvmLog,
  isTransfer,
  type LogFilter,
  topicOf,
  type Transfer,
  transferEvent,
  transferOf,
} from './evm-log.ts';
import { LogReader } from './log-reader.ts';
import {
  authorizedDirectly,
  clearPayments,
  type Evidence,
  paymentsIn,
  permit2Proxies,
  settledEvents,
} from './pair-transfers.ts';
import { mapParallel } from '../each-concurrently.ts';
import { receiptLogs, receiptOf } from './evm-receipt.ts';
import { otherVersion } from './rpc-fault.ts';
import { Rpc, type RpcOptions } from './rpc.ts';
import { RightChain } from './right-chain.ts';
import { searchBlock } from './search-block.ts';

export interface EvmLedgerOptions extends RpcOptions {
  /** CAIP-2 id of the chain that the provider must serve; undefined for any. */
  readonly network?: string | undefined;
  /** How many blocks must follow one before it counts. */
  readonly confirmations: number;
}

const parallelCalls = 8;

/**
 * A chain of the EVM, read from its logs. A settlement is an ERC-20 transfer with an EIP-3009 authorization of its payer in the same
 * transaction, or one made by a Permit2 proxy of x402; plain transfers are none. Implements `Ledger`.
 */
export class EvmLedger {
  readonly #rpc: Rpc;
  readonly #chain: RightChain;
  readonly #blocks: EvmBlocks;
  readonly #logs: LogReader;
  /** Asks for the transfers of many buyers, which must not narrow the ranges that payments are counted in. */
  readonly #transferLogs: LogReader;
  readonly #confirmations: number;
  /** Blocks from around the tip to the head, by number: the tip's time lies between two of them. */
  #samples: readonly BlockTime[] = [];

  constructor({ network, confirmations, ...options }: EvmLedgerOptions) {
    this.#rpc = new Rpc(options);
    this.#chain = new RightChain(this.#rpc, 'eip155', network);
    this.#blocks = new EvmBlocks(this.#rpc);
    this.#logs = new LogReader(this.#rpc);
    this.#transferLogs = new LogReader(this.#rpc);
    this.#confirmations = confirmations;
  }

  /** Takes one call, except for the first time. @throws {RpcFault} also when the provider serves another chain */
  async tip(): Promise<Tip> {
    await this.#chain.confirm();
    const head = await this.#blocks.latest();
    const block = Math.max(0, head.block - this.#confirmations);
    const known = [...this.#samples.filter((sample) => sample.block < head.block), head];
    const start = known.findLastIndex((sample) => sample.block <= block);

    this.#samples = start < 0 ? [await this.#blocks.get(block), head] : known.slice(start);
    const [before = head, after = head] = this.#samples;
    const { hash } = head;
    return { block, at: timeBetween(before, after, block), head: { block: head.block, hash } };
  }

  async hashOf(block: number): Promise<string | undefined> {
    return (await this.#blocks.find(block))?.hash;
  }

  async blockAt(time: Date): Promise<BlockTime> {
    const { block, at } = await searchBlock(await this.tip(), time, (number) => this.#blocks.get(number));

    return { block, at };
  }

  async *settlements(accounts: readonly Account[], from: number, to: number): AsyncGenerator<Portion> {
    // Without values, a filter would ask for all logs there are.
    if (accounts.length === 0 && from <= to) yield { from, to, settlements: [] };
    if (accounts.length === 0) return;

    const filter = transfersTo(accounts);
    const keys = new Set(accounts.map(accountKey));

    for (let next = from; next <= to;) {
      const { logs, to: end } = await this.#logs.first(filter, next, to);
      const transfers = logs.map(transferOf).filter((transfer) => keys.has(accountKey(transfer)));
      yield { from: next, to: end, settlements: await this.#settlementsAmong(transfers) };
      next = end + 1;
    }
  }

  async transaction(
    tx: string,
    accounts: readonly Account[],
  ): Promise<ChainTransaction | 'pending' | undefined> {
    await this.#chain.confirm();
    const receipt = await receiptOf(this.#rpc, tx);
    if (receipt === undefined || receipt === 'pending') return receipt;

    const { block, logs } = receipt;
    const transfers = logs.filter(isTransfer).map(transferOf);
    const [keys, places] = [new Set(accounts.map(accountKey)), paymentsIn(logs)];
    const payments = transfers.filter(
      (transfer) => places.has(transfer.log.index) && keys.has(accountKey(transfer)),
    );
    const { at } = await this.#blocks.get(block);
    return {
      block,
      settlements: payments.map(({ log: { index }, ...payment }) => ({ ...payment, tx, index, block, at })),
      transfers: transfers.map((transfer) => ({ ...tokenTransfer(transfer), asset: transfer.asset })),
    };
  }

  async *transfers(
    { asset, side, wallets }: TransferSide,
    from: number,
    to: number,
  ): AsyncGenerator<readonly TokenTransfer[]> {
    if (wallets.length === 0) return;

    const filter = transfersOf([asset], side, wallets);
    for (let next = from; next <= to;) {
      const { logs, to: end } = await this.#transferLogs.first(filter, next, to);
      yield logs
        .map(transferOf)
        .map(tokenTransfer)
        .filter(({ units }) => units > 0n);
      next = end + 1;
    }
  }

  async #settlementsAmong(transfers: readonly Transfer[]): Promise<Settlement[]> {
    const payments = (await this.#paymentsAmong(transfers)).toSorted((a, b) => byPlace(a.log, b.log));
    const times = await blockTimes(
      this.#blocks,
      payments.map(({ log }) => log),
    );

    return payments.map(({ log: { tx, index, block }, ...payment }) => {
      return { ...payment, tx, index, block, at: times.get(block) ?? new Date(Number.NaN) };
    });
  }

  async #paymentsAmong(transfers: readonly Transfer[]): Promise<Transfer[]> {
    const byTx = [...Map.groupBy(transfers, ({ log }) => log.tx)];
    const authorizations = await this.#authorizationsOf(transfers);
    const authorizationsByTx = Map.groupBy(authorizations, ({ tx }) => tx);
    const authorized = new Set(
      byTx.flatMap(([tx, ofTx]) => authorizedDirectly(ofTx, authorizationsByTx.get(tx) ?? [])),
    );
    const settled = await this.#settledAround(transfers.filter((transfer) => !authorized.has(transfer)));
    const settledByTx = Map.groupBy(settled, ({ tx }) => tx);
    checkVersion([...transfers.map(({ log }) => log), ...authorizations, ...settled]);

    const payments = await mapParallel(byTx, parallelCalls, ([tx, ofTx]) =>
      this.#paymentsOf(tx, {
        transfers: ofTx,
        authorizations: authorizationsByTx.get(tx) ?? [],
        settled: settledByTx.get(tx) ?? [],
      }),
    );
    return payments.flat();
  }

  async #paymentsOf(tx: string, evidence: Evidence): Promise<readonly Transfer[]> {
    const clear = clearPayments(evidence);
    if (clear) return clear;

    const known = [
      ...evidence.transfers.map(({ log }) => log),
      ...evidence.authorizations,
      ...evidence.settled,
    ];
    const places = paymentsIn(await receiptLogs(this.#rpc, tx, known));
    return evidence.transfers.filter(({ log }) => places.has(log.index));
  }

  async #authorizationsOf(transfers: readonly Transfer[]): Promise<EvmLog[]> {
    return this.#logsAround(transfers, {
      addresses: distinct(transfers, ({ asset }) => asset),
      events: [authorizationEvent],
      indexed: { place: 1, values: distinct(transfers, ({ payer }) => topicOf(payer)) },
    });
  }

  async #settledAround(transfers: readonly Transfer[]): Promise<EvmLog[]> {
    return this.#logsAround(transfers, { addresses: permit2Proxies, events: settledEvents });
  }

  async #logsAround(transfers: readonly Transfer[], filter: LogFilter): Promise<EvmLog[]> {
    const [first, last] = [transfers[0], transfers.at(-1)];

    return first && last ? this.#logs.all(filter, { from: first.log.block, to: last.log.block }) : [];
  }
}

function transfersTo(accounts: readonly Account[]): LogFilter {
  return transfersOf(
    distinct(accounts, ({ asset }) => asset),
    'recipient',
    accounts.map(({ wallet }) => wallet),
  );
}

function transfersOf(
  assets: readonly string[],
  side: TransferSide['side'],
  wallets: readonly string[],
): LogFilter {
  return {
    addresses: assets,
    events: [transferEvent],
    indexed: { place: side === 'sender' ? 1 : 2, values: distinct(wallets, topicOf) },
  };
}

function tokenTransfer({ payer, wallet, units, log }: Transfer): TokenTransfer {
  return { sender: payer, recipient: wallet, units, block: log.block };
}

function distinct<Item>(items: readonly Item[], textOf: (item: Item) => string): string[] {
  return [...new Set(items.map(textOf))];
}

/** Calls that follow each other may meet a reorganisation between them. */
function checkVersion(logs: readonly EvmLog[]): void {
  const hashes = new Map(logs.map(({ block, blockHash }) => [block, blockHash]));

  if (logs.some(({ block, blockHash }) => hashes.get(block) !== blockHash)) throw otherVersion();
}
