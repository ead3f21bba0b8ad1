import { fold } from '../../domain/fold.ts';

/** Spaces and punctuation of every script: where MiniSearch splits too. */
const between = /[\n\r\p{Z}\p{P}]+/u;

const onlyAscii = /^\p{ASCII}*$/u;

/** Scripts that are written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}/gu;

/** The words of a text, folded, in their order. */
export function wordsOf(text: string): string[] {
  const words = onlyAscii.test(text)
    ? text.toLowerCase().split(between)
    : text.split(between).map((word) => fold(word));

  return words.filter((word) => word !== '');
}

/**
 * What a text is found by: its words, and of Chinese and Japanese every two neighbouring characters, because there
 * a "word" is often a whole sentence.
 */
export function indexedWordsOf(text: string): string[] {
  const words = wordsOf(text);
  if (onlyAscii.test(text)) return words;

  return words.flatMap((word) => [word, ...pairsOf(word).filter((pair) => pair !== word)]);
}

/** Every two neighbouring characters of a word where they are Chinese or Japanese. */
export function pairsOf(word: string): string[] {
  return (word.match(unspaced) ?? []).flatMap((run) => {
    const characters = Array.from(run);

    return characters.slice(1).map((character, i) => `${characters[i] ?? ''}${character}`);
  });
}

/** Whether a word holds signs of a script without spaces. */
export function isCjk(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);
}
