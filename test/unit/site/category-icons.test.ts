import { expect, it } from 'vitest';
import categories from '../../../catalog/categories.json' with { type: 'json' };
import { categoryIcons } from '../../../src/site/category-icons.ts';

it('has an icon for each category, and no other', () => {
  expect(Object.keys(categoryIcons).sort()).toEqual(categories.map(({ id }) => id).sort());
});
