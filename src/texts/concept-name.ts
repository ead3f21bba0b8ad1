import { conceptNames } from '#texts/concepts.ts';
import { filled } from './message.ts';

/** The name of a concept of the search, given its label, which is English. */
export function conceptName(label: string): string {
  return filled(conceptNames[label] ?? label, {});
}
