/**
 * Values under small numbers, which are given out again once a value is removed. For values that come and go all the time and refer to much.
 * Whenever a `Map` makes a larger table, V8 lets the old one refer to the new one. As soon as one of them is in the old generation, all later
 * ones follow, with what was in them, though nobody uses them: 2 kB for each check of a service.
 */
export class Numbered<Value> {
  readonly #values: (Value | undefined)[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#values.length - this.#free.length;
  }

  /** Keeps a value; returns its number. */
  add(value: Value): number {
    const number = this.#free.pop() ?? this.#values.length;
    this.#values[number] = value;
    return number;
  }

  get(number: number): Value | undefined {
    return this.#values[number];
  }

  remove(number: number): void {
    if (this.#values[number] === undefined) return;

    this.#values[number] = undefined;
    this.#free.push(number);
  }

  all(): Value[] {
    return this.#values.filter((value) => value !== undefined);
  }
}
