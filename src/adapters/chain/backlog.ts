/** A transaction that touched an account. */
export interface Signed {
  readonly signature: string;
  readonly slot: number;
}

/**
 * The oldest transactions of a range of slots. Solana lists the newest first, and there may be any number of them; of too many, this
 * keeps the oldest, and ends its range before the others.
 */
export class Backlog {
  readonly #most: number;
  #slots = new Map<string, number>();
  #to: number;

  constructor(to: number, most: number) {
    this.#to = to;
    this.#most = most;
  }

  /** The last slot whose transactions are all here. */
  get to(): number {
    return this.#to;
  }

  add({ signature, slot }: Signed): void {
    if (slot > this.#to) return;

    this.#slots.set(signature, slot);
    if (this.#slots.size >= 2 * this.#most) this.#cut();
  }

  oldestFirst(): Signed[] {
    return [...this.#slots]
      .map(([signature, slot]) => ({ signature, slot }))
      .sort((a, b) => a.slot - b.slot || (a.signature < b.signature ? -1 : 1));
  }

  /** Keeps whole slots, and at least one. */
  #cut(): void {
    const sorted = this.oldestFirst();
    const [oldest, first] = [sorted[0]?.slot ?? 0, sorted[this.#most]?.slot ?? 0];

    this.#to = Math.max(oldest, first - 1);
    this.#slots = new Map(
      sorted.filter(({ slot }) => slot <= this.#to).map(({ signature, slot }) => [signature, slot]),
    );
  }
}
