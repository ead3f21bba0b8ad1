/** A map with a budget: once its values together weigh more than that, it drops the oldest entries. */
export class BoundedMap<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #weightOf: (value: Value) => number;
  readonly #maxWeight: number;
  #weight = 0;

  /** Without `weightOf`, the budget counts entries. */
  constructor(maxWeight: number, weightOf: (value: Value) => number = () => 1) {
    this.#maxWeight = maxWeight;
    this.#weightOf = weightOf;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Value): void {
    this.delete(key);
    this.#entries.set(key, value);
    this.#weight += this.#weightOf(value);

    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#maxWeight) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;

    this.#entries.delete(key);
    this.#weight -= this.#weightOf(value);
  }
}
