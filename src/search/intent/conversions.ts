import { englishStopWords } from '../lexicon/stop-words.ts';
import type { Conversion } from '../query/wanted.ts';
import { stem } from '../text/stem.ts';
import { wordsOf } from '../text/words.ts';

const becoming = new Set(['to', 'into']);
const articles = new Set(['a', 'an', 'the']);

/** Enough for any wish; each costs a look at every text that is found. */
const maxConversions = 3;

/** The conversions that a text asks for: "speech-to-text", "a picture into text". In "how to pay", nothing becomes anything. */
export function conversionsIn(text: string): Conversion[] {
  const words = wordsOf(text).filter((word) => !articles.has(word));

  const conversions = words.flatMap((word, at) => {
    const [from, to] = [words[at - 1], words[at + 1]];
    if (!becoming.has(word) || !isThing(from) || !isThing(to)) return [];
    return [{ from: stem(from), to: stem(to) }];
  });
  return conversions.slice(0, maxConversions);
}

/** Tells texts that name the reverse of a conversion, and not the conversion: of "text to speech" where "speech to text" is wanted. */
export function reverseOf({ from, to }: Conversion): (text: string) => boolean {
  const [wanted, reverse] = [saying(from, to), saying(to, from)];

  return (text) => reverse.test(text) && !wanted.test(text);
}

function saying(from: string, to: string): RegExp {
  const gap = String.raw`[^\p{L}\p{N}]+`;

  return new RegExp(
    String.raw`(?<![\p{L}\p{N}])${escape(from)}[\p{L}\p{N}]*${gap}(?:in)?to${gap}(?:(?:an?|the) )?${escape(to)}`,
    'iu',
  );
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function isThing(word: string | undefined): word is string {
  return word !== undefined && !englishStopWords.has(word);
}
