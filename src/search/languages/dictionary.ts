import { continues, plainLetters, type Token, tokensOf } from './tokens.ts';

/** A dictionary as its file has it; `test/unit/search/languages/dictionaries.test.ts` checks the files. */
export interface DictionaryFile {
  readonly name: string;
  /** The licence of its words, and where they come from. */
  readonly licence: string;
  /** English to a comma list of the ways to say it. */
  readonly words: Readonly<Record<string, string>>;
  /** The same for what limits or orders an answer, by the English that the rules for sentences read. */
  readonly demands: Readonly<Record<string, string>>;
  /** Words that say nothing about what is wanted, separated by spaces. */
  readonly ignore: string;
}

/** How a language builds words and phrases. */
export interface Grammar {
  /** The fewest letters of a known word that another may begin with: a compound, or a word with particles. */
  readonly beginnings?: number;
  /** The article, where it is written together with its noun. */
  readonly article?: string;
  /** What else may stand before a word without a space. */
  readonly prefixes?: readonly string[];
  /** "On Base" is "Base on". */
  readonly postpositions?: true;
}

export interface Meaning {
  /** Empty for words that say nothing. */
  readonly english: string;
  /** How many tokens it takes up. */
  readonly length: number;
}

interface Form {
  readonly plain: string;
  readonly english: string;
}

/** Words that are not found as they are must share this many letters with a known one, and may end in up to this many others. */
const sharedLetters = 4;
const otherLetters = 3;
/** No word of any language is longer than this. */
const longestWord = 40;
/** No phrase of a dictionary needs more words or, without spaces, characters. */
const longestPhrase = 14;

export class Dictionary {
  readonly grammar: Grammar;
  readonly #meanings = new Map<string, string>();
  /** Forms of one word by their first letters; made when first needed. */
  #byBeginning: ReadonlyMap<string, readonly Form[]> | undefined;
  readonly #scripts = new Set<string>();
  readonly #article: RegExp | undefined;
  #longest = 1;

  constructor({ words, demands, ignore }: DictionaryFile, grammar: Grammar = {}) {
    this.grammar = grammar;
    if (grammar.article) this.#article = new RegExp(`(?<!\\S)${grammar.article}(?=\\S{2})`, 'gu');

    for (const [english, forms] of [...Object.entries(demands), ...Object.entries(words)]) {
      const ways = forms.split(', ');
      for (const form of ways) this.#add(form, english);
      this.#scripts.add(scriptOf(ways[0] ?? ''));
    }
    for (const word of ignore.split(' ')) this.#add(word, '');
  }

  /** Whether the language is written in a script, such as `Cyrillic`. */
  isWrittenIn(script: string): boolean {
    return this.#scripts.has(script);
  }

  /** What the longest phrase that begins here means, of those that fit. */
  exactly(
    tokens: readonly Token[],
    at: number,
    fits: (meaning: Meaning) => boolean = () => true,
  ): Meaning | undefined {
    for (let length = this.#lengthOfPhrase(tokens, at); length > 0; length -= 1) {
      const phrase = tokens.slice(at, at + length);
      const english = this.#meaningOf(phrase);
      if (english !== undefined && fits({ english, length })) return { english, length };
    }
    return undefined;
  }

  /** What a word means that is not found as it is: another form, a compound, or a word with a prefix or a particle. */
  roughly(token: Token): Meaning | undefined {
    const { plain } = token;
    if (plain.length > longestWord || /^[\d.,]+$/.test(plain)) return undefined;

    const english = this.#withoutPrefix(plain) ?? this.#alike(plain) ?? this.#byParts(plain);
    return english === undefined ? undefined : { english, length: 1 };
  }

  #add(form: string, english: string): void {
    const key = keyOf(form);
    const plain = this.#stripped(plainLetters(key));
    this.#set(key, english);
    if (plain !== key) this.#set(plain, english);
    const length = key.split(' ').length;
    if (length > this.#longest) this.#longest = Math.min(length, longestPhrase);
  }

  #set(key: string, english: string): void {
    if (!this.#meanings.has(key)) this.#meanings.set(key, english);
  }

  #lengthOfPhrase(tokens: readonly Token[], at: number): number {
    let length = 1;
    for (; length < this.#longest; length += 1) {
      const next = tokens[at + length];
      if (!next || !continues(next)) break;
    }
    return length;
  }

  #meaningOf(phrase: readonly Token[]): string | undefined {
    return (
      this.#meanings.get(phrase.map(({ spelt }) => spelt).join(' ')) ??
      this.#meanings.get(this.#stripped(phrase.map(({ plain }) => plain).join(' ')))
    );
  }

  /** Words without the article that is written together with them: it says nothing. */
  #stripped(plain: string): string {
    return this.#article ? plain.replace(this.#article, '') : plain;
  }

  #withoutPrefix(plain: string): string | undefined {
    for (const prefix of this.grammar.prefixes ?? []) {
      const english = plain.startsWith(prefix)
        ? this.#meanings.get(this.#stripped(plain.slice(prefix.length)))
        : undefined;
      if (english !== undefined) return english;
    }
    return undefined;
  }

  /** The meaning of the form that shares the longest beginning. */
  #alike(plain: string): string | undefined {
    let best: { readonly english: string; readonly shared: number; readonly other: number } | undefined;
    for (const form of this.#formsLike(plain)) {
      const shared = sharedLength(plain, form.plain);
      const endings = [plain.length - shared, form.plain.length - shared];
      const other = plain.length + form.plain.length - 2 * shared;
      if (shared < sharedLetters || other > shared || Math.max(...endings) > otherLetters) continue;

      if (!best || shared > best.shared || (shared === best.shared && other < best.other)) {
        best = { english: form.english, shared, other };
      }
    }
    return best?.english;
  }

  /** The forms of one word with the same first letters. */
  #formsLike(plain: string): readonly Form[] {
    this.#byBeginning ??= Map.groupBy(
      [...this.#meanings].flatMap(([form, english]) =>
        form.includes(' ') ? [] : [{ plain: form, english }],
      ),
      (form) => form.plain.slice(0, sharedLetters),
    );

    return this.#byBeginning.get(plain.slice(0, sharedLetters)) ?? [];
  }

  /** The meaning of the longest known beginning, with that of the rest where it is known too: "Flug" and "Preis" in "Flugpreise". */
  #byParts(plain: string): string | undefined {
    const least = this.grammar.beginnings;
    if (least === undefined) return undefined;

    for (let length = plain.length - 1; length >= least; length -= 1) {
      const beginning = this.#meanings.get(plain.slice(0, length));
      if (beginning === undefined) continue;

      const rest = this.#meaningOfRest(plain.slice(length), least);
      const isMostOfIt = length > least && length * 2 >= plain.length - 2;
      if (rest !== undefined || isMostOfIt) return `${beginning} ${rest ?? ''}`.trim();
    }
    return undefined;
  }

  /** German joins the parts of a compound by an "s" or "n". */
  #meaningOfRest(rest: string, least: number): string | undefined {
    for (const part of [rest, rest.replace(/^e?[ns]/, '')]) {
      const english = part.length < least ? undefined : (this.#meanings.get(part) ?? this.#alike(part));
      if (english !== undefined) return english;
    }
    return undefined;
  }
}

const hasSpaces = /^[^\d\u2e80-\uffff]*$/;

/** The words of a form as `tokensOf` separates them, with one space between. Most forms are written like that. */
function keyOf(form: string): string {
  if (/^[a-z ]+$/.test(form)) return form;
  if (hasSpaces.test(form)) return form.replace(/[ '’.-]+/g, ' ').trim();

  return tokensOf(form)
    .tokens.map(({ spelt }) => spelt)
    .join(' ');
}

function sharedLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;

  return length;
}

/** Latin first, since most texts are. */
const scripts = ['Latin', 'Cyrillic', 'Arabic', 'Devanagari', 'Hangul', 'Hiragana', 'Katakana', 'Han'].map(
  (name) => [name, new RegExp(String.raw`\p{Script=${name}}`, 'u')] as const,
);

export function scriptOf(word: string): string {
  const [first = ''] = word;

  return scripts.find(([, pattern]) => pattern.test(first))?.[0] ?? 'other';
}
