/** Services and when each is to be checked next; to take those that are due costs what they are, not what there are. */
export class DueServices {
  readonly #slotMs: number;
  readonly #slots = new Map<number, Set<string>>();
  readonly #slotOf = new Map<string, number>();
  /** Everything before this slot has been taken. */
  #taken: number;

  /** Times are told apart to `slotMs`. */
  constructor(now: Date, slotMs: number) {
    this.#slotMs = slotMs;
    this.#taken = this.#slotAt(now.getTime());
  }

  /** Sets the next check of a service, in place of the one set before. */
  set(id: string, at: number): void {
    this.remove(id);
    const slot = Math.max(this.#slotAt(at), this.#taken);
    const due = this.#slots.get(slot) ?? new Set();

    this.#slots.set(slot, due.add(id));
    this.#slotOf.set(id, slot);
  }

  remove(id: string): void {
    const slot = this.#slotOf.get(id);
    if (slot === undefined) return;

    this.#slotOf.delete(id);
    this.#slots.get(slot)?.delete(id);
  }

  /** The services that are due by now; they are due no more. */
  take(now: Date): string[] {
    const until = this.#slotAt(now.getTime());
    const ids: string[] = [];
    for (; this.#taken <= until; this.#taken += 1) {
      ids.push(...(this.#slots.get(this.#taken) ?? []));
      this.#slots.delete(this.#taken);
    }
    this.#taken = until;
    for (const id of ids) this.#slotOf.delete(id);
    return ids;
  }

  #slotAt(ms: number): number {
    return Math.floor(ms / this.#slotMs);
  }
}
