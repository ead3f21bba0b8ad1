import { fold } from '../../domain/plain-text.ts';

/** Spaces and punctuation of every script, as in MiniSearch. */
const between = /[\n\r\p{Z}\p{P}]+/u;

const onlyAscii = /^\p{ASCII}*$/u;

/** Scripts that are written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{2,}/gu;

/** The words of a text, folded, in order. */
export function wordsOf(text: string): string[] {
  const words = onlyAscii.test(text)
    ? text.toLowerCase().split(between)
    : text.split(between).map((word) => fold(word));

  return words.filter((word) => word !== '');
}

/** The words of a text as they are written, in order. */
export function writtenWordsOf(text: string): string[] {
  return text.split(between).filter((word) => word !== '');
}

/**
 * The words that a text is indexed by. In Chinese and Japanese, where a "word" is often a whole sentence, they include every
 * two neighbouring characters.
 */
export function indexedWordsOf(text: string): string[] {
  const words = wordsOf(text);
  if (onlyAscii.test(text)) return words;

  return words.flatMap((word) => [word, ...pairsOf(word).filter((pair) => pair !== word)]);
}

/** Every two neighbouring characters of a word that are Chinese or Japanese. */
export function pairsOf(word: string): string[] {
  return (word.match(unspaced) ?? []).flatMap((run) => {
    const characters = Array.from(run);

    return characters.slice(1).map((character, i) => `${characters[i] ?? ''}${character}`);
  });
}

/** The words to find a text by: of a run of Chinese or Japanese, every two neighbouring characters. */
export function searchedWordsOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    const pairs = pairsOf(word);
    return pairs.length > 0 ? pairs : [word];
  });
}
