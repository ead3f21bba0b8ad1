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
  /** By sender, the first block in which each recipient got something. */
  readonly #sent = new Map<string, Map<string, number>>();
  readonly #busy = new Set<string>();

  constructor(one: bigint) {
    this.#one = one;
  }

  /** Notes a transfer to a buyer. */
  noteReceived(transfer: TokenTransfer): void {
    const { sender, recipient } = transfer;
    if (sender === recipient) return;

    const received = this.#received.get(recipient) ?? [];
    received.push(transfer);
    this.#received.set(recipient, received);
  }

  /** Notes a transfer by a seller. */
  noteSent({ sender, recipient, block }: TokenTransfer): void {
    const sent = this.#sent.get(sender) ?? new Map<string, number>();
    this.#sent.set(sender, sent.set(recipient, Math.min(block, sent.get(recipient) ?? block)));
  }

  /** Notes a seller whose transfers are too many to note. Nobody is known to be independent of it. */
  noteBusy(seller: string): void {
    this.#busy.add(seller);
  }

  /**
   * A buyer is independent when others than its seller, and than those to whom the seller sent the token, sent it what it paid, or one token
   * if it paid more. Else it was funded by the seller if that sent it anything, by itself or through one more wallet. What a third wallet
   * sends to a buyer therefore neither hides the seller nor makes an independent buyer look funded.
   */
  fundingOf({ payer, units, lastBlock }: Buyer, sellers: ReadonlySet<string>): Funding {
    if (sellers.has(payer)) return 'funded';

    const received = (this.#received.get(payer) ?? []).filter(({ block }) => block <= lastBlock);
    const isOfSeller = ({ sender }: TokenTransfer): boolean =>
      sellers.has(sender) || this.#gotFrom(sellers, sender, lastBlock);
    const independent = received.reduce((sum, each) => (isOfSeller(each) ? sum : sum + each.units), 0n);
    const needed = units < this.#one ? units : this.#one;
    const isBusy = [...sellers].some((seller) => this.#busy.has(seller));
    if (independent >= needed && !isBusy) return 'independent';

    return received.some(isOfSeller) ? 'funded' : 'unknown';
  }

  #gotFrom(sellers: ReadonlySet<string>, wallet: string, lastBlock: number): boolean {
    for (const seller of sellers) {
      if ((this.#sent.get(seller)?.get(wallet) ?? Infinity) <= lastBlock) return true;
    }
    return false;
  }
}
