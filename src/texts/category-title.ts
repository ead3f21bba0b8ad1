import { categoryDescriptions, categoryNames } from '#texts/categories.ts';
import { langOfEnglish } from './in-english.ts';
import { filled } from './message.ts';

/** The name of a category in the language of the page, given the one in the catalog, which is English. Other categories than the project's keep it. */
export function categoryTitle(name: string): string {
  return filled(categoryNames[name] ?? name, {});
}

/** The same for the description of a category. */
export function categoryAbout(description: string): string {
  return filled(categoryDescriptions[description] ?? description, {});
}

/** The `lang` of either: none where it is in the language of the page. */
export function categoryLang(text: string): string | undefined {
  return (categoryNames[text] ?? categoryDescriptions[text]) === undefined ? langOfEnglish : undefined;
}
