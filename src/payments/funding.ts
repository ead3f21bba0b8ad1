import type { Buyer, Funding } from '../domain/payments.ts';
import type { TokenTransfer } from '../domain/settlement.ts';

/**
 * Who sent buyers what they paid with, in one token: the transfers that they received and that their sellers sent, fed in any order. Transfers
 * after the last payment of a buyer say nothing about it.
 */
export class FundingTrail {
  /** The number of units in one token. */
  readonly #one: bigint;
  readonly #received = new Map<string, TokenTransfer[]>();
  /** What each seller sent, by recipient. */
  readonly #sent = new Map<string, Map<string, TokenTransfer[]>>();
  readonly #busy = new Set<string>();

  constructor(one: bigint) {
    this.#one = one;
  }

  noteReceived(transfer: TokenTransfer): void {
    const { sender, recipient } = transfer;
    if (sender === recipient) return;

    const received = this.#received.get(recipient) ?? [];
    received.push(transfer);
    this.#received.set(recipient, received);
  }

  noteSent(transfer: TokenTransfer): void {
    const { sender, recipient } = transfer;
    const sent = this.#sent.get(sender) ?? new Map<string, TokenTransfer[]>();
    const known = sent.get(recipient) ?? [];
    known.push(transfer);
    this.#sent.set(sender, sent.set(recipient, known));
  }

  /** Notes a seller whose transfers are too many to note. Nobody is known to be independent of it. */
  noteBusy(seller: string): void {
    this.#busy.add(seller);
  }

  /**
   * A buyer is independent when others than its seller sent it what it paid, or one token if it paid more. Else it was funded by the seller if
   * that sent it anything, by itself or through one more wallet, whose money is the seller's up to what that gave. What a third wallet sends to
   * a buyer therefore neither hides the seller nor makes an independent buyer look funded, and a trifle sent to an exchange claims nobody.
   */
  fundingOf({ payer, units, lastBlock }: Buyer, sellers: ReadonlySet<string>): Funding {
    if (sellers.has(payer)) return 'funded';

    const received = (this.#received.get(payer) ?? []).filter(({ block }) => block <= lastBlock);
    const ofSeller = unitsOfSeller(received, sellers, (wallet) => this.#given(sellers, wallet, lastBlock));
    const isBusy = [...sellers].some((seller) => this.#busy.has(seller));
    const needed = smaller(units, this.#one);
    if (sumOf(received) - ofSeller >= needed && !isBusy) return 'independent';

    return ofSeller > 0n ? 'funded' : 'unknown';
  }

  /** What the sellers sent a wallet. */
  #given(sellers: ReadonlySet<string>, wallet: string, lastBlock: number): bigint {
    const transfers = [...sellers].flatMap((seller) => this.#sent.get(seller)?.get(wallet) ?? []);
    return sumOf(transfers.filter(({ block }) => block <= lastBlock));
  }
}

/** Of what a wallet received, the units that are the sellers' own, or that a sender had from them, by `given`. */
export function unitsOfSeller(
  received: readonly TokenTransfer[],
  sellers: ReadonlySet<string>,
  given: (wallet: string) => bigint,
): bigint {
  const bySender = Map.groupBy(received, ({ sender }) => sender);
  return [...bySender].reduce((units, [sender, transfers]) => {
    const sent = sumOf(transfers);
    return units + (sellers.has(sender) ? sent : smaller(sent, given(sender)));
  }, 0n);
}

export function sumOf(transfers: readonly TokenTransfer[]): bigint {
  return transfers.reduce((sum, { units }) => sum + units, 0n);
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
