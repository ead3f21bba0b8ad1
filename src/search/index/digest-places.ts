/** Which document has which digest: an open-addressing table, because a Map of a million doubles takes seconds and hundreds of megabytes. */
export class DigestPlaces {
  readonly #digests: Float64Array;
  /** Documents by slot, counted from 1; 0 where there is none. */
  readonly #slots: Uint32Array;
  /** Whether two documents have one digest, so that none of both can be told by it. */
  readonly hasTwins: boolean = false;

  constructor(digests: Float64Array) {
    this.#digests = digests;
    this.#slots = new Uint32Array(2 * digests.length + 1);

    for (let document = 0; document < digests.length; document += 1) {
      const slot = this.#slotOf(digests[document] ?? 0);
      if (this.#slots[slot] !== 0) this.hasTwins = true;
      this.#slots[slot] = document + 1;
    }
  }

  find(digest: number): number | undefined {
    const found = this.#slots[this.#slotOf(digest)] ?? 0;

    return found === 0 ? undefined : found - 1;
  }

  /** The slot that holds a digest, or the empty one where it would be. */
  #slotOf(digest: number): number {
    let slot = digest % this.#slots.length;

    for (;;) {
      const found = this.#slots[slot] ?? 0;
      if (found === 0 || this.#digests[found - 1] === digest) return slot;
      slot = slot + 1 === this.#slots.length ? 0 : slot + 1;
    }
  }
}
