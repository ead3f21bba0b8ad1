import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DictionaryFile } from './dictionary.ts';
import { type DictionaryFiles, useDictionaries } from './languages.ts';

const folder = join(import.meta.dirname, 'dictionaries');

/** Has texts read with the dictionaries of this project. */
export function useOwnDictionaries(): void {
  useDictionaries(readOwn);
}

function readOwn(): DictionaryFiles {
  const files = readdirSync(folder).map((name) => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(join(folder, name), 'utf8')) as DictionaryFile,
  ]);

  return Object.fromEntries(files) as DictionaryFiles;
}
