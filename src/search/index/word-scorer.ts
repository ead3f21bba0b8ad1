import type { Group, Term, TextQuery, Wanted } from '../query/wanted.ts';
import type { Scorer } from './scorer.ts';
import { Scores } from './scores.ts';
import { scoreUnit, type TextIndex } from './text-index.ts';

/** Scores documents by their words. Keeps its arrays from one question to the next. */
export class WordScorer implements Scorer {
  readonly #text: TextIndex;
  readonly #total = new Scores(scoreUnit);
  readonly #group = new Scores();
  readonly #term = new Scores();
  readonly #word = new Scores();
  /** How many groups each document matched. */
  #matched = new Uint16Array();

  constructor(text: TextIndex) {
    this.#text = text;
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
    for (const scores of [this.#total, this.#group, this.#term, this.#word]) scores.clear(alive.length);

    const wanted = groups.filter(({ bonus }) => !bonus);
    if (atLeast >= wanted.length) this.#matchAll(wanted);
    else this.#matchSome(wanted, Math.max(1, atLeast));
    if (this.#total.count > 0) this.#addBonus(groups);
    this.#total.keep((document) => alive[document] === 1);
    return this.#total;
  }

  #addBonus(groups: readonly Group[]): void {
    for (const group of groups) {
      if (!group.bonus) continue;

      this.#scoreGroup(group, this.#group);
      this.#total.raise(this.#group, group.weight);
    }
  }

  #matchAll([first, ...others]: readonly Group[]): void {
    if (!first) return;

    this.#scoreGroup(first, this.#total);
    if (first.weight !== 1) this.#total.scale(first.weight);
    for (const group of others) {
      if (this.#total.count === 0) return;
      this.#scoreGroup(group, this.#group);
      this.#total.join(this.#group, group.weight);
    }
  }

  #matchSome(groups: readonly Group[], atLeast: number): void {
    for (const group of groups) {
      const word = atLeast === 1 ? plainWord(group) : undefined;
      if (word !== undefined) {
        this.#scoreWord(word, group.weight);
        continue;
      }

      this.#scoreGroup(group, this.#group);
      this.#total.unite(this.#group, group.weight);
      if (atLeast > 1) this.#count(this.#group);
    }
    if (atLeast === 1) return;

    this.#total.keep((document) => (this.#matched[document] ?? 0) >= atLeast);
    this.#matched.fill(0);
  }

  #count({ values, documents, count }: Scores): void {
    if (this.#matched.length < values.length) this.#matched = grown(this.#matched, values.length);
    for (let i = 0; i < count; i += 1) {
      const document = documents[i] ?? 0;
      this.#matched[document] = (this.#matched[document] ?? 0) + 1;
    }
  }

  /** A short cut for a group of one plain word, as most groups of a long sentence are: adds to the total directly. */
  #scoreWord(word: string, factor: number): void {
    for (const { list, weight } of this.#text.lists(word, {})) this.#total.addList(list, weight * factor);
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

  /** Documents that hold all words of a term, in any of their fields. */
  #scoreTerm(term: Term, into: Scores): void {
    for (const [place, word] of term.words.entries()) {
      const near = { fuzzy: term.fuzzy, prefix: term.prefix && place === term.words.length - 1 };
      const scores = place === 0 ? into : this.#word;

      if (place > 0) scores.clear();
      for (const { list, weight } of this.#text.lists(word, near)) scores.addList(list, weight);
      if (place > 0) into.join(scores, 1);
    }
  }
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
