/** Numbers for texts that many documents share, in the order in which the texts first came. */
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

/** The codes in the columns of a table. They only grow, and a table that is merged hands them on. */
export interface TableCodes {
  readonly category: Codes;
  readonly currency: Codes;
  /** One code for each set of chains; `chainsOf` splits its text. */
  readonly chains: Codes;
}

const chainSeparator = '\n';

export function chainsCode({ chains }: TableCodes, names: readonly string[]): number {
  return chains.codeOf(names.join(chainSeparator));
}

/** The names of the chains in a text of `TableCodes.chains`. */
export function chainsOf(text: string): string[] {
  return text.split(chainSeparator);
}
