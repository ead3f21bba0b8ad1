import { groupThousands } from './price-words.ts';

/** A number with its noun: `1 service`, `2,400 services`. */
export function counted(count: number, noun: string): string {
  return `${groupThousands(count)} ${count === 1 ? noun : `${noun}s`}`;
}
