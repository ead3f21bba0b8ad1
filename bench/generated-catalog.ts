import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Workplace } from '../test/support/running-server.ts';
import { generateRegistrations, type Words } from './generate.ts';
import { ownCategories } from './own-categories.ts';

/** Ids of the project's own categories. */
export async function categoryIds(): Promise<string[]> {
  return (await ownCategories()).map(({ id }) => id);
}

/** A new workplace whose catalog has this many services. */
export async function generatedCatalog(services: number, words?: Words): Promise<Workplace> {
  const workplace = await Workplace.make();
  const file = join(workplace.folder, 'services.json');

  await writeFile(file, JSON.stringify([...generateRegistrations(services, await categoryIds(), 1, words)]));
  await workplace.script('catalog.ts', 'import', file);
  return workplace;
}
