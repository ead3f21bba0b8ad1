/** Numbers for texts that come again and again, in the order of their first coming. */
export class Codes {
  readonly #texts: string[];
  readonly #codes: Map<string, number>;

  constructor(texts: readonly string[] = []) {
    this.#texts = [...texts];
    this.#codes = new Map(texts.map((text, code) => [text, code]));
  }

  get texts(): readonly string[] {
    return this.#texts;
  }

  codeOf(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;

    const code = this.#texts.push(text) - 1;
    this.#codes.set(text, code);
    return code;
  }
}
