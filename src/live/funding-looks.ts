import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Assets } from '../domain/asset.ts';
import { hourMs } from '../domain/duration.ts';
import { normalizeAddress } from '../domain/network.ts';
import { walletOf } from '../domain/signer.ts';
import type { Buyer, LookedBuyer } from '../domain/payments.ts';
import type { BlockTime, TokenTransfer, TransferSide } from '../domain/settlement.ts';
import { FundingTrail } from '../payments/funding.ts';
import { tokenOf } from '../payments/summary.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { BuyerStore, Clock, Ledger, Log } from './ports.ts';
import type { ShownPayments } from './shown-payments.ts';

interface Dependencies {
  readonly buyers: BuyerStore;
  readonly store: Pick<CatalogStore, 'snapshot'>;
  readonly shown: Pick<ShownPayments, 'show'>;
  readonly ledger: Pick<Ledger, 'blockAt'> & Required<Pick<Ledger, 'transfers'>>;
  /** CAIP-2 id of the ledger's network. */
  readonly network: string;
  readonly assets: Assets;
  /** How far back transfers are read. */
  readonly lookbackMs: number;
  /** Aborted when the server stops: nothing is written any more then. */
  readonly stopping: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
}

/** Buyers in one look, which reads the chain twice, however few they are. */
const maxBuyers = 500;

/** A look reads for this long in one pass, then continues in the next one. */
const maxReadMs = 10_000;

/** Transfers that one look reads of all buyers, and of all sellers. */
const maxTransfers = 200_000;

/** Transfers that one look reads of one wallet. One with more is left out, so that it does not end the look. */
const maxOfWallet = 20_000;

/** Passes between two looks, since each reads all blocks of the look-back again. */
const passesBetween = 30;

/** A look that failed, or that a restart ended, is tried again after this time. */
const triedAgainAfterMs = hourMs;

/** A look that is running: it yields after each portion, and ends with what it found. */
type Look = AsyncGenerator<void, readonly LookedBuyer[]>;

/** The first and the last block that a look reads. */
interface Blocks {
  readonly from: number;
  readonly to: number;
}

/**
 * Looks up who funded the buyers of one network, a few at a time, in the background of the counting. What a look finds is stored when it ends. A
 * look that fails is tried again later with fewer buyers, so that one whose transfers cannot be read does not block others.
 */
export class FundingLooks {
  readonly #dependencies: Dependencies;
  #look: Look | undefined;
  #maxBuyers = maxBuyers;
  /** Passes until the next look may begin. */
  #passesLeft = 0;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Goes on with a look, or begins one. Never rejects. */
  async pass(tip: BlockTime): Promise<void> {
    try {
      this.#look ??= await this.#begin(tip);
      if (this.#look) await this.#goOn(this.#look);
    } catch (error) {
      if (!this.#dependencies.stopping.aborted) this.#fails(error);
    }
  }

  async #begin(tip: BlockTime): Promise<Look | undefined> {
    const { buyers, network, clock } = this.#dependencies;
    this.#passesLeft -= 1;
    if (this.#passesLeft >= 0) return undefined;

    const triedBefore = new Date(clock().getTime() - triedAgainAfterMs);
    const due = await buyers.due(network, triedBefore, this.#maxBuyers);
    const [first] = due;
    if (!first) return undefined;

    // A look reads the transfers of one token.
    const some = due.filter(({ asset }) => asset === first.asset);
    await buyers.noteTry(network, some, clock());
    return this.#lookAt(first.asset, some, tip);
  }

  async #goOn(look: Look): Promise<void> {
    const { buyers, shown, network, stopping } = this.#dependencies;
    const deadline = performance.now() + maxReadMs;
    let step = await look.next();
    while (step.done !== true && performance.now() < deadline) {
      await nextTurn();
      step = await look.next();
    }
    stopping.throwIfAborted();
    if (step.done !== true) return;

    this.#end(Math.min(maxBuyers, 2 * this.#maxBuyers));
    await shown.show(await buyers.noteFunding(network, step.value));
  }

  async *#lookAt(asset: string, some: readonly Buyer[], tip: BlockTime): Look {
    const { ledger, lookbackMs, clock, network, assets } = this.#dependencies;
    const sellers = await this.#sellersOf(some);
    const trail = new FundingTrail(10n ** BigInt(tokenOf({ network, asset }, assets)?.decimals ?? 0));
    const { block: from } = await ledger.blockAt(new Date(clock().getTime() - lookbackMs));
    const last = some.reduce((block, { lastBlock }) => Math.max(block, lastBlock), 0);
    const blocks = { from, to: Math.min(tip.block, last) };

    const payers = distinct(some.map(({ payer }) => payer));
    const received = yield* this.#read({ asset, side: 'recipient', wallets: payers }, blocks);
    for (const transfer of received.transfers) trail.noteReceived(transfer);
    yield;

    const senders = distinct([...sellers.values()].flatMap((wallets) => [...wallets]));
    const sent = yield* this.#read({ asset, side: 'sender', wallets: senders }, blocks);
    for (const transfer of sent.transfers) trail.noteSent(transfer);
    for (const wallet of sent.busy) trail.noteBusy(wallet);

    const looked: LookedBuyer[] = [];
    for (const buyer of some) {
      yield;
      const wallets = sellers.get(buyer.serviceId) ?? new Set();
      looked.push({ ...buyer, funding: trail.fundingOf(buyer, wallets) });
    }
    return looked;
  }

  /** Reads the transfers of some wallets, and all again without those that turn out to be busy. */
  async *#read(asked: TransferSide, blocks: Blocks) {
    const busy = new Set<string>();
    for (;;) {
      const wallets = asked.wallets.filter((wallet) => !busy.has(wallet));
      const transfers = yield* this.#readQuiet({ ...asked, wallets }, blocks, busy);
      if (transfers) return { transfers, busy };
    }
  }

  /** Reads transfers; undefined when a wallet has too many, which is then added to the busy ones. */
  async *#readQuiet(
    asked: TransferSide,
    { from, to }: Blocks,
    busy: Set<string>,
  ): AsyncGenerator<void, readonly TokenTransfer[] | undefined> {
    const transfers: TokenTransfer[] = [];
    const counts = new Map<string, number>();
    for await (const portion of this.#dependencies.ledger.transfers(asked, from, to)) {
      for (const transfer of portion) {
        const wallet = transfer[asked.side];
        const count = (counts.get(wallet) ?? 0) + 1;
        counts.set(wallet, count);
        transfers.push(transfer);
        if (count > maxOfWallet) busy.add(wallet);
      }
      if (asked.wallets.some((wallet) => busy.has(wallet))) return undefined;
      refuseMore(transfers.length);
      yield;
    }
    return transfers;
  }

  /** The wallets of the sellers of these buyers, by service: those that are or were paid, and that of the owner. */
  async #sellersOf(some: readonly Buyer[]): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const { buyers, store, network } = this.#dependencies;
    const ids = distinct(some.map(({ serviceId }) => serviceId));
    const paid = await buyers.walletsOf(network, ids);

    return new Map(
      ids.map((id) => {
        const owner = walletOf(store.snapshot.find(id)?.declared.owner ?? '')?.address;
        const wallets = [
          ...(paid.get(id) ?? []),
          ...(owner === undefined ? [] : [normalizeAddress(network, owner)]),
        ];
        return [id, new Set(wallets)] as const;
      }),
    );
  }

  #end(maxNext: number): void {
    this.#look = undefined;
    this.#passesLeft = passesBetween;
    this.#maxBuyers = maxNext;
  }

  #fails(error: unknown): void {
    const { network, log } = this.#dependencies;
    log.warn({ error, network }, 'who funded buyers could not be looked up; it is tried again later');
    this.#end(Math.max(1, Math.floor(this.#maxBuyers / 2)));
  }
}

/** @throws when a look has read more than it may */
function refuseMore(count: number): void {
  if (count > maxTransfers) throw new Error(`more than ${String(maxTransfers)} transfers were read`);
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
