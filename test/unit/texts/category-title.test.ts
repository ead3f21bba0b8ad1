import { expect, it } from 'vitest';
import { categoryAbout, categoryLang, categoryTitle } from '../../../src/texts/category-title.ts';
import { categoryDescriptions, categoryNames } from '../../../src/texts/de/categories.ts';
import { ownCategories } from '../../../bench/own-categories.ts';

it("has German for each of the project's categories", async () => {
  const categories = await ownCategories();

  expect(Object.keys(categoryNames)).toEqual(categories.map(({ name }) => name));
  expect(Object.keys(categoryDescriptions)).toEqual(categories.map(({ description }) => description));
});

it('leaves them as they are in English', () => {
  expect(categoryTitle('Weather')).toBe('Weather');
  expect(categoryAbout('Rain.')).toBe('Rain.');
  expect(categoryLang('Weather')).toBeUndefined();
});
