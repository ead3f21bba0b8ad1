import {
  type Concept,
  lexiconWords,
  phrasesWith,
  type Phrase,
  translate,
  translateCjk,
} from '../lexicon/lexicon.ts';
import { isStopWord, languageOf, languages, weakWords } from '../lexicon/stop-words.ts';
import { stem } from '../text/stem.ts';
import type { Vocabulary } from '../knowledge/vocabulary.ts';
import { indexedWordsOf, isCjk } from '../text/words.ts';

/** A word of a sentence that says what is wanted. */
export interface TopicWord {
  /** The word as it was written, folded. */
  readonly word: string;
  /** The word that was most likely meant, when this one is misspelt. */
  readonly meant?: string;
  /** The English words it stands for, when it is of another language. */
  readonly english?: readonly string[];
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

interface Token {
  readonly word: string;
  readonly stem: string;
  /** The word of the sentence that it comes from. */
  readonly source: string;
}

/** Enough to say what is wanted. Each word costs a look-up in the lexicon and, when misspelt, in the whole vocabulary. */
const mostWords = 32;
/** Words of a phrase stand no further apart than this. */
const reach = 7;
/** The span of a phrase exceeds its number of slots by less than this. */
const slack = 4;
/** A stem with this many letters belongs to one word only. */
const surelyOne = 5;

export function readTopic(text: string, vocabulary: Vocabulary): Topic {
  const written = sentenceWords(text);
  const language = languageOf(written);
  const read = written.map((word) => readWord(word, language, vocabulary));
  const tokens = read
    .filter(({ word }) => !isForeignFiller(word, language))
    .flatMap((word) => tokensOf(word));
  const concepts = withoutSubsumed(matchConcepts(tokens));
  const words = read.filter(({ word }) => !isStopWord(word, language));

  return {
    words: distinct(words),
    concepts,
    covered: new Set(concepts.flatMap(({ places }) => places.map((place) => tokens[place]?.source ?? ''))),
  };
}

/** The words of a sentence. Runs of Chinese and Japanese stay whole: the lexicon finds the words in them. */
function sentenceWords(text: string): string[] {
  const runs = text.match(/[\p{L}\p{N}]+/gu) ?? [];

  return runs.flatMap((run) => run.match(scripts) ?? []).slice(0, mostWords);
}

const cjk = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー`;
const scripts = new RegExp(`[${cjk}]+|[^${cjk}]+`, 'gu');

function readWord(word: string, language: string | undefined, vocabulary: Vocabulary): TopicWord {
  const strong = !weakWords.has(word);
  if (isCjk(word)) {
    const english = translateCjk(word);
    const known = english.length > 0 || indexedWordsOf(word).some((pair) => vocabulary.frequency(pair) > 0);
    return { word, strong, known, ...(english.length > 0 ? { english } : {}) };
  }

  const isEnglish = lexiconWords().has(word) || vocabulary.frequency(word) > 0;
  const ofLanguage = language === undefined ? undefined : translate(word, language);
  const english = ofLanguage ?? (isEnglish || isStopWord(word, language) ? undefined : translateAny(word));
  if (english) return { word, strong, known: true, english };
  if (isEnglish || vocabulary.relatives(word).length > 0) return { word, strong, known: true };

  const meant = language !== undefined || isStopWord(word, language) ? undefined : vocabulary.correct(word);
  return { word, strong, known: meant !== undefined, ...(meant === undefined ? {} : { meant }) };
}

/** Whether a word is a function word of another language, which is no word of an English phrase: "über" is no taxi. */
function isForeignFiller(word: string, language: string | undefined): boolean {
  return language !== undefined && isStopWord(word, language) && !isStopWord(word, undefined);
}

function translateAny(word: string): readonly string[] | undefined {
  for (const language of languages) {
    const english = translate(word, language);
    if (english) return english;
  }
  return undefined;
}

function tokensOf({ word, meant, english }: TopicWord): Token[] {
  const words = english ?? [meant ?? word];

  return words.map((each) => ({ word: each, stem: stem(each), source: word }));
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
  return token !== undefined && !isStopWord(token.word, undefined) && !weakWords.has(token.word);
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
