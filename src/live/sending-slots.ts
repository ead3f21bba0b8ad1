/** Somebody's target. */
export interface Recipient {
  readonly host: string;
  readonly owner: string;
  /** Whether it answered promptly the last time. */
  readonly isPrompt: boolean;
}

/**
 * How many requests may be under way at once. The limit of `others` is for targets that were slow or failed the last time, or were never asked: they
 * cannot hold up the prompt ones.
 */
const limits = { prompt: 16, others: 8, perHost: 2, perOwner: 4 };

/** Counts the requests to targets that are under way. */
export class SendingSlots {
  readonly #taken = new Map<string, number>();

  /** Takes a slot if one is free; returns what gives it back. */
  take(recipient: Recipient): (() => void) | undefined {
    const wanted = this.#wantedBy(recipient);
    if (wanted.some(([name, most]) => this.#count(name) >= most)) return undefined;

    for (const [name] of wanted) this.#add(name, 1);
    return () => {
      for (const [name] of wanted) this.#add(name, -1);
    };
  }

  #wantedBy({ host, owner, isPrompt }: Recipient): [string, number][] {
    const { prompt, others, perHost, perOwner } = limits;

    return [
      isPrompt ? ['prompt', prompt] : ['others', others],
      [`host ${host}`, perHost],
      [`owner ${owner}`, perOwner],
    ];
  }

  #count(name: string): number {
    return this.#taken.get(name) ?? 0;
  }

  #add(name: string, difference: number): void {
    const count = this.#count(name) + difference;
    if (count === 0) this.#taken.delete(name);
    else this.#taken.set(name, count);
  }
}
