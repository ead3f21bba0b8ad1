import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DictionaryFile } from '../../search/languages/dictionary.ts';
import { type DictionaryFiles, useDictionaries } from '../../search/languages/languages.ts';

const folder = join(import.meta.dirname, '../../search/languages/dictionaries');

/** Has texts in this thread read with the dictionaries of this project, which are loaded when the first text may not be English. */
export function useOwnDictionaries(): void {
  useDictionaries(readOwnDictionaries);
}

/** All of them, by the code of their language. */
export function readOwnDictionaries(): DictionaryFiles {
  const files = readdirSync(folder).map((name) => [
    name.replace('.json', ''),
    JSON.parse(readFileSync(join(folder, name), 'utf8')) as DictionaryFile,
  ]);

  return Object.fromEntries(files) as DictionaryFiles;
}
