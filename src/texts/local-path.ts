import { language } from '#texts/language.ts';
import { pathIn } from './languages.ts';

/** The address of a page of this site in the language of these texts, given its path without a language. */
export function localPath(path: string): string {
  return pathIn(language, path);
}
