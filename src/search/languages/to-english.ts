import type { Vocabulary } from '../knowledge/vocabulary.ts';
import { wordsOf } from '../text/words.ts';
import { languageOf } from './language-of.ts';
import { dictionaryOf } from './languages.ts';
import { type Part, partsOf } from './parts.ts';
import { tokensOf } from './tokens.ts';
import { isChain } from './english-words.ts';

/** A text in English, as all rules read it. */
export interface InEnglish {
  readonly english: string;
  /** What the person wrote for an English word, where the text was of another language. */
  readonly said: ReadonlyMap<string, string>;
  /** The ISO 639-1 code of that language; undefined for English. */
  readonly language?: string;
}

/** Turns a text into English, word by word. Words that no dictionary knows stay as they are: they may be names. */
export function toEnglish(text: string, facts: Pick<Vocabulary, 'frequency'>): InEnglish {
  const { tokens, end } = tokensOf(text.normalize('NFKC'));
  const language = languageOf(tokens, facts);
  if (!language) return { english: text, said: new Map() };

  const dictionary = dictionaryOf(language);
  const parts = partsOf(tokens, dictionary, facts);
  const ordered = dictionary.grammar.postpositions ? withPrepositions(parts) : parts;
  return { english: joined(ordered, end), said: saidBy(parts), language: language.code };
}

const signs = new Map([
  ...Array.from('、،', (sign) => [sign, ', '] as const),
  ...Array.from('。।', (sign) => [sign, '. '] as const),
  ...Array.from('؛', (sign) => [sign, '; '] as const),
  ...Array.from('؟', (sign) => [sign, '? '] as const),
  ...Array.from('¿¡「」『』', (sign) => [sign, ' '] as const),
]);

function joined(parts: readonly Part[], end: string): string {
  const pieces = parts.map(({ english, gap }) => `${inAscii(gap) || ' '}${english}`);

  return `${pieces.join('')}${inAscii(end)}`.trim();
}

/** Signs in ASCII. An apostrophe between two words joined them in the other language, and joins nothing in English. */
function inAscii(gap: string): string {
  if (/^['’‘`]$/.test(gap)) return ' ';

  return gap.replace(/[^\p{ASCII}]/gu, (sign) => signs.get(sign) ?? sign);
}

function saidBy(parts: readonly Part[]): ReadonlyMap<string, string> {
  return new Map(
    parts
      .filter(({ written, english }) => english !== written)
      .flatMap(({ written, english }) => wordsOf(english).map((word) => [word, written] as const))
      .reverse(),
  );
}

const postpositions = new Set(['on', 'paid on', 'without']);
const joining = new Set(['and', 'or']);
/** Words that stand with the name of a chain: "Base network". */
const kinds = new Set(['network', 'blockchain', 'main network', 'test network']);

/** Moves the words that follow their noun in languages such as Japanese before it: "Base on" becomes "on Base". */
function withPrepositions(parts: readonly Part[]): Part[] {
  const moved: Part[] = [];
  for (const part of parts) {
    if (!postpositions.has(part.english)) {
      moved.push(part);
      continue;
    }

    const start = startOfNoun(moved);
    const noun = moved[start];
    moved.splice(
      start,
      noun ? 1 : 0,
      { ...part, gap: noun?.gap ?? part.gap },
      ...(noun ? [{ ...noun, gap: ' ' }] : []),
    );
  }

  return moved;
}

/** Where the last noun begins; "Base or Solana" is one. */
function startOfNoun(parts: readonly Part[]): number {
  let start = parts.length;
  const before = (): string | undefined => parts[start - 1]?.english;
  const skip = (words: ReadonlySet<string>): void => {
    while (start > 0 && words.has(before() ?? '')) start -= 1;
  };
  const silent = new Set(['']);

  do {
    skip(silent);
    skip(joining);
    skip(silent);
    if (kinds.has(before() ?? '') && isChain(parts[start - 2]?.english ?? '')) start -= 1;
    start = Math.max(0, start - 1);
  } while (joining.has(before() ?? ''));
  return start;
}
