import type { Group, Term, TextQuery, Wanted } from '../query/wanted.ts';
import { CandidateScorer } from './candidate-scorer.ts';
import { isInOneField } from './phrase.ts';
import type { Scorer } from './scorer.ts';
import { Scores } from './scores.ts';
import { scoreUnit, type TextIndex } from './text-index.ts';

/** Scores documents by their words. Keeps its arrays from one question to the next. */
export class WordScorer implements Scorer {
  readonly #text: TextIndex;
  readonly #total = new Scores(scoreUnit);
  readonly #group = new Scores();
  readonly #term = new Scores();
  /** Scores documents that are found already. */
  readonly #found: CandidateScorer;
  /** How many groups each document matched. */
  #matched = new Uint16Array();

  constructor(text: TextIndex) {
    this.#text = text;
    this.#found = new CandidateScorer(text);
  }

  weight({ meaning }: Wanted): number {
    return 1 - (meaning?.weight ?? 0);
  }

  /** Adds up whole numbers in units of `scoreUnit`, so that the order of adding makes no difference. */
  score({ words }: Wanted, alive: Uint8Array): Scores {
    const enough = this.#match(words, alive);

    return enough.count === 0 && words.orAny && words.atLeast > 1
      ? this.#match({ ...words, atLeast: 1 }, alive)
      : enough;
  }

  #match({ groups, atLeast }: TextQuery, alive: Uint8Array): Scores {
    for (const scores of [this.#total, this.#group, this.#term]) scores.clear(alive.length);
    this.#found.reserve(alive.length);

    const wanted = groups.filter(({ bonus }) => !bonus);
    if (atLeast >= wanted.length) this.#matchAll(wanted);
    else this.#matchSome(wanted, Math.max(1, atLeast));
    if (this.#total.count > 0) this.#addBonus(groups);
    this.#total.keep((document) => alive[document] === 1);
    return this.#total;
  }

  #addBonus(groups: readonly Group[]): void {
    for (const group of groups) {
      if (group.bonus) this.#total.raise(this.#found.scoreGroup(group, this.#total.found()), group.weight);
    }
  }

  /** Finds the documents of the group with the fewest postings, and looks for the other groups only in those. */
  #matchAll(groups: readonly Group[]): void {
    const [first, ...others] = byReach(groups, this.#text);
    if (!first) return;

    this.#scoreGroup(first, this.#total);
    if (first.weight !== 1) this.#total.scale(first.weight);
    for (const group of others) {
      if (this.#total.count === 0) return;
      this.#total.join(this.#found.scoreGroup(group, this.#total.found()), group.weight);
    }
  }

  #matchSome(groups: readonly Group[], atLeast: number): void {
    for (const group of groups) {
      const word = plainWord(group);
      if (word !== undefined) {
        this.#scoreWord(word, group.weight, atLeast > 1);
        continue;
      }

      this.#scoreGroup(group, this.#group);
      this.#total.unite(this.#group, group.weight);
      if (atLeast > 1) this.#count(this.#group.found());
    }
    if (atLeast === 1) return;

    this.#total.keep((document) => (this.#matched[document] ?? 0) >= atLeast);
    this.#matched.fill(0);
  }

  #count(documents: Uint32Array): void {
    const { length } = this.#total.values;
    if (this.#matched.length < length) this.#matched = grown(this.#matched, length);

    const matched = this.#matched;
    for (const document of documents) matched[document] = (matched[document] ?? 0) + 1;
  }

  /** A short cut for a group of one plain word, as most groups of a long sentence are: adds to the total directly. */
  #scoreWord(word: string, factor: number, isCounted: boolean): void {
    for (const { list, weight } of this.#text.lists(word, {})) {
      this.#total.addList(list, weight * factor);
      if (isCounted) this.#count(list.documents.subarray(list.start, list.end));
    }
  }

  /** The score of the group's best term. */
  #scoreGroup({ terms }: Group, into: Scores): void {
    into.clear();
    const [first, ...others] = terms;
    if (!first) return;

    this.#scoreTerm(first, into);
    if (first.weight !== 1) into.scale(first.weight);
    for (const term of others) {
      this.#term.clear();
      this.#scoreTerm(term, this.#term);
      into.best(this.#term, term.weight);
    }
  }

  /** Documents in which one field holds all words of a term. */
  #scoreTerm(term: Term, into: Scores): void {
    const words = this.#text.listsOf(term);
    const [first = [], ...others] = words;

    for (const { list, weight } of first) into.addList(list, weight);
    if (others.length === 0) return;
    into.join(this.#found.scoreWords(others, into.found()), 1);
    into.keep((document) => isInOneField(words, document));
  }
}

/** The groups with the fewest postings first. Equals stay in their order, so that sums are always rounded the same way. */
function byReach(groups: readonly Group[], text: TextIndex): Group[] {
  const reachOf = ({ terms }: Group): number =>
    terms.reduce(
      (sum, { words, fuzzy, prefix }) =>
        sum + Math.min(...words.map((word) => text.reach(word, { fuzzy, prefix }))),
      0,
    );

  return groups
    .map((group) => ({ group, reach: reachOf(group) }))
    .sort((a, b) => a.reach - b.reach)
    .map(({ group }) => group);
}

/** The word of a group that is one word, looked for exactly as it is. */
function plainWord({ terms: [term, ...others] }: Group): string | undefined {
  const isPlain = term?.words.length === 1 && term.weight === 1 && !term.fuzzy && !term.prefix;

  return isPlain && others.length === 0 ? term.words[0] : undefined;
}

function grown(array: Uint16Array, length: number): Uint16Array<ArrayBuffer> {
  const longer = new Uint16Array(length);

  longer.set(array);
  return longer;
}
