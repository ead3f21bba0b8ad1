import { LedgerFault } from '../domain/ledger-fault.ts';
import type { AttributedSettlement, Checkpoint, CountedAccount, TermsPeriod } from '../domain/payments.ts';
import type { Account, BlockTime, Portion, Settlement } from '../domain/settlement.ts';
import { servicesPaidBy } from '../payments/attribution.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { CountedPayments } from './counted-payments.ts';
import type { Clock, Ledger, Log, PaymentStore } from './ports.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'snapshot' | 'observe'>;
  readonly payments: PaymentStore;
  readonly counted: CountedPayments;
  readonly ledger: Ledger;
  /** CAIP-2 id of the ledger's network. */
  readonly network: string;
  /** How far back the payments to a wallet are counted that a service begins to declare. */
  readonly lookbackMs: number;
  /** Aborted when the server stops: nothing is written any more then. */
  readonly stopping: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
}

const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Accounts that nobody asks to be paid into any more are counted for this long, since blocks count late. */
const lastWordMs = dayMs;

/** A thorough pass reads this many blocks again, because a provider may have been asked before all of its nodes had them. */
const overlap = 64;

/** Every so many passes one is thorough. */
const thoroughEvery = 5;

/** Settlements recorded in one transaction, and services shown after it, before yielding to the event loop. */
const recordedAtOnce = 200;

/** Accounts counted together, and written in one transaction. */
const countedAtOnce = 1_000;

/** Payments that matched nobody's price, looked at again in a thorough pass. */
const mostUnmatched = 500;

/** Single payments are kept for this long. */
const keptMs = 90 * dayMs;

/** The chain is not the one that was counted. */
class Reorganised extends Error {}

/** Accounts that are counted up to the same block. */
interface Group {
  readonly accounts: readonly Account[];
  /** The first block to count. */
  readonly from: BlockTime;
}

/**
 * Counts the payments on one network, pass by pass. What a pass records replaces what was recorded for the same blocks, so nothing is counted
 * twice. Hashes of blocks show whether the chain was reorganised below what is counted; all blocks since are counted again then.
 */
export class PaymentCounter {
  readonly #dependencies: Dependencies;
  #passes = 0;
  /** The pass that is running. */
  #pass: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** The newest checkpoint, until this pass has compared it with the chain. */
  #unsure: Checkpoint | undefined;
  /** The last first block that was asked for, by its time, rounded down to the hour: many wallets come at once. */
  readonly #firstBlocks = new Map<number, BlockTime>();
  #failure: string | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Why the last pass failed, in one sentence; undefined when it did not. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Counts now, and again `intervalMs` after the end of each pass. */
  start(intervalMs: number): void {
    this.#pass = this.pass().then(() => {
      if (this.#dependencies.stopping.aborted) return;
      this.#timer = setTimeout(() => {
        this.start(intervalMs);
      }, intervalMs).unref();
    });
  }

  /** Resolves when the pass is over that runs at the moment. Call it once `stopping` is aborted. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#pass;
  }

  /** Counts what is new. Never rejects. */
  async pass(): Promise<void> {
    try {
      await this.#count().catch((error: unknown) => this.#countAgain(error));
      this.#failure = undefined;
    } catch (error) {
      if (!this.#dependencies.stopping.aborted) this.#fails(error);
    }
  }

  /** Counts once more, thoroughly, when the chain was found reorganised on the way. */
  #countAgain(error: unknown): Promise<void> {
    if (!(error instanceof Reorganised)) throw error;

    this.#passes = 0;
    return this.#count();
  }

  async #count(): Promise<void> {
    const { ledger, payments, network } = this.#dependencies;
    const isThorough = this.#passes % thoroughEvery === 0;
    this.#passes += 1;
    const accounts = await this.#accounts();
    if (accounts.length === 0) return;

    const tip = await ledger.tip();
    const counted = accounts.reduce((last, { to }) => Math.max(last, to?.block ?? 0), 0);
    const isLost = tip.block < counted - overlap;
    const sure = isThorough || isLost ? await this.#rewind(tip, isLost) : undefined;
    this.#unsure = sure === undefined ? (await payments.checkpoints(network))[0] : undefined;
    const periods = new Periods(this.#dependencies);
    const now = sure === undefined ? accounts : await this.#accounts();
    for (const group of await this.#groups(now, tip, sure)) {
      await this.#countGroup(group, tip, periods, isThorough);
    }
    if (isThorough) await this.#lookAgain(periods);
  }

  #accounts(): Promise<readonly CountedAccount[]> {
    const { payments, network, clock } = this.#dependencies;

    return payments.accounts(network, new Date(clock().getTime() - lastWordMs));
  }

  /**
   * Goes back to the newest checkpoint that the chain still has, if a block above it was replaced or is gone. Returns the number of the last
   * block that is surely counted.
   */
  async #rewind(tip: BlockTime, isLost: boolean): Promise<number> {
    const { payments, network, log } = this.#dependencies;
    const checkpoints = await payments.checkpoints(network);
    const standing = await this.#newestStanding(checkpoints, tip);
    const block = standing?.block ?? -1;

    if (standing !== checkpoints[0] || isLost) {
      log.warn({ network, block }, 'the chain was reorganised; payments after this block are counted again');
      await payments.rewind(network, block);
    }
    return block;
  }

  async #newestStanding(checkpoints: readonly Checkpoint[], tip: BlockTime): Promise<Checkpoint | undefined> {
    for (const checkpoint of checkpoints) {
      if (checkpoint.block > tip.block) continue;
      if ((await this.#dependencies.ledger.hashOf(checkpoint.block)) === checkpoint.hash) return checkpoint;
    }
    return undefined;
  }

  /** Accounts by the first block that they lack, those that are furthest behind first. */
  async #groups(
    accounts: readonly CountedAccount[],
    tip: BlockTime,
    sure: number | undefined,
  ): Promise<Group[]> {
    const byStart = new Map<number, { from: BlockTime; accounts: Account[] }>();
    for (const account of accounts) {
      const from = await this.#startOf(account, sure);
      if (from.block > tip.block) continue;
      const group = byStart.get(from.block) ?? { from, accounts: [] };
      byStart.set(from.block, group);
      group.accounts.push({ asset: account.asset, wallet: account.wallet });
    }
    return [...byStart.values()].sort((a, b) => a.from.block - b.from.block).flatMap(groupsOfFew);
  }

  /** A thorough pass reads everything after the last sure block again, and some before. */
  async #startOf(account: CountedAccount, sure: number | undefined): Promise<BlockTime> {
    const { from, to } = account;
    if (!from || !to) return this.#firstBlock(account);

    const again = sure === undefined ? Infinity : Math.min(sure + 1, to.block + 1 - overlap);
    return { block: Math.max(from.block, Math.min(to.block + 1, again)), at: to.at };
  }

  /** For a declared wallet, some time before it was listed; for one that only a 402 named, when it was first seen there. */
  async #firstBlock({ since, isDeclared }: CountedAccount): Promise<BlockTime> {
    const { ledger, lookbackMs, clock } = this.#dependencies;
    const lookback = Math.floor((clock().getTime() - lookbackMs) / hourMs) * hourMs;
    const time = isDeclared ? lookback : Math.max(lookback, Math.floor(since.getTime() / hourMs) * hourMs);
    const known = this.#firstBlocks.get(time);
    if (known) return known;

    const first = await ledger.blockAt(new Date(time));
    this.#firstBlocks.clear();
    this.#firstBlocks.set(time, first);
    return first;
  }

  async #countGroup(
    { accounts, from }: Group,
    tip: BlockTime,
    periods: Periods,
    isThorough: boolean,
  ): Promise<void> {
    const { ledger } = this.#dependencies;
    for await (const portion of ledger.settlements(accounts, from.block, tip.block)) {
      const isLast = portion.to === tip.block;
      const checkpoint =
        portion.settlements.length > 0 || (isLast && isThorough)
          ? await this.#checkpointAt(portion.to)
          : undefined;
      const attributed = await Promise.all(portion.settlements.map((each) => periods.attribute(each)));
      const timeOf = (block: number): BlockTime => ({ block, at: timeBetween(from, tip, block) });
      await this.#record(accounts, { ...portion, settlements: attributed }, timeOf, checkpoint);
    }
  }

  /** A new checkpoint. Makes sure of the last one first: on a reorganised chain, the new one would hide what happened below it. */
  async #checkpointAt(block: number): Promise<Checkpoint> {
    const { ledger } = this.#dependencies;
    const unsure = this.#unsure;
    this.#unsure = undefined;
    if (unsure && (await ledger.hashOf(unsure.block)) !== unsure.hash) throw new Reorganised();

    const hash = await ledger.hashOf(block);
    if (hash === undefined) {
      throw new LedgerFault(`the provider has no block ${String(block)}, although it named a later one`);
    }
    return { block, hash };
  }

  /** Records a portion a few settlements at a time, each time up to the end of a block. */
  async #record(
    accounts: readonly Account[],
    portion: Portion & { readonly settlements: readonly AttributedSettlement[] },
    timeOf: (block: number) => BlockTime,
    checkpoint: Checkpoint | undefined,
  ): Promise<void> {
    const { payments, network, stopping } = this.#dependencies;
    for (const { from, to, settlements } of slicesOf(portion)) {
      stopping.throwIfAborted();
      const part = { network, accounts, from: timeOf(from), to: timeOf(to), settlements };
      const changed = await payments.record(part, to === portion.to ? checkpoint : undefined);
      await this.#show(changed);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Publishes the payments of services whose sums changed. */
  async #show(ids: readonly string[]): Promise<void> {
    const { store, counted } = this.#dependencies;
    const services = ids.flatMap((id) => store.snapshot.find(id)?.declared ?? []);
    if (services.length === 0) return;

    const found = await counted.of(services);
    store.observe(new Map([...found].map(([id, payments]) => [id, { payments }])));
  }

  /** Gives payments that came before their price was known to the services that ask it. */
  async #lookAgain(periods: Periods): Promise<void> {
    const { payments, network, clock, stopping } = this.#dependencies;
    const unmatched = await payments.unmatched(network, mostUnmatched);
    const attributed = await Promise.all(unmatched.map((each) => periods.attribute(each)));
    const matched = attributed.filter(({ services }) => services.length > 0);
    stopping.throwIfAborted();
    if (matched.length > 0) await this.#show(await payments.assign(network, matched));
    await payments.prune(new Date(clock().getTime() - keptMs));
  }

  /** Logs the first of several failures in a row. */
  #fails(error: unknown): void {
    const { network, log } = this.#dependencies;
    if (this.#failure === undefined) log.warn({ error, network }, 'payments could not be counted');
    this.#failure =
      error instanceof LedgerFault ? error.message : 'they could not be counted; the log says why';
  }
}

/** What services asked, by account, read once in a pass. */
class Periods {
  readonly #dependencies: Pick<Dependencies, 'payments' | 'network'>;
  readonly #known = new Map<string, Promise<readonly TermsPeriod[]>>();

  constructor(dependencies: Pick<Dependencies, 'payments' | 'network'>) {
    this.#dependencies = dependencies;
  }

  async attribute(settlement: Settlement): Promise<AttributedSettlement> {
    const key = `${settlement.asset} ${settlement.wallet}`;
    const { payments, network } = this.#dependencies;
    const periods = this.#known.get(key) ?? payments.periods(network, settlement);
    this.#known.set(key, periods);

    return { ...settlement, services: servicesPaidBy(settlement, await periods) };
  }
}

/** Parts of a portion with few settlements each. A block is never divided. */
function* slicesOf<Part extends Portion>(portion: Part): Generator<Portion & Pick<Part, 'settlements'>> {
  let { from } = portion;
  let start = 0;
  const { settlements } = portion;
  for (let at = 1; at < settlements.length; at += 1) {
    const [before, here] = [settlements[at - 1]?.block ?? 0, settlements[at]?.block ?? 0];
    if (at - start < recordedAtOnce || here === before) continue;

    yield { from, to: before, settlements: settlements.slice(start, at) };
    [from, start] = [before + 1, at];
  }
  yield { from, to: portion.to, settlements: settlements.slice(start) };
}

/** A group in parts with few accounts each. */
function groupsOfFew({ accounts, from }: Group): Group[] {
  return Array.from({ length: Math.ceil(accounts.length / countedAtOnce) }, (_, i) => ({
    accounts: accounts.slice(i * countedAtOnce, (i + 1) * countedAtOnce),
    from,
  }));
}

/** About when a block was made, as if blocks came at a constant pace. */
function timeBetween(a: BlockTime, b: BlockTime, block: number): Date {
  if (b.block <= a.block || block >= b.block) return b.at;

  const share = Math.max(0, (block - a.block) / (b.block - a.block));
  return new Date(a.at.getTime() + share * (b.at.getTime() - a.at.getTime()));
}
