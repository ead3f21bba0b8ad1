/** A word of a text, and what stands before it. */
export interface Token {
  /** As the person wrote it. */
  readonly written: string;
  /** In lower case. */
  readonly spelt: string;
  /** In lower case, without accents; see `plainLetters`. */
  readonly plain: string;
  /** The spaces and signs between the word before and this one. */
  readonly gap: string;
}

interface Tokens {
  readonly tokens: readonly Token[];
  /** What follows the last word. */
  readonly end: string;
}

const latin = String.raw`\p{Script=Latin}`;
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`;

/**
 * A number, a word in Latin letters with its digits, one character of a script without spaces, or a word of any other script.
 * Those often follow a number or a Latin word without a space: "5美分", "PDF로".
 */
const word = new RegExp(
  [
    String.raw`\p{Nd}+(?:[.,٫]\p{Nd}+)*(?![${latin}\p{Nd}])`,
    String.raw`[${latin}\p{Nd}\u0300-\u036f]+`,
    `[${unspaced}]`,
    String.raw`(?:(?![${latin}${unspaced}])[\p{L}\p{M}])+`,
  ].join('|'),
  'gu',
);

/** The words of a text in composed letters. */
export function tokensOf(text: string): Tokens {
  const tokens: Token[] = [];
  let end = 0;
  for (const { 0: written, index } of text.matchAll(word)) {
    const spelt = written.toLowerCase();
    tokens.push({ written, spelt, plain: plainLetters(spelt), gap: text.slice(end, index) });
    end = index + written.length;
  }

  return { tokens, end: text.slice(end) };
}

const isOfUnspaced = new RegExp(`^[${unspaced}]`, 'u');

/** Whether a token is a character of a script that is written without spaces. */
export function isUnspaced(word: string): boolean {
  return isOfUnspaced.test(word);
}

/** Whether a word can continue a phrase: a comma or a full stop before it ends the phrase. */
export function continues({ gap }: Token): boolean {
  return /^[\s'’‘`-]*$/.test(gap);
}

const alike = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['ø', 'o'],
  ['œ', 'oe'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['ة', 'ه'],
  ['ى', 'ي'],
  // The Arabic line that stretches a word, and the Devanagari moon dot, which stands for the dot above.
  ['\u0640', ''],
  ['\u0901', '\u0902'],
]);
const anyAlike = new RegExp([...alike.keys()].join('|'), 'gu');
/** Accents of Latin and Cyrillic letters, Arabic vowels and hamzas, the Devanagari dot below. */
const marks = /[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u093c]/gu;

/** A lower-case word without the marks that people leave out, and with one letter for those that they mix up. Unlike `fold`, keeps marks that make another letter: か is not が. */
export function plainLetters(spelt: string): string {
  if (!/[^a-z0-9 ]/.test(spelt)) return spelt;

  return spelt
    .normalize('NFD')
    .replace(marks, '')
    .normalize('NFC')
    .replace(anyAlike, (letter) => alike.get(letter) ?? letter);
}

/** The digits of any script as ASCII digits, and the Arabic decimal separator as a point. */
export function asciiDigits(number: string): string {
  return number.replace(/[^\d.,]/gu, (digit) => (digit === '٫' ? '.' : String(valueOf(digit))));
}

/** Unicode keeps the ten digits of a script together, from 0 on. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;

  return code - zero;
}
