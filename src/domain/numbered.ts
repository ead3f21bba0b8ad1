/**
 * Values under small numbers, which are given out again. Values that come and go all the time, and refer to much, are better kept here than in
 * a `Map`: when it grows, V8 links its old table to the new one, so that as soon as one table is old enough to be collected rarely, all later
 * tables and what was in them are as well.
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
