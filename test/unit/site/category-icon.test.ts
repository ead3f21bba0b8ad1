import { expect, it } from 'vitest';
import categories from '../../../catalog/categories.json' with { type: 'json' };
import { categoryIcon } from '../../../src/site/category-icon.ts';
import { categoryIcons } from '../../../src/site/category-icons.ts';

it('has an icon for each category, and no other', () => {
  expect(Object.keys(categoryIcons).sort()).toEqual(categories.map(({ id }) => id).sort());
});

it.each(['made-up', 'constructor', 'toString'])('gives an unknown category, %s, that of others', (id) => {
  expect(categoryIcon(id)).toBe(categoryIcons['other']);
});
