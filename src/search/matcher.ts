import type { KeyedVector } from '../domain/meaning.ts';
import { conversionsAmong, isReverse } from './intent/conversions.ts';
import type { Dropped, Reading } from './intent/intent.ts';
import { readSentence, type Sentence } from './intent/read-sentence.ts';
import { CategoryModel } from './knowledge/category-model.ts';
import { type CatalogFacts, CatalogVocabulary, type CountedWord } from './knowledge/vocabulary.ts';
import { mayBeForeign } from './languages/language-of.ts';
import { tokensOf } from './languages/tokens.ts';
import { MeaningIndex, type MissingVector } from './meaning/meaning-index.ts';
import { meaningKey, meaningText } from './meaning/meaning-text.ts';
import type { Conversion, Group, Term, Wanted } from './query/wanted.ts';
import { readKeywords } from './read-keywords.ts';
import { likeness } from './similar.ts';
import { understand } from './understand.ts';
import { fieldWordsOf, type FieldWords, type Texts } from './words/fields.ts';
import { addScores, highest, type Scores, settled } from './words/scores.ts';
import { WordIndex } from './words/word-index.ts';

/** The texts of a service, and the id of its category. */
export interface SearchedDocument extends Texts {
  readonly place: number;
  readonly categoryId: string;
}

/** What changed in a catalog, as far as words and meanings go. */
export interface DocumentChange {
  /** Those with the place of another take its place. */
  readonly put: readonly SearchedDocument[];
  /** Places. */
  readonly removed: readonly number[];
}

/** The services that fit what is wanted, in no order. */
export interface Matches {
  readonly places: Uint32Array;
  /** Above 0, by the order of `places`. */
  readonly scores: Float64Array;
  /** The places that were found by meaning, perhaps by words too; undefined when only words ranked. */
  readonly near: ReadonlySet<number> | undefined;
  /** Whether every service has a vector. */
  readonly hasAllMeanings: boolean;
}

/** How much the meaning of keywords counts beside the words: little, because people who type keywords mean these words. */
const keywordWeight = 0.1;

/** Services that only mean about the same as keywords are found when fewer than this hold the words, so that a sorted list is not mixed. */
const fewServices = 10;

/** What a service scores that converts the other way round. */
const reverseFactor = 0.2;

/** Reads texts with what the services of a catalog teach, and finds the services that fit, by words and by meaning. */
export class Matcher {
  readonly #documents = new Map<number, SearchedDocument>();
  /** Of the services that name any. */
  readonly #conversions = new Map<number, readonly Conversion[]>();
  readonly #words = new WordIndex();
  readonly #meanings = new MeaningIndex();
  readonly #vocabulary = new CatalogVocabulary();
  readonly #model = new CategoryModel((word) => this.#vocabulary.stemOf(word));

  update({ put, removed }: DocumentChange): void {
    for (const place of removed) this.#remove(place);
    for (const document of put) {
      this.#remove(document.place);
      this.#add(document);
    }
  }

  readKeywords(text: string, facts: CatalogFacts): Wanted {
    return this.#withMeaningOfWords(readKeywords(text, this.#known(facts)).wanted);
  }

  /** Whether dictionaries are needed to read a text: it has words that neither English nor the services know. */
  mayBeForeign(text: string): boolean {
    return mayBeForeign(tokensOf(text.normalize('NFKC')).tokens, this.#vocabulary);
  }

  readSentence(text: string, facts: CatalogFacts): Sentence {
    return readSentence(text, this.#known(facts));
  }

  understand(text: string, facts: CatalogFacts, dropped?: Dropped): Reading {
    const reading = understand(text, this.#known(facts), dropped);
    if (reading.gist || !reading.wanted) return reading;

    return { ...reading, wanted: this.#withMeaningOfWords(reading.wanted) };
  }

  /** What to look for to find services like the one at a place: its most telling words, or all; undefined when it is gone. */
  likeness(place: number, maxWords?: number): Wanted | undefined {
    const document = this.#documents.get(place);

    return document && likeness(document, this.#vocabulary, maxWords);
  }

  /** The most common words that begin with a text, at most so many. */
  wordsFrom(beginning: string, most: number): CountedWord[] {
    return this.#vocabulary.wordsFrom(beginning).slice(0, most);
  }

  match({ words, meaning, conversions = [] }: Wanted): Matches {
    const found = this.#words.score(words);
    const hasAllMeanings = this.#meanings.withVector === this.#meanings.services;
    if (!meaning || !this.#meanings.isUsable) {
      this.#lowerReverse(found, conversions);
      return { ...matchesOf(found), near: undefined, hasAllMeanings };
    }

    const near = this.#meanings.score(meaning, found);
    if (near === 'nonsense') return { ...matchesOf(new Map()), near: new Set(), hasAllMeanings };

    const scores = fused(found, near, meaning.weight);
    this.#lowerReverse(scores, conversions);
    return { ...matchesOf(scores), near: new Set(near.keys()), hasAllMeanings };
  }

  /** How many services there are, and how many of them have a vector. */
  meaningCounts(): { readonly services: number; readonly withVector: number } {
    return { services: this.#meanings.services, withVector: this.#meanings.withVector };
  }

  addVectors(vectors: readonly KeyedVector[]): void {
    this.#meanings.add(vectors);
  }

  missingVectors(most: number): MissingVector[] {
    return this.#meanings.missing(most);
  }

  usedVectors(): KeyedVector[] {
    return this.#meanings.used();
  }

  #known(facts: CatalogFacts): { vocabulary: CatalogVocabulary; model: CategoryModel } {
    this.#vocabulary.know(facts);

    return { vocabulary: this.#vocabulary, model: this.#model };
  }

  #add(document: SearchedDocument): void {
    const { place, categoryId } = document;
    const text = meaningText(document);
    const words = fieldWordsOf(document);

    this.#documents.set(place, document);
    this.#words.add(place, words);
    this.#meanings.put(place, { key: meaningKey(text), text });
    this.#vocabulary.add(distinct(words));
    this.#model.count(categoryId, distinctOwn(words), 1);
    const named = conversionsAmong([...words.name, ...words.description]);
    if (named.length > 0) this.#conversions.set(place, named);
  }

  #remove(place: number): void {
    const document = this.#documents.get(place);
    if (!document) return;

    const words = fieldWordsOf(document);
    this.#documents.delete(place);
    this.#conversions.delete(place);
    this.#words.remove(place, words);
    this.#meanings.remove(place);
    this.#model.count(document.categoryId, distinctOwn(words), -1);
    this.#vocabulary.remove(distinct(words));
  }

  /** Keywords rank by what services with these words mean, too. No model is asked, which would take longer than the search. */
  #withMeaningOfWords(wanted: Wanted): Wanted {
    const direction = this.#meanings.isUsable ? this.#directionOf(wanted.words.groups) : undefined;

    return direction
      ? { ...wanted, meaning: { direction, weight: keywordWeight, fills: fewServices } }
      : wanted;
  }

  /** Lowers the scores of services that say the reverse of a conversion. They hold the same words as those that are wanted. */
  #lowerReverse(scores: Scores, conversions: readonly Conversion[]): void {
    for (const wanted of conversions) {
      for (const [place, named] of this.#conversions) {
        const score = scores.get(place);
        if (score !== undefined && isReverse(wanted, named)) scores.set(place, score * reverseFactor);
      }
    }
  }

  /** The direction of all words together, rare words first of all; undefined when no service with a vector holds any. */
  #directionOf(groups: readonly Group[]): Float64Array | undefined {
    const directions = groups.flatMap(({ terms: [asTyped], bonus }) =>
      bonus || !asTyped ? [] : (this.#directionOfTerm(asTyped) ?? []),
    );

    return directions.reduce<Float64Array | undefined>(
      (sum, direction) => sum?.map((number, at) => number + (direction[at] ?? 0)) ?? direction,
      undefined,
    );
  }

  #directionOfTerm(term: Term): Float64Array | undefined {
    const found = this.#words.holding(term);
    const rarity = Math.log(1 + (this.#documents.size - found.size + 0.5) / (found.size + 0.5));

    return this.#meanings.middleOf(found)?.map((number) => rarity * number);
  }
}

function distinct({ category, ...own }: FieldWords): Set<string> {
  return new Set([...Object.values(own).flat(), ...category]);
}

/** The words that do not follow from the category. */
function distinctOwn({ name, description, host, path }: FieldWords): Set<string> {
  return new Set([...name, ...description, ...host, ...path]);
}

/** The scales of words and meaning differ, so the scores of each are divided by its highest before they are weighed and added. */
function fused(byWords: Scores, byMeaning: Scores, weight: number): Scores {
  const total: Scores = new Map();
  addScores(total, byWords, (1 - weight) / (highest(byWords) || 1));
  addScores(total, byMeaning, weight / (highest(byMeaning) || 1));
  return total;
}

function matchesOf(scores: Scores): Pick<Matches, 'places' | 'scores'> {
  return {
    places: Uint32Array.from(scores.keys()),
    scores: Float64Array.from(scores.values(), settled),
  };
}
