import { readFile } from 'node:fs/promises';
import { CategoriesFile, type Category } from '../src/domain/category.ts';

const file = new URL('../catalog/categories.json', import.meta.url);

/** The categories of the project's own catalog. */
export async function ownCategories(): Promise<Category[]> {
  return CategoriesFile.parse(JSON.parse(await readFile(file, 'utf8')));
}
