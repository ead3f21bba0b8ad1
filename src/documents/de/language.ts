import type { Language } from '../../texts/languages.ts';

/** The language of the documents in this folder. */
export const documentLanguage: Language = 'de';
