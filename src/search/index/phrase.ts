import { fieldsIn } from './impact.ts';
import { impactIn } from './posting-list.ts';
import type { WeighedList } from './text-index.ts';

/** Whether one field of a document holds all words of a phrase, given the lists of each word. */
export function isInOneField(words: readonly (readonly WeighedList[])[], document: number): boolean {
  let fields = -1;

  for (const lists of words) {
    let held = 0;
    for (const { list } of lists) held |= fieldsIn(impactIn(list, document));
    fields &= held;
  }
  return fields !== 0;
}
