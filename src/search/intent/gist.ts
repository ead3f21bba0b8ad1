import type { Vector } from '../query/wanted.ts';
import type { Gist, Reading } from './intent.ts';
import type { Topic } from './topic.ts';

/** How much meaning counts beside words when the lexicon understands all words of a sentence, and when it understands none. */
const minWeight = 0.3;
const maxWeight = 0.7;

/** A doubtful text with this cosine to a service is about something that is in the catalog. */
const near = 0.5;

/**
 * What a model should tell the meaning of: the sentence without its demands and its spelling mistakes, then its telling words once more,
 * since a model for sentences gives the words around them as much weight. Undefined when there are no words to tell. A doubtful sentence may be
 * nonsense.
 */
export function gistOf(rest: string, topic: Topic, isDoubtful: boolean): Gist | undefined {
  const { words } = topic;
  if (words.length === 0) return undefined;

  const corrections = new Map(words.map(({ word, meant }) => [word, meant ?? word]));
  const sentence = rest
    .replace(/[\s,;.!?]*[,;.!?][\s,;.!?]*/gu, ', ')
    .replace(/^[\s,]+|[\s,]+$/gu, '')
    .replace(/[\p{L}\p{N}]+/gu, (word) => corrections.get(word) ?? word);
  const telling = words.map(({ word, meant }) => meant ?? word);

  return {
    text: `${sentence}. ${telling.join(' ')}`,
    weight: weightOf(topic),
    ...(isDoubtful ? { least: near } : {}),
  };
}

/** The fewer of the telling words the lexicon understands, the more their meaning counts. */
function weightOf({ words, covered }: Topic): number {
  const telling = words.filter(({ strong }) => strong);
  const understood = telling.filter(({ word }) => covered.has(word)).length / telling.length || 0;

  return maxWeight - (maxWeight - minWeight) * understood;
}

/** The same text where no model is at hand: only its words rank. */
export function withoutMeaning<Read extends Reading>(reading: Read): Read {
  return { ...reading, gist: undefined };
}

/** The same text, ranking by the meaning of its gist as well. */
export function withMeaning<Read extends Reading>(reading: Read, direction: Vector): Read {
  const { wanted, gist } = reading;
  if (!wanted || !gist) return reading;

  const { weight, least } = gist;
  return { ...reading, wanted: { ...wanted, meaning: { direction, weight, least, turned: true } } };
}
