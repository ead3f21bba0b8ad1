import { fold } from '../../domain/plain-text.ts';
import type { InEnglish } from '../languages/to-english.ts';
import { type Concept, lexiconWords, phrasesWith, type Phrase } from '../lexicon/lexicon.ts';
import { englishStopWords, weakWords } from '../lexicon/stop-words.ts';
import { stem } from '../text/stem.ts';
import type { Vocabulary } from '../knowledge/vocabulary.ts';
import { indexedWordsOf } from '../text/words.ts';

/** A word of a sentence that says what is wanted. */
export interface TopicWord {
  /** In English, folded. */
  readonly word: string;
  /** What the person wrote for it, when the text is of another language. */
  readonly written?: string;
  /** The word that was most likely meant, when this one is misspelt. */
  readonly meant?: string;
  /** Whether it says something by itself; see `weakWords`. */
  readonly strong: boolean;
  /** Whether the catalog or the lexicon knows it, as it is or as it was meant. */
  readonly known: boolean;
}

export interface ConceptMatch {
  readonly concept: Concept;
  /** The places of the words that say it. */
  readonly places: readonly number[];
  /** The places among those whose words say something by themselves. */
  readonly telling: readonly number[];
  /** The words that say it. */
  readonly said: readonly string[];
}

/** What a sentence is about. */
export interface Topic {
  readonly words: readonly TopicWord[];
  readonly concepts: readonly ConceptMatch[];
  /** The words that say any of the concepts; one by one, they count for little. */
  readonly covered: ReadonlySet<string>;
}

/** What a text was before it was English. */
type Origin = Pick<InEnglish, 'said' | 'language'>;

interface Token {
  readonly word: string;
  readonly stem: string;
  /** The word of the sentence that it comes from. */
  readonly source: string;
}

/** Enough to say what is wanted. Each word costs a look-up in the lexicon and, when misspelt, in the whole vocabulary. */
const maxWords = 32;
/** Words of a phrase stand no further apart than this. */
const reach = 7;
/** The span of a phrase exceeds its number of slots by less than this. */
const slack = 4;
/** A stem with this many letters belongs to one word only. */
const surelyOne = 5;

/** Reads a text in English, which may have been turned into English from another language. */
export function readTopic(text: string, vocabulary: Vocabulary, origin: Origin): Topic {
  const read = sentenceWords(text).map((word) => readWord(word, vocabulary, origin));
  const tokens = read.map((word) => tokenOf(word));
  const concepts = withoutSubsumed(matchConcepts(tokens));
  const words = read.filter(({ word }) => !englishStopWords.has(word));

  return {
    words: distinct(words),
    concepts,
    covered: new Set(concepts.flatMap(({ places }) => places.map((place) => tokens[place]?.source ?? ''))),
  };
}

/** A text without the words that say any of the concepts with these labels. */
export function withoutConcepts(
  text: string,
  { words, concepts }: Topic,
  labels: readonly string[] = [],
): string {
  const dropped = concepts.filter(({ concept }) => labels.includes(concept.label));
  const said = new Set(dropped.flatMap((match) => match.said));
  const sources = new Set(words.filter(({ word, meant = word }) => said.has(meant)).map(({ word }) => word));

  return sources.size === 0
    ? text
    : text.replace(/[\p{L}\p{N}\p{Mn}]+/gu, (word) => (sources.has(fold(word)) ? ' ' : word));
}

/** Whether a topic has a word that says something by itself. */
export function saysSomething({ words }: Topic): boolean {
  return words.some(({ strong }) => strong);
}

/** The words of a sentence. Runs of Chinese and Japanese stay whole. */
function sentenceWords(text: string): string[] {
  const runs = text.match(/[\p{L}\p{N}]+/gu) ?? [];

  return runs.flatMap((run) => run.match(scripts) ?? []).slice(0, maxWords);
}

const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`;
const scripts = new RegExp(`[${cjk}]+|[^${cjk}]+`, 'gu');

/** Unknown words of other languages are not corrected: they are not misspelt English. */
function readWord(word: string, vocabulary: Vocabulary, { said, language }: Origin): TopicWord {
  const written = said.get(word);
  const asWritten = { word, strong: !weakWords.has(word), ...(written === undefined ? {} : { written }) };
  if (isKnown(word, vocabulary)) return { ...asWritten, known: true };

  const isFinal = language !== undefined || englishStopWords.has(word);
  const meant = isFinal ? undefined : vocabulary.correct(word);
  return { ...asWritten, known: meant !== undefined, ...(meant === undefined ? {} : { meant }) };
}

function isKnown(word: string, vocabulary: Vocabulary): boolean {
  return (
    lexiconWords().has(word) ||
    indexedWordsOf(word).some((each) => vocabulary.frequency(each) > 0) ||
    vocabulary.relatives(word).length > 0
  );
}

function tokenOf({ word, meant = word }: TopicWord): Token {
  return { word: meant, stem: stem(meant), source: word };
}

function matchConcepts(tokens: readonly Token[]): ConceptMatch[] {
  const best = new Map<Concept, ConceptMatch>();
  for (const [at, token] of tokens.entries()) {
    for (const phrase of phrasesWith(token.stem)) {
      const places = placesOf(phrase, tokens, at);
      const known = best.get(phrase.concept);
      if (!places || (known && known.places.length >= places.length)) continue;

      best.set(phrase.concept, {
        concept: phrase.concept,
        places: ascending(places),
        telling: ascending(places.filter((place) => isTelling(tokens[place]))),
        said: places.map((place) => tokens[place]?.word ?? ''),
      });
    }
  }
  return [...best.values()];
}

function ascending(places: readonly number[]): number[] {
  return [...places].sort((a, b) => a - b);
}

/** The places of the words that fill the slots of a phrase, one for each slot; undefined when a slot stays empty. */
function placesOf({ slots, ordered }: Phrase, tokens: readonly Token[], near: number): number[] | undefined {
  const places: number[] = [];
  for (const slot of slots) {
    const place = nearest(tokens, near, (token, at) => slot.has(token.stem) && !places.includes(at));
    if (place === undefined) return undefined;
    places.push(place);
  }
  const span = Math.max(...places) - Math.min(...places);
  if (slots.length === 1 && !isWord(tokens[near], slots)) return undefined;

  const isPhrase = places.includes(near) && span < slots.length + slack && (!ordered || isAscending(places));
  return isPhrase && places.some((place) => isTelling(tokens[place])) ? places : undefined;
}

/** A phrase of one word takes only the word itself: too many words share a short stem ("run", "running"). */
function isWord(token: Token | undefined, [slot]: Phrase['slots']): boolean {
  if (!token || !slot) return false;

  const singular = token.word.replace(/s$/, '');
  return (
    token.stem.length >= surelyOne ||
    slot.has(token.word) ||
    slot.has(singular) ||
    singular.replace(/[ey]$/, '') === token.stem ||
    singular.replace(/ie$/, 'y') === token.stem
  );
}

function isAscending(places: readonly number[]): boolean {
  return places.every((place, at) => at === 0 || place > (places[at - 1] ?? 0));
}

function isTelling(token: Token | undefined): boolean {
  return token !== undefined && !englishStopWords.has(token.word) && !weakWords.has(token.word);
}

function nearest(
  tokens: readonly Token[],
  from: number,
  fits: (token: Token, at: number) => boolean,
): number | undefined {
  for (let far = 0; far <= reach; far++) {
    for (const at of far === 0 ? [from] : [from - far, from + far]) {
      const token = tokens[at];
      if (token && fits(token, at)) return at;
    }
  }
  return undefined;
}

/** Drops a concept when its words, with others, say another one: "stock photo" is no "stock". */
function withoutSubsumed(matches: readonly ConceptMatch[]): ConceptMatch[] {
  return matches.filter(
    ({ places, said }) =>
      !matches.some(
        (other) =>
          (other.places.length > places.length || other.said.length > said.length) &&
          places.every((place) => other.places.includes(place)),
      ),
  );
}

function distinct(words: readonly TopicWord[]): TopicWord[] {
  return [...new Map(words.map((word) => [word.word, word])).values()];
}
