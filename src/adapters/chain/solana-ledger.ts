import { z } from 'zod';
import { BoundedMap } from '../../domain/bounded-map.ts';
import type {
  Account,
  BlockTime,
  ChainTransaction,
  Portion,
  Settlement,
  Tip,
} from '../../domain/settlement.ts';
import { Backlog, type Signed } from './backlog.ts';
import { mapParallel } from '../each-concurrently.ts';
import { impossible, RpcFault } from './rpc-fault.ts';
import { Rpc, type RpcOptions, shaped } from './rpc.ts';
import { RightChain } from './right-chain.ts';
import { searchBlock } from './search-block.ts';
import { Address, Slot, SolanaSeconds, type TokenAccount, transactionReader } from './solana-transaction.ts';
import { associatedAccount, tokenPrograms } from './token-account.ts';

/** Public providers throttle early. */
const parallelCalls = 4;
/** Signatures in the first page of an account, which mostly holds what is new, and in the others. */
const [firstPage, nextPage] = [100, 1_000];
/** More pages than any account fills between two passes. */
const maxPages = 10_000;
/** Transactions that are read for one portion, and signatures that are held in memory. */
const [portionSize, backlogSize] = [500, 50_000];
/** Deriving the address of an account takes a millisecond. */
const maxAddresses = 100_000;

/** Nodes refuse to show newer ones, and a single one that is not shown ends the count. Mainnet has version 1 since September 2026. */
const maxSupportedTransactionVersion = 1;

/** Finalized blocks stay. */
const commitment = 'finalized';

const readSlot = shaped('getSlot', Slot);
const readSlots = shaped('getBlocksWithLimit', z.tuple([Slot]));
const readTime = shaped('getBlockTime', SolanaSeconds);
const readOwner = shaped(
  'getAccountInfo',
  z.object({ value: z.object({ owner: Address }).nullable() }).transform(({ value }) => value?.owner),
);
const readSignatures = shaped(
  'getSignaturesForAddress',
  z.array(
    z.object({
      signature: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/),
      slot: Slot,
      err: z.unknown(),
    }),
  ),
);

const searchAll = { searchTransactionHistory: true };
const Status = z.object({ slot: Slot, err: z.unknown(), confirmationStatus: z.string().nullish() });
const readStatus = shaped(
  'getSignatureStatuses',
  z.object({ value: z.tuple([Status.nullable()]) }).transform(({ value: [status] }) => status),
);

export interface SolanaLedgerOptions extends RpcOptions {
  /** CAIP-2 id of the chain that the provider must serve; undefined for any. */
  readonly network?: string | undefined;
}

/**
 * Solana, read from the transactions of the wallets' token accounts. A settlement is a `transferChecked` whose authority does not pay the
 * fee of the transaction: the facilitator does. Reads finalized blocks only. Implements `Ledger`.
 */
export class SolanaLedger {
  readonly #rpc: Rpc;
  readonly #chain: RightChain;
  /** The programs of mints, and the addresses of token accounts: they never change. */
  readonly #programs = new BoundedMap<string>(maxAddresses);
  readonly #addresses = new BoundedMap<string>(maxAddresses);

  constructor({ network, ...options }: SolanaLedgerOptions) {
    this.#rpc = new Rpc(options);
    this.#chain = new RightChain(this.#rpc, 'solana', network);
  }

  /** @throws {RpcFault} also when the provider serves another chain */
  async tip(): Promise<Tip> {
    await this.#chain.confirm();
    const block = await this.#rpc.call('getSlot', [{ commitment }], readSlot);

    return { block, at: await this.#timeOf(block), head: { block, hash: commitment } };
  }

  /** The same word for all blocks, since finalized blocks are never reorganised. */
  async hashOf(block: number): Promise<string | undefined> {
    const newest = await this.#rpc.call('getSlot', [{ commitment }], readSlot);

    return block <= newest ? commitment : undefined;
  }

  async blockAt(time: Date): Promise<BlockTime> {
    return searchBlock(await this.tip(), time, (slot) => this.#blockFrom(slot));
  }

  async *settlements(accounts: readonly Account[], from: number, to: number): AsyncGenerator<Portion> {
    const tokenAccounts = await this.#tokenAccountsOf(accounts);

    for (let next = from; next <= to;) {
      const backlog = await this.#backlog(tokenAccounts, next, to);
      for (const { end, signed } of chunks(backlog)) {
        yield { from: next, to: end, settlements: await this.#settlementsIn(signed, tokenAccounts) };
        next = end + 1;
      }
    }
  }

  /** Transfers other than payments are not read here. */
  async transaction(
    tx: string,
    accounts: readonly Account[],
  ): Promise<ChainTransaction | 'pending' | undefined> {
    await this.#chain.confirm();
    const found = await this.#rpc.call('getSignatureStatuses', [[tx], searchAll], readStatus);
    if (found?.err !== null) return undefined;
    if (found.confirmationStatus !== commitment) return 'pending';

    const settlements = await this.#settlementsOf(
      { signature: tx, slot: found.slot },
      await this.#tokenAccountsOf(accounts),
    );
    return { block: found.slot, settlements, transfers: [] };
  }

  async #tokenAccountsOf(accounts: readonly Account[]): Promise<ReadonlyMap<string, TokenAccount>> {
    const mints = [...new Set(accounts.map(({ asset }) => asset))];
    const programs = await mapParallel(mints, parallelCalls, (mint) => this.#programOf(mint));
    const byMint = new Map(mints.map((mint, i) => [mint, programs[i]]));
    const tokenAccounts = accounts.flatMap((account): TokenAccount[] => {
      const program = byMint.get(account.asset);
      return program === undefined
        ? []
        : [{ ...account, program, address: this.#addressOf(account, program) }];
    });

    return new Map(tokenAccounts.map((account) => [account.address, account]));
  }

  /** The token program of a mint; undefined where there is no such mint, so that nobody can be paid in it. */
  async #programOf(mint: string): Promise<string | undefined> {
    const known = this.#programs.get(mint);
    if (known !== undefined) return known;

    const params = [mint, { encoding: 'base64', dataSlice: { offset: 0, length: 0 }, commitment }];
    const owner = await this.#rpc.call('getAccountInfo', params, readOwner);
    if (owner === undefined || !tokenPrograms.includes(owner)) return undefined;
    this.#programs.set(mint, owner);
    return owner;
  }

  #addressOf({ wallet, asset }: Account, program: string): string {
    const key = `${wallet} ${asset}`;
    const address = this.#addresses.get(key) ?? associatedAccount(wallet, asset, program);
    this.#addresses.set(key, address);

    return address;
  }

  /** The transactions that touched the accounts from one slot to another, or the oldest of them. */
  async #backlog(accounts: ReadonlyMap<string, TokenAccount>, from: number, to: number): Promise<Backlog> {
    const backlog = new Backlog(to, backlogSize);
    await mapParallel([...accounts.keys()], parallelCalls, async (address) => {
      for await (const page of this.#pages(address, from, to)) {
        for (const signed of page) if (signed.slot >= from) backlog.add(signed);
      }
    });

    return backlog;
  }

  /** The transactions that touched an account and did not fail, newest first, down to a slot at least. */
  async *#pages(address: string, from: number, to: number): AsyncGenerator<readonly Signed[]> {
    let last: Signed | undefined;
    for (let count = 0; count < maxPages; count += 1) {
      const limit = count === 0 ? firstPage : nextPage;
      const before = last === undefined ? {} : { before: last.signature };
      // A node that lags behind would leave out the newest; with `minContextSlot` it refuses instead.
      const params = [address, { limit, commitment, minContextSlot: to, ...before }];
      const page = await this.#rpc.call('getSignaturesForAddress', params, (result) =>
        newestFirst(readSignatures(result), last),
      );
      yield page.filter(({ err }) => err === null);
      last = page.at(-1);
      if (last === undefined || page.length < limit || last.slot < from) return;
    }
    throw impossible('getSignaturesForAddress', 'pages without end');
  }

  async #settlementsIn(
    signed: readonly Signed[],
    accounts: ReadonlyMap<string, TokenAccount>,
  ): Promise<Settlement[]> {
    const found = await mapParallel(signed, parallelCalls, (each) => this.#settlementsOf(each, accounts));

    return found.flat().sort((a, b) => a.block - b.block || a.index - b.index);
  }

  async #settlementsOf(
    { signature, slot }: Signed,
    accounts: ReadonlyMap<string, TokenAccount>,
  ): Promise<Settlement[]> {
    const params = [signature, { encoding: 'jsonParsed', maxSupportedTransactionVersion, commitment }];
    const read = transactionReader(signature, accounts);
    const { seconds, transfers } = await this.#rpc.call('getTransaction', params, (result) => {
      const transaction = read(result);
      if (transaction.slot !== slot) throw impossible('getTransaction', 'another slot');
      return transaction;
    });
    if (transfers.length === 0) return [];

    const at = seconds === null ? await this.#timeOf(slot) : new Date(seconds * 1000);
    return transfers.map((transfer) => ({ ...transfer, tx: signature, block: slot, at }));
  }

  async #timeOf(slot: number): Promise<Date> {
    return new Date((await this.#rpc.call('getBlockTime', [slot], readTime)) * 1000);
  }

  /** The block of a slot, or the next one: some slots are skipped. */
  async #blockFrom(slot: number): Promise<BlockTime> {
    const read = (result: unknown): number | undefined => (result === null ? undefined : readTime(result));
    const seconds = await this.#rpc
      .call('getBlockTime', [slot], read, { mayFail: true })
      .catch((error: unknown) => {
        if (error instanceof RpcFault && error.kind === 'refused') return undefined;
        throw error;
      });
    if (seconds !== undefined) return { block: slot, at: new Date(seconds * 1000) };

    const [block] = await this.#rpc.call('getBlocksWithLimit', [slot, 1, { commitment }], readSlots);
    return { block, at: await this.#timeOf(block) };
  }
}

/** Checks the order of a page, and that it continues the last one. */
function newestFirst<Item extends Signed>(page: readonly Item[], last: Signed | undefined): readonly Item[] {
  const isInOrder = page.every(({ signature, slot }, i) => {
    const before = page[i - 1] ?? last;
    return before === undefined || (slot <= before.slot && signature !== last?.signature);
  });
  if (!isInOrder) throw impossible('getSignaturesForAddress', 'transactions out of order');

  return page;
}

/** Whole slots of a backlog, in parts of about `portionSize` transactions; the last part reaches to its end. */
function* chunks(backlog: Backlog): Generator<{ end: number; signed: Signed[] }> {
  let part: Signed[] = [];
  for (const signed of backlog.oldestFirst()) {
    const last = part.at(-1);
    if (last && part.length >= portionSize && last.slot < signed.slot) {
      yield { end: last.slot, signed: part };
      part = [];
    }
    part.push(signed);
  }
  yield { end: backlog.to, signed: part };
}
