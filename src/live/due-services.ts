/** Services and when each is to be checked next; to take those that are due costs what they are, not what there are. */
export class DueServices {
  readonly #seconds = new Map<number, Set<string>>();
  readonly #secondOf = new Map<string, number>();
  /** Everything before this second has been taken. */
  #taken: number;

  constructor(now: Date) {
    this.#taken = secondOf(now.getTime());
  }

  /** Sets the next check of a service, in place of the one set before. */
  set(id: string, at: number): void {
    this.remove(id);
    const second = Math.max(secondOf(at), this.#taken);
    const due = this.#seconds.get(second) ?? new Set();

    this.#seconds.set(second, due.add(id));
    this.#secondOf.set(id, second);
  }

  remove(id: string): void {
    const second = this.#secondOf.get(id);
    if (second === undefined) return;

    this.#secondOf.delete(id);
    this.#seconds.get(second)?.delete(id);
  }

  /** The services that are due by now; they are due no more. */
  take(now: Date): string[] {
    const until = secondOf(now.getTime());
    const ids: string[] = [];
    for (; this.#taken <= until; this.#taken += 1) {
      ids.push(...(this.#seconds.get(this.#taken) ?? []));
      this.#seconds.delete(this.#taken);
    }
    this.#taken = until;
    for (const id of ids) this.#secondOf.delete(id);
    return ids;
  }
}

function secondOf(ms: number): number {
  return Math.floor(ms / 1000);
}
