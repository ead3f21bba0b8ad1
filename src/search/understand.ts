import type { Dropped, Reading } from './intent/intent.ts';
import { readSentence, type Sentence } from './intent/read-sentence.ts';
import type { Knowledge } from './knowledge/category-model.ts';
import { functionWords, isGreeting } from './lexicon/stop-words.ts';
import { readKeywordsWithout } from './read-keywords.ts';
import { wordsOf } from './text/words.ts';

/** Keywords are fewer words than this. */
const sentenceLength = 4;

/**
 * Reads a text that may be keywords ("ip geoloc") or a sentence ("turns a picture into text"). This is the one rule for telling
 * them apart. A text is a sentence when any of these holds:
 *
 * - it demands something, such as a price, a chain or an order ("weather under $0.01", "cheapest ocr");
 * - it has two words or more, and one of them is a function word ("was my password leaked", "html to pdf");
 * - it has four words or more;
 * - it is in another language than English;
 * - it is a greeting ("hello").
 *
 * Any other text is keywords. Keywords are read as `GET /api/services?query=` reads every text: each word is wanted, the last may
 * be half a word, and when no service has all of them, services with some of them are found. A sentence is read as
 * `GET /api/services/search/intent` reads every text: demands filter, the topic ranks, and without a topic nothing is found. The
 * one difference: here, a sentence of demands alone ("on Base, cheapest first") asks for all services that meet them. What is
 * dropped does not change how the rest is read.
 */
export function understand(text: string, knowledge: Knowledge, dropped: Dropped = {}): Reading {
  const sentence = readSentence(text, knowledge, dropped);
  if (Object.keys(sentence.constraints).length > 0 || readsAsSentence(text, sentence)) return sentence;

  return readKeywordsWithout(text, knowledge, dropped);
}

function readsAsSentence(text: string, { language }: Sentence): boolean {
  const words = wordsOf(text);

  return (
    words.length >= sentenceLength ||
    (words.length > 1 && words.some((word) => functionWords.has(word))) ||
    isGreeting(words) ||
    language !== undefined
  );
}
