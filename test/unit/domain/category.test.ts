import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CategoriesFile } from '../../../src/domain/category.ts';
import { categories } from '../../fixtures/services.ts';

describe('the categories file', () => {
  it('of this project is valid', () => {
    const file = readFileSync(new URL('../../../catalog/categories.json', import.meta.url), 'utf8');

    expect(CategoriesFile.parse(JSON.parse(file)).length).toBeGreaterThan(0);
  });

  it.each([
    ['no category', []],
    ['two of one id', [...categories, ...categories]],
    ['an id with a capital', [{ ...categories[0], id: 'Weather' }]],
    ['an id with a space', [{ ...categories[0], id: 'weather environment' }]],
    ['an id that is a path', [{ ...categories[0], id: '../weather' }]],
    ['an id that is too long', [{ ...categories[0], id: 'a'.repeat(65) }]],
    ['an empty name', [{ ...categories[0], name: ' ' }]],
    ['a field too many', [{ ...categories[0], color: 'blue' }]],
    ['an object', { weather: 'Weather' }],
  ])('is refused with %s', (_what, file) => {
    expect(CategoriesFile.safeParse(file).success).toBe(false);
  });
});
