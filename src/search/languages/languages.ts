import { Dictionary, type DictionaryFile, type Grammar } from './dictionary.ts';

/** Dictionaries by the code of their language, as in ISO 639-1. */
export type DictionaryFiles = Readonly<Record<string, DictionaryFile | undefined>>;

export interface Language {
  /** As in ISO 639-1. */
  readonly code: string;
  readonly file: DictionaryFile;
  readonly grammar?: Grammar;
}

/** Every language beside English. Of two that explain a text equally well, the earlier wins. */
const grammars: readonly (readonly [code: string, grammar?: Grammar])[] = [
  ['es'],
  ['fr'],
  ['de', { beginnings: 4 }],
  ['pt'],
  ['it'],
  ['nl', { beginnings: 4 }],
  ['pl'],
  ['sv', { beginnings: 4 }],
  ['tr', { beginnings: 4, postpositions: true }],
  ['id'],
  ['vi'],
  ['zh'],
  ['ja', { postpositions: true }],
  ['ko', { beginnings: 1, postpositions: true }],
  ['ru'],
  ['uk'],
  ['ar', { article: 'ال', prefixes: ['وال', 'بال', 'لل', 'فال', 'و', 'ب', 'ل', 'ف', 'ك'] }],
  ['hi', { postpositions: true }],
];

let readFiles: () => DictionaryFiles = () => ({});
let known: readonly Language[] | undefined;
const dictionaries = new Map<Language, Dictionary>();

/** Has texts read with these dictionaries from now on. They are 2.4 MB, so `read` is called when the first text may not be English. */
export function useDictionaries(read: () => DictionaryFiles): void {
  readFiles = read;
  known = undefined;
}

/** The languages whose dictionaries there are; none until somebody says where these are. */
export function languages(): readonly Language[] {
  if (known) return known;

  const files = readFiles();
  known = grammars.flatMap(([code, grammar]) => {
    const file = files[code];
    return file ? [{ code, file, ...(grammar ? { grammar } : {}) }] : [];
  });
  return known;
}

/** Reads the file of a language when it is first asked for: that takes some milliseconds. */
export function dictionaryOf(language: Language): Dictionary {
  const ready = dictionaries.get(language);
  if (ready) return ready;

  const dictionary = new Dictionary(language.file, language.grammar);
  dictionaries.set(language, dictionary);
  return dictionary;
}
