import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Workplace } from '../test/support/running-server.ts';
import { generateRegistrations, type Words } from './generate.ts';
import { ownCategories } from './own-categories.ts';

/** Ids of the project's own categories. */
export async function categoryIds(): Promise<string[]> {
  return (await ownCategories()).map(({ id }) => id);
}

/** What an import took, and what it printed at last. */
interface Imported {
  readonly seconds: number;
  readonly said: string;
}

/** A new workplace whose catalog has this many services. */
export async function generatedCatalog(services: number, words?: Words): Promise<Workplace> {
  const workplace = await Workplace.make();
  await importGenerated(workplace, services, 1, words);
  return workplace;
}

/** Imports generated services with the whole command, as a person would run it. Another seed gives others. */
export async function importGenerated(
  workplace: Workplace,
  services: number,
  seed = 1,
  words?: Words,
): Promise<Imported> {
  const file = join(workplace.folder, 'services.json');
  const bodies = generateRegistrations(services, await categoryIds(), seed, words);
  await writeFile(file, JSON.stringify([...bodies]));

  const started = performance.now();
  const output = await workplace.script('catalog.ts', 'import', file);
  const seconds = (performance.now() - started) / 1000;
  return { seconds, said: output.trim().split('\n').at(-1) ?? '' };
}
