/** A map that forgets its oldest entries when they weigh too much together. */
export class BoundedMap<Value> {
  readonly #entries = new Map<string, Value>();
  readonly #weightOf: (value: Value) => number;
  readonly #most: number;
  #weight = 0;

  constructor(most: number, weightOf: (value: Value) => number = () => 1) {
    this.#most = most;
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
      if (this.#weight <= this.#most) return;
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
