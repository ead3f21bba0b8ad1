import { verdictMeanings as translations } from '#texts/probing-guide.ts';
import { verdicts } from '../domain/verdict.ts';
import { filled } from './message.ts';

/** What each response means, by its verdict, in the order of the API; in English as the API says it. */
export const verdictMeanings: readonly (readonly [verdict: string, meaning: string])[] = Object.entries(
  verdicts,
).map(([verdict, meaning]) => [verdict, filled(translations[verdict] ?? meaning, {})]);
