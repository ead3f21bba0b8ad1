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
    if (until < this.#taken) this.#moveBack(this.#taken - until);

    const ids: string[] = [];
    for (const slot of this.#slotsUntil(until)) {
      ids.push(...(this.#slots.get(slot) ?? []));
      this.#slots.delete(slot);
    }
    this.#taken = until;
    for (const id of ids) this.#slotOf.delete(id);
    return ids;
  }

  /** The slots that may hold something, in order. A clock that is set forward by years passes more of them than there are. */
  #slotsUntil(until: number): number[] {
    const passed = until - this.#taken + 1;
    if (passed <= this.#slots.size) return Array.from({ length: passed }, (_, i) => this.#taken + i);

    return [...this.#slots.keys()].filter((slot) => slot <= until).sort((a, b) => a - b);
  }

  /** The clock was set back: what was due in a minute is due in a minute still. */
  #moveBack(by: number): void {
    const slots = [...this.#slots].map(([slot, due]) => [slot - by, due] as const);

    this.#slots.clear();
    for (const [slot, due] of slots) {
      this.#slots.set(slot, due);
      for (const id of due) this.#slotOf.set(id, slot);
    }
    this.#taken -= by;
  }

  #slotAt(ms: number): number {
    return Math.floor(ms / this.#slotMs);
  }
}
