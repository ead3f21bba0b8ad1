/** Digests have 53 bits. */
const digestRange = 2 ** 53;

/** Finds documents by digest. An open-addressing table, because a Map of a million doubles takes seconds and hundreds of megabytes. */
export class DigestPlaces {
  readonly #digests: Float64Array;
  /** Document number plus one, by slot; 0 for an empty slot. */
  readonly #slots: Uint32Array;
  /** Whether two documents share a digest, so that a digest does not tell them apart. */
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

  /** `likely`: a document to look at first, since what is looked for often lies in the order of the documents. */
  find(digest: number, likely = 0): number | undefined {
    if (this.#digests[likely] === digest) return likely;

    const found = this.#slots[this.#slotOf(digest)] ?? 0;

    return found === 0 ? undefined : found - 1;
  }

  /** The slot that holds a digest, or the empty slot that it would take. */
  #slotOf(digest: number): number {
    // Digests are evenly distributed, and to scale one is several times faster than a remainder of 53 bits.
    let slot = Math.floor((digest / digestRange) * this.#slots.length) % this.#slots.length;

    for (;;) {
      const found = this.#slots[slot] ?? 0;
      if (found === 0 || this.#digests[found - 1] === digest) return slot;
      slot = slot + 1 === this.#slots.length ? 0 : slot + 1;
    }
  }
}
