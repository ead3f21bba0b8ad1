/** The services picked to compare, which scripts keep up to date. */

/** How many services are picked, and that one alone is too few. */
export const pickedText = (count: number, most: number): string =>
  count === 1 ? 'Pick one more.' : `${String(count)} of ${String(most)} picked.`;

/** Why one service more cannot be picked. */
export const fullText = (most: number): string => `${String(most)} at most: remove one to add another.`;

export const compareLabel = (count: number): string => `Compare ${String(count)}`;

export const removeLabel = (name: string): string => `Remove ${name}`;

/** The tray before scripts run. */
export const tray = {
  label: 'Services to compare',
  howMany: (most: number): string => `2 to ${String(most)} services`,
  compare: 'Compare selected',
  clear: 'Clear',
};
