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

/** What imports took, and what the last one printed at last. */
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
  firstSeed = 1,
  words?: Words,
): Promise<Imported> {
  const file = join(workplace.folder, 'services.json');
  const categories = await categoryIds();
  let [seconds, output] = [0, ''];

  for (let made = 0, seed = firstSeed; made < services; made += importedAtOnce, seed += 1) {
    const count = Math.min(importedAtOnce, services - made);
    await writeFile(file, JSON.stringify([...generateRegistrations(count, categories, seed, words)]));
    const started = performance.now();
    output = await workplace.script('catalog.ts', 'import', file);
    seconds += (performance.now() - started) / 1000;
  }
  return { seconds, said: output.trim().split('\n').at(-1) ?? '' };
}
