import type { Page } from '../query/question.ts';
import type { Compare } from './orders.ts';

/**
 * The documents of a page, in order, without sorting the others. Reorders `documents` in place. One comparison rules out
 * most documents: that with the worst one that could still be on the page.
 */
export function pickPage(documents: Uint32Array, { limit, offset }: Page, compare: Compare): number[] {
  const wanted = Math.min(offset + limit, documents.length);
  if (offset >= documents.length) return [];

  const room = 2 * wanted + 64;
  let kept = 0;
  let worst: number | undefined;
  for (let i = 0; i < documents.length; i += 1) {
    const document = documents[i] ?? 0;
    if (worst !== undefined && compare(document, worst) > 0) continue;

    swap(documents, i, kept);
    kept += 1;
    if (kept === room) {
      select(documents, kept, wanted - 1, compare);
      kept = wanted;
      worst = documents[wanted - 1];
    }
  }

  select(documents, kept, wanted - 1, compare);
  select(documents, wanted, offset, compare);
  return [...documents.subarray(offset, wanted)].sort(compare);
}

/** Quickselect: moves documents until the one at `place` is where sorting would put it, with none after it in order before it. */
function select(documents: Uint32Array, length: number, place: number, compare: Compare): void {
  let [low, high] = [0, length - 1];

  while (low < high) {
    const pivot = documents[(low + high) >>> 1] ?? 0;
    let [i, j] = [low, high];
    while (i <= j) {
      while (compare(documents[i] ?? 0, pivot) < 0) i += 1;
      while (compare(documents[j] ?? 0, pivot) > 0) j -= 1;
      if (i <= j) {
        swap(documents, i, j);
        i += 1;
        j -= 1;
      }
    }
    if (place <= j) high = j;
    else if (place >= i) low = i;
    else return;
  }
}

function swap(documents: Uint32Array, i: number, j: number): void {
  [documents[i], documents[j]] = [documents[j] ?? 0, documents[i] ?? 0];
}
