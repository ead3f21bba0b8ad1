import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Workplace } from '../test/support/running-server.ts';
import { generateRegistrations, type Words } from './generate.ts';
import { ownCategories } from './own-categories.ts';

/** Ids of the project's own categories. */
export async function categoryIds(): Promise<string[]> {
  return (await ownCategories()).map(({ id }) => id);
}

/** Services imported at once: more make a text that is too long for JavaScript. */
const importedAtOnce = 250_000;

/** A new workplace whose catalog has this many services. */
export async function generatedCatalog(services: number, words?: Words): Promise<Workplace> {
  const workplace = await Workplace.make();
  const file = join(workplace.folder, 'services.json');
  const categories = await categoryIds();

  for (let made = 0, seed = 1; made < services; made += importedAtOnce, seed += 1) {
    const count = Math.min(importedAtOnce, services - made);
    await writeFile(file, JSON.stringify([...generateRegistrations(count, categories, seed, words)]));
    await workplace.script('catalog.ts', 'import', file);
  }
  return workplace;
}
