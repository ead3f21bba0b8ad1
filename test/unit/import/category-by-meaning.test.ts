import { describe, expect, it } from 'vitest';
import { categoriesByMeaning, type Meanings } from '../../../src/import/category-by-meaning.ts';
import { type CategorySigns, sureCategory } from '../../../src/import/choose-category.ts';

const categories = [
  { id: 'weather-environment', name: 'Weather', description: 'Rain.' },
  { id: 'own', name: 'Bees', description: 'All about bees.' },
  { id: 'other', name: 'Other', description: 'The rest.' },
];

/** Tells rain from bees alone. */
const meanings: Meanings = {
  threads: 2,
  embed: (text) => {
    const [rain, bees] = [/rain|weather/i.test(text), /bee/i.test(text)].map(Number);
    return Promise.resolve(Float32Array.of(rain ?? 0, bees ?? 0));
  },
};
const noWords: CategorySigns['words'] = () => ({ votes: new Map(), likeliest: undefined });

function find(texts: readonly string[], words = noWords, isLate = (): boolean => false) {
  return categoriesByMeaning(texts, { categories, words, meanings, isLate, done: () => undefined });
}

describe('the category of a text by its meaning', () => {
  it('is the one whose examples are nearest, that of a catalog by its description', async () => {
    expect([...(await find(['Rain radar', 'Bee hives', 'Rain radar']))]).toEqual([
      ['Rain radar', 'weather-environment'],
      ['Bee hives', 'own'],
    ]);
  });

  it('is helped by words where meanings are about as near', async () => {
    const words: CategorySigns['words'] = () => ({ votes: new Map([['own', 2]]), likeliest: undefined });

    expect((await find(['Something'], words)).get('Something')).toBe('own');
  });

  it('is not looked for when there is no more time', async () => {
    expect((await find(['Rain radar'], noWords, () => true)).size).toBe(0);
  });
});

describe('words', () => {
  it.each<readonly [why: string, votes: Readonly<Record<string, number>>, sure: string | undefined]>([
    ['decide where most speak for one', { a: 4, b: 1 }, 'a'],
    ['leave it open where they are few', { a: 2 }, undefined],
    ['leave it open where they disagree', { a: 2, b: 2 }, undefined],
  ])('%s', (_why, votes, sure) => {
    expect(sureCategory({ votes: new Map(Object.entries(votes)), likeliest: 'b' })).toBe(sure);
  });
});
