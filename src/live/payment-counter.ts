import { BoundedMap } from '../domain/bounded-map.ts';
import { dayMs, hourMs } from '../domain/duration.ts';
import { LedgerFault } from '../domain/unavailable.ts';
import type { AttributedSettlement, Checkpoint, CountedAccount, TermsPeriod } from '../domain/payments.ts';
import {
  type Account,
  accountKey,
  type BlockTime,
  type Portion,
  type Settlement,
  timeBetween,
  type Tip,
} from '../domain/settlement.ts';
import { servicesPaidBy } from '../payments/attribution.ts';
import type { FundingLooks } from './funding-looks.ts';
import type { Clock, Ledger, Log, PaymentStore } from './ports.ts';
import type { ShownPayments } from './shown-payments.ts';

interface Dependencies {
  readonly payments: PaymentStore;
  readonly shown: Pick<ShownPayments, 'show'>;
  readonly ledger: Ledger;
  /** CAIP-2 id of the ledger's network. */
  readonly network: string;
  /** How far back the payments to a wallet are counted that a service begins to declare. */
  readonly lookbackMs: number;
  /** Aborted when the server stops: nothing is written any more then. */
  readonly stopping: AbortSignal;
  /** Brings what services ask up to date; called before each pass. */
  readonly prepare: () => Promise<void>;
  /** Looks up who funded buyers, after each pass that counts. Absent where the chain cannot be asked. */
  readonly funding?: Pick<FundingLooks, 'pass'> | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** A thorough pass reads this much again, because a provider may have been asked before all of its nodes had the blocks. */
const lagMs = 5 * 60_000;
const overlap = { least: 64, most: 10_000 };

/** Above so many new blocks, a provider must show the last one before they are counted: its head may be wrong. */
const longLeap = 10_000;

/** Accounts that are far behind are counted for this long in one pass; then others have their turn. */
const maxCatchUpMs = 30_000;

/** Every so many passes one is thorough. */
const thoroughEvery = 5;

/** Settlements recorded in one transaction, and services shown after it, before yielding to the event loop. */
const recordedAtOnce = 50;

/** Accounts counted together, and written in one transaction. */
const countedAtOnce = 1_000;

/** Payments that matched nobody's price, looked at again in a thorough pass. */
const maxUnmatched = 500;

/** Every network in the catalog makes a block more often. */
const staleAfterMs = hourMs;

const maxFirstBlocks = 100;

/** Single payments are retained for this long. */
const retentionMs = 90 * dayMs;

interface Group {
  readonly accounts: readonly Account[];
  readonly from: BlockTime;
}

/** The counted blocks that a thorough pass reads again. */
interface Again {
  /** The last block that is surely counted: everything after it. */
  readonly sure: number;
  /** At least so many blocks, the same for all accounts: those that are counted equally far are to be read together. */
  readonly blocks: number;
}

/** The findings of a thorough pass about earlier ones. */
interface Checked {
  /** The last block that is surely counted. */
  readonly sure: number;
  /** A fault of the provider with which counting can go on. */
  readonly fault?: LedgerFault;
}

/**
 * Counts the payments on one network, pass by pass. What a pass records replaces what was recorded for the same blocks, so nothing is counted
 * twice. Each pass stores the hash of the head it began with; a thorough pass looks whether the chain still has them all, and has everything
 * counted again that came after the first one that fell.
 */
export class PaymentCounter {
  readonly #dependencies: Dependencies;
  #passes = 0;
  /** Whether the last pass ended before all accounts were counted to the tip. */
  #isBehind = false;
  #pass: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** First blocks that were asked for, by their time: many wallets come at once. */
  #firstBlocks = new BoundedMap<BlockTime>(maxFirstBlocks);
  /** The day of the last pruning. */
  #prunedOn = 0;
  #failure: string | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Why the last pass failed, in one sentence; undefined when it did not. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Counts now, and again `intervalMs` after the end of each pass, or at once while there is much to catch up with. */
  start(intervalMs: number): void {
    this.#pass = this.pass().then(() => {
      if (this.#dependencies.stopping.aborted) return;
      const delayMs = this.#isBehind && this.#failure === undefined ? 0 : intervalMs;
      this.#timer = setTimeout(() => {
        this.start(intervalMs);
      }, delayMs).unref();
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
      await this.#count();
      this.#failure = undefined;
    } catch (error) {
      if (!this.#dependencies.stopping.aborted) this.#fails(error);
    }
  }

  async #count(): Promise<void> {
    const { ledger, payments, network, prepare } = this.#dependencies;
    await prepare();
    const before = await this.#accounts();
    if (before.length === 0) return;

    const tip = await ledger.tip();
    const checkpoints = await payments.checkpoints(network);
    // A head lower than an earlier one may be that of another chain.
    const isLower = (checkpoints.at(-1)?.head ?? 0) > tip.head.block;
    const isThorough = isLower || this.#passes % thoroughEvery === 0;
    this.#passes += 1;
    const checked = isThorough ? await this.#check(checkpoints, tip) : undefined;
    // The check may have found that they are counted less far.
    const accounts = checked ? await this.#accounts() : before;
    await this.#refuseLeap(tip, accounts);
    await payments.addCheckpoint(network, { ...headOf(tip), counted: tip.block, isSure: false });
    const periods = new Periods(this.#dependencies);
    const faults = await this.#countAll(accounts, tip, periods, checked?.sure);
    if (isThorough) {
      await this.#lookAgain(periods);
      await this.#prune();
    }
    await this.#dependencies.funding?.pass(tip);

    const [fault = checked?.fault ?? staleness(tip, this.#dependencies.clock())] = faults;
    if (fault) throw fault;
  }

  #accounts(): Promise<readonly CountedAccount[]> {
    const { payments, network, clock, lookbackMs } = this.#dependencies;

    return payments.accounts(network, new Date(clock().getTime() - lookbackMs));
  }

  /**
   * Looks whether the chain still has the heads of the passes since the last thorough one. If not, it was reorganised: goes back to the newest
   * that it has, or to the beginning.
   */
  async #check(checkpoints: readonly Checkpoint[], tip: Tip): Promise<Checked> {
    const { payments, network, ledger } = this.#dependencies;
    if (checkpoints.length === 0) {
      const hash = await ledger.hashOf(0);
      if (hash !== undefined) {
        await payments.addCheckpoint(network, { head: 0, hash, counted: -1, isSure: true });
      }
      return { sure: -1 };
    }

    const unsure = checkpoints.filter(({ isSure }) => !isSure);
    let last: Checkpoint | undefined;
    for (const checkpoint of unsure.length > 0 ? unsure : checkpoints.slice(-1)) {
      const found = await this.#find(checkpoint, tip);
      if (found === 'later') break;
      if (found !== 'there') return this.#goBack(checkpoints, checkpoint, found, tip);
      last = checkpoint;
    }
    if (last) await payments.makeSure(network, last.head);
    return { sure: (last ?? checkpoints.findLast(({ isSure }) => isSure))?.counted ?? -1 };
  }

  /** Whether the chain has the head of a pass. A provider may be a few blocks behind itself; then it is asked later. */
  async #find({ head, hash }: Checkpoint, tip: Tip): Promise<'there' | 'replaced' | 'gone' | 'later'> {
    if (head > tip.head.block) return head - tip.head.block <= overlap.least ? 'later' : 'gone';

    const present = await this.#dependencies.ledger.hashOf(head);
    if (present === undefined) throw new LedgerFault(`the provider does not show block ${String(head)}`);
    return present === hash ? 'there' : 'replaced';
  }

  /**
   * Has everything counted again after the newest checkpoint before `fallen` that the chain has. Payments above its tip are forgotten only when
   * a block was replaced: a provider that is merely behind proves nothing.
   */
  async #goBack(
    checkpoints: readonly Checkpoint[],
    fallen: Checkpoint,
    how: 'replaced' | 'gone',
    tip: Tip,
  ): Promise<Checked> {
    const { payments, shown, network, log } = this.#dependencies;
    let isReplaced = how === 'replaced';
    let standing: Checkpoint | undefined;
    for (const checkpoint of checkpoints.filter(({ head }) => head < fallen.head).reverse()) {
      const found = await this.#find(checkpoint, tip);
      if (found === 'replaced') isReplaced = true;
      if (found === 'there') standing = checkpoint;
      if (standing) break;
    }

    const block = standing?.counted;
    log.warn(
      { network, block },
      'the chain is not the one that was counted; payments after this block are counted again',
    );
    // Blocks of another chain have other times.
    this.#firstBlocks = new BoundedMap(maxFirstBlocks);
    await payments.rewind(network, block, standing?.head ?? -1);
    const sure = block ?? -1;
    if (!isReplaced) {
      return { sure, fault: new LedgerFault('the head of the RPC provider is behind what is counted') };
    }

    await shown.show(await payments.forgetAfter(network, tip.block));
    return { sure };
  }

  /** @throws {LedgerFault} when the tip is far ahead of everything counted, and the provider cannot show it. */
  async #refuseLeap(tip: Tip, accounts: readonly CountedAccount[]): Promise<void> {
    const counted = accounts.reduce((last, { to }) => Math.max(last, to?.block ?? 0), 0);
    if (tip.block - counted <= longLeap) return;
    if ((await this.#dependencies.ledger.hashOf(tip.block)) !== undefined) return;

    throw new LedgerFault(`the provider has no block ${String(tip.block)}, although it named a later one`);
  }

  /** Counts all accounts, those that are nearest to the tip first, so that none waits for one that cannot be counted. Returns what failed. */
  async #countAll(
    accounts: readonly CountedAccount[],
    tip: Tip,
    periods: Periods,
    sure: number | undefined,
  ): Promise<Error[]> {
    const { groups, faults } = await this.#groups(accounts, tip, sure);
    this.#isBehind = false;
    for (const group of groups) {
      try {
        await this.#countGroup(group, tip, periods);
      } catch (error) {
        this.#dependencies.stopping.throwIfAborted();
        faults.push(asError(error));
      }
    }
    return faults;
  }

  /** Accounts by the first block that they lack. */
  async #groups(
    accounts: readonly CountedAccount[],
    tip: Tip,
    sure: number | undefined,
  ): Promise<{ groups: Group[]; faults: Error[] }> {
    const byStart = new Map<number, { from: BlockTime; accounts: Account[] }>();
    const faults: Error[] = [];
    const again = sure === undefined ? undefined : { sure, blocks: overlapOf(accounts, tip) };
    for (const account of accounts) {
      const from = await this.#startOf(account, again).catch((error: unknown) => {
        faults.push(asError(error));
      });
      if (!from || from.block > tip.block) continue;
      const group = byStart.get(from.block) ?? { from, accounts: [] };
      byStart.set(from.block, group);
      group.accounts.push({ asset: account.asset, wallet: account.wallet });
    }
    const groups = [...byStart.values()].sort((a, b) => b.from.block - a.from.block).flatMap(groupsOfFew);
    return { groups, faults };
  }

  async #startOf(account: CountedAccount, again: Again | undefined): Promise<BlockTime> {
    const { from, to } = account;
    if (!from || !to) return this.#firstBlock(account);
    if (!again) return { block: to.block + 1, at: to.at };

    const block = Math.min(again.sure, to.block - again.blocks) + 1;
    return { block: Math.max(from.block, block), at: to.at };
  }

  /** For a declared wallet, some time before it was listed; for one that only a 402 named, when it was first seen there. */
  async #firstBlock({ since, isDeclared }: CountedAccount): Promise<BlockTime> {
    const { ledger, lookbackMs, clock } = this.#dependencies;
    const lookback = startOf(clock().getTime() - lookbackMs, hourMs);
    const time = isDeclared ? lookback : Math.max(lookback, startOf(since.getTime(), dayMs));
    const known = this.#firstBlocks.get(String(time));
    if (known) return known;

    const first = await ledger.blockAt(new Date(time));
    this.#firstBlocks.set(String(time), first);
    return first;
  }

  async #countGroup({ accounts, from }: Group, tip: Tip, periods: Periods): Promise<void> {
    const { ledger } = this.#dependencies;
    const deadline = performance.now() + maxCatchUpMs;
    const timeOf = (block: number): BlockTime => ({ block, at: timeBetween(from, tip, block) });
    for await (const portion of ledger.settlements(accounts, from.block, tip.block)) {
      // Anybody can make transfers of nothing.
      const paid = portion.settlements.filter(({ units }) => units > 0n);
      const settlements = await Promise.all(paid.map((each) => periods.attribute(each)));
      await this.#record(accounts, { ...portion, settlements }, timeOf);
      if (portion.to === tip.block || performance.now() < deadline) continue;
      this.#isBehind = true;
      return;
    }
  }

  /** Records a portion a few settlements at a time, each time up to the end of a block. */
  async #record(
    accounts: readonly Account[],
    portion: Portion & { readonly settlements: readonly AttributedSettlement[] },
    timeOf: (block: number) => BlockTime,
  ): Promise<void> {
    const { payments, shown, network, stopping } = this.#dependencies;
    for (const { from, to, settlements } of slicesOf(portion)) {
      stopping.throwIfAborted();
      const part = { network, accounts, from: timeOf(from), to: timeOf(to), settlements };
      await shown.show(await payments.record(part));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Gives payments that came before their price was known to the services that ask it. */
  async #lookAgain(periods: Periods): Promise<void> {
    const { payments, shown, network, stopping } = this.#dependencies;
    const unmatched = await payments.unmatched(network, maxUnmatched);
    const attributed = await Promise.all(unmatched.map((each) => periods.attribute(each)));
    const matched = attributed.filter(({ services }) => services.length > 0);
    stopping.throwIfAborted();
    if (matched.length > 0) await shown.show(await payments.assign(network, matched));
  }

  /** Forgets old payments one by one, once a day. */
  async #prune(): Promise<void> {
    const { payments, clock } = this.#dependencies;
    const today = startOf(clock().getTime(), dayMs);
    if (today === this.#prunedOn) return;

    await payments.prune(new Date(today - retentionMs));
    this.#prunedOn = today;
  }

  /** Logs the first of several failures in a row. */
  #fails(error: unknown): void {
    const { network, log } = this.#dependencies;
    if (this.#failure === undefined) log.warn({ error, network }, 'payments could not be counted');
    this.#failure =
      error instanceof LedgerFault ? error.message : 'they could not be counted; the log says why';
  }
}

/** The asked terms of services, by account, read once in a pass. */
class Periods {
  readonly #dependencies: Pick<Dependencies, 'payments' | 'network'>;
  readonly #known = new Map<string, Promise<readonly TermsPeriod[]>>();

  constructor(dependencies: Pick<Dependencies, 'payments' | 'network'>) {
    this.#dependencies = dependencies;
  }

  async attribute(settlement: Settlement): Promise<AttributedSettlement> {
    const key = accountKey(settlement);
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

function groupsOfFew({ accounts, from }: Group): Group[] {
  return Array.from({ length: Math.ceil(accounts.length / countedAtOnce) }, (_, i) => ({
    accounts: accounts.slice(i * countedAtOnce, (i + 1) * countedAtOnce),
    from,
  }));
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** How many blocks a thorough pass reads again: those of `lagMs`, as the chain has gone since the oldest block that is counted. */
function overlapOf(accounts: readonly CountedAccount[], tip: BlockTime): number {
  const oldest = accounts.reduce((first, { from }) => (from && from.block < first.block ? from : first), tip);
  const pace = (tip.block - oldest.block) / Math.max(1, tip.at.getTime() - oldest.at.getTime());

  return Math.min(overlap.most, Math.max(overlap.least, Math.ceil(lagMs * pace)));
}

function headOf({ head }: Tip): Pick<Checkpoint, 'head' | 'hash'> {
  return { head: head.block, hash: head.hash };
}

/** Everything up to the tip is counted, but the provider seems to have lost its chain. */
function staleness({ at }: BlockTime, now: Date): LedgerFault | undefined {
  return now.getTime() - at.getTime() < staleAfterMs
    ? undefined
    : new LedgerFault(`the newest block of the RPC provider is from ${at.toISOString()}`);
}

/** The beginning of the hour or day of a time. */
function startOf(time: number, unit: number): number {
  return Math.floor(time / unit) * unit;
}
