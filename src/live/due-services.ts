/** Services, and when each is due. Taking the due ones is O(due), not O(all), because services are grouped by time slot. */
export class DueServices {
  readonly #slotMs: number;
  readonly #slots = new Map<number, Set<string>>();
  readonly #slotOf = new Map<string, number>();
  /** Every slot before this one has been taken. */
  #taken: number;

  /** Times are rounded to `slotMs`. */
  constructor(now: Date, slotMs: number) {
    this.#slotMs = slotMs;
    this.#taken = this.#slotAt(now.getTime());
  }

  get size(): number {
    return this.#slotOf.size;
  }

  has(id: string): boolean {
    return this.#slotOf.has(id);
  }

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

  /** The slots to look at, in order. Looks only at existing slots when there are fewer of them, as after a clock was set forward by years. */
  #slotsUntil(until: number): number[] {
    const passed = until - this.#taken + 1;
    if (passed <= this.#slots.size) return Array.from({ length: passed }, (_, i) => this.#taken + i);

    return [...this.#slots.keys()].filter((slot) => slot <= until).sort((a, b) => a - b);
  }

  /** Adapts to a clock that was set back: a service that was due in a minute is still due in a minute. */
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
