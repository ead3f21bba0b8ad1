import { englishStopWords } from '../lexicon/stop-words.ts';
import type { Conversion } from '../query/wanted.ts';
import { stem } from '../text/stem.ts';
import { wordsOf } from '../text/words.ts';

const becoming = new Set(['to', 'into']);
const articles = new Set(['a', 'an', 'the']);

/** Enough for any wish. */
const maxConversions = 3;

/** The conversions that a text asks for: "speech-to-text", "a picture into text". In "how to pay", nothing becomes anything. */
export function conversionsIn(text: string): Conversion[] {
  return conversionsAmong(wordsOf(text)).slice(0, maxConversions);
}

/** All conversions that the words of a text name, in their order. */
export function conversionsAmong(words: readonly string[]): Conversion[] {
  const telling = words.filter((word) => !articles.has(word));

  return telling.flatMap((word, at) => {
    if (!becoming.has(word)) return [];

    const [from, to] = [telling[at - 1], telling[at + 1]];
    return isThing(from) && isThing(to) ? [{ from: stem(from), to: stem(to) }] : [];
  });
}

/** Whether a text names the reverse of a conversion, and not the conversion: "text to speech" where "speech to text" is wanted. */
export function isReverse({ from, to }: Conversion, named: readonly Conversion[]): boolean {
  const names = (one: string, other: string): boolean =>
    named.some((each) => each.from === one && each.to === other);

  return names(to, from) && !names(from, to);
}

function isThing(word: string | undefined): word is string {
  return word !== undefined && !englishStopWords.has(word);
}
