import { mostCompared } from './links.ts';
import type { Mark } from './compare-marks.ts';

/** What is best in a comparison. */
export const markWords: Readonly<Record<Mark, string>> = {
  cheapest: 'Cheapest',
  fastest: 'Fastest',
  mostUsed: 'Most used',
};

/** How many services are picked to compare, and that one alone is too few. */
export function pickedText(count: number): string {
  return count === 1 ? 'Pick one more.' : `${String(count)} of ${String(mostCompared)} picked.`;
}

/** Why one service more cannot be picked. */
export const fullText = `${String(mostCompared)} at most: remove one to add another.`;

export function compareLabel(count: number): string {
  return `Compare ${String(count)}`;
}

export function removeLabel(name: string): string {
  return `Remove ${name}`;
}
