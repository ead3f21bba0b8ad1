import { language } from '#texts/language.ts';

/** The `lang` of what is English on pages in every language, such as a sentence of the API; none where the page is English itself. */
export const langOfEnglish = language === 'en' ? undefined : 'en';
