import { indexedWordsOf, pairsOf, writtenWordsOf } from '../search/text/words.ts';

const onlyAscii = /^\p{ASCII}*$/u;
const onlyLatin = /^[\p{Script=Latin}\p{N}]+$/u;

/**
 * What the full-text index of SQLite reads of a text: the text, so that whatever is written in it is found as it is written, and after it the
 * words by which Tollbook's own search finds it and that SQLite's tokenizer would not see. These are words with folded letters, and of
 * Chinese and Japanese every two neighbouring characters.
 */
export function tokensOf(text: string): string {
  if (onlyAscii.test(text)) return text;

  const written = writtenWordsOf(text);
  const seen = new Set(written.map(asTokenized));
  const further = [...indexedWordsOf(text), ...written.flatMap(pairsOf)].map((word) => word.normalize('NFC'));
  return [text, ...new Set(further.filter((word) => !seen.has(asTokenized(word))))].join(' ');
}

/** A word as SQLite's tokenizer spells it, which takes away case, and marks from Latin letters: https://www.sqlite.org/fts5.html#unicode61_tokenizer */
function asTokenized(word: string): string {
  const plain = onlyLatin.test(word) ? word.normalize('NFD').replace(/\p{Mn}+/gu, '') : word;

  return plain.toLowerCase();
}
