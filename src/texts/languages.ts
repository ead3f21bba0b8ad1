import { languageNames } from './language-list.ts';

export { languageNames };

export type Language = keyof typeof languageNames;

/** The languages of the site, as BCP 47 tags. Pages in the first one have the plain addresses; those in others begin with the tag. */
export const languages = Object.keys(languageNames) as [Language, ...Language[]];

export const [firstLanguage, ...furtherLanguages] = languages;

/** The address of a page in a language, given its plain path. */
export function pathIn(language: Language, path: string): string {
  return language === firstLanguage ? path : `/${language}${path}`;
}

/** The language that a path says, and the plain path. */
export function readPath(path: string): { readonly language: Language; readonly plain: string } {
  const language = languages.slice(1).find((each) => path === `/${each}` || path.startsWith(`/${each}/`));
  if (!language) return { language: firstLanguage, plain: path };

  return { language, plain: path.slice(language.length + 1) || '/' };
}

/** The language with this tag, or of which it is a regional form (`de-AT`). */
export function findLanguage(tag: string): Language | undefined {
  const [primary] = tag.trim().toLowerCase().split('-');

  return languages.find((language) => language === primary);
}
