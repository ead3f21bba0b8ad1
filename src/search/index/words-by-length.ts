import { editDistance } from '../../domain/edit-distance.ts';

interface WordsOfLength {
  readonly words: string[];
  readonly numbers: number[];
  /** The letters of each word, as `lettersOf` gives them. */
  readonly letters: number[];
}

/**
 * Words by their length, to find those with a few typos. A typo changes the length by at most one and the set of letters by at
 * most two, so a look-up compares lengths and sets of letters, and computes the distance of the few words that are left.
 */
export class WordsByLength {
  readonly #lengths = new Map<number, WordsOfLength>();

  add(word: string, number: number): void {
    const known = this.#lengths.get(word.length) ?? { words: [], numbers: [], letters: [] };

    this.#lengths.set(word.length, known);
    known.words.push(word);
    known.numbers.push(number);
    known.letters.push(lettersOf(word));
  }

  remove(word: string): void {
    const known = this.#lengths.get(word.length);
    const place = known?.words.indexOf(word) ?? -1;
    if (!known || place < 0) return;

    moveLastTo(known.words, place);
    moveLastTo(known.numbers, place);
    moveLastTo(known.letters, place);
  }

  /** Calls `found` for every word that is at most `most` typos away. */
  eachNear(word: string, most: number, found: (number: number, distance: number) => void): void {
    const own = lettersOf(word);

    for (let length = word.length - most; length <= word.length + most; length += 1) {
      const { words, numbers, letters } = this.#lengths.get(length) ?? none;
      const mostLetters = 2 * most - Math.abs(word.length - length);
      for (let i = 0; i < letters.length; i += 1) {
        if (bitsIn(own ^ (letters[i] ?? 0)) > mostLetters) continue;

        const distance = editDistance(word, words[i] ?? '', most);
        if (distance <= most) found(numbers[i] ?? 0, distance);
      }
    }
  }
}

const none: WordsOfLength = { words: [], numbers: [], letters: [] };

/** A bit for each letter of a word. Some letters share one. */
function lettersOf(word: string): number {
  let letters = 0;

  for (let i = 0; i < word.length; i += 1) letters |= 1 << (word.charCodeAt(i) & 31);
  return letters;
}

/** How many bits of a number of 32 bits are set. */
function bitsIn(number: number): number {
  const pairs = number - ((number >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);

  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Fills the place of a removed item with the last one, since the order does not matter. */
function moveLastTo(items: unknown[], place: number): void {
  const last = items.pop();

  if (place < items.length) items[place] = last;
}
