/** So many texts are kept, however few of them are in use. */
const spareTexts = 1_000;

/** What stands in the place of a text that was forgotten. */
const forgotten = '';

/** Numbers for texts that many documents share. */
export class Codes {
  readonly #texts: string[];
  readonly #codes: Map<string, number>;
  /** Of forgotten texts, for the next ones. */
  readonly #free: number[] = [];
  /** How many texts were in use when the others were last forgotten. */
  #used = 0;

  constructor(texts: readonly string[] = []) {
    this.#texts = [...texts];
    this.#codes = new Map();
    for (const [code, text] of texts.entries()) {
      if (text === forgotten) this.#free.push(code);
      else this.#codes.set(text, code);
    }
  }

  /** By code; empty for a code that no text has now. */
  get texts(): readonly string[] {
    return this.#texts;
  }

  codeOf(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;

    const code = this.#free.pop() ?? this.#texts.length;
    this.#texts[code] = text;
    this.#codes.set(text, code);
    return code;
  }

  /** Whether so many texts came since the last `forget` that it is worth while. What sellers send makes texts, without end. */
  get isCrowded(): boolean {
    return this.#codes.size > 2 * this.#used + spareTexts;
  }

  /** Forgets all texts whose code is not in use. `used`: 1 for each code that is. */
  forget(used: Uint8Array): void {
    for (const [text, code] of this.#codes) {
      if (used[code] === 1) continue;
      this.#codes.delete(text);
      this.#texts[code] = forgotten;
      this.#free.push(code);
    }
    this.#used = this.#codes.size;
  }
}

/** The codes in the columns of a table. A table that is merged hands them on. */
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

/** The names of the chains in a text of `TableCodes.chains`; none in one that was forgotten. */
export function chainsOf(text: string): string[] {
  return text === forgotten ? [] : text.split(chainSeparator);
}
