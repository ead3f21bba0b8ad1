/** A list that is being merged, from its next item on. */
interface Cursor {
  readonly list: readonly string[];
  at: number;
  item: string;
}

/** The items of sorted lists as one sorted sequence. */
export function* mergeSorted(lists: readonly (readonly string[])[]): Generator<string> {
  const heap = lists.flatMap((list) => cursorOf(list) ?? []);
  for (let at = (heap.length >> 1) - 1; at >= 0; at -= 1) sink(heap, at);

  for (let first = heap[0]; first; first = heap[0]) {
    yield first.item;
    advance(heap, first);
    sink(heap, 0);
  }
}

function cursorOf(list: readonly string[]): Cursor | undefined {
  const [item] = list;

  return item === undefined ? undefined : { list, at: 0, item };
}

/** Moves the first cursor of a heap to its next item, or puts the last one in the place of one that is done. */
function advance(heap: Cursor[], first: Cursor): void {
  first.at += 1;
  const item = first.list[first.at];
  if (item !== undefined) {
    first.item = item;
    return;
  }

  const last = heap.pop();
  if (last && last !== first) heap[0] = last;
}

/** Restores the order of a heap below a place. */
function sink(heap: Cursor[], from: number): void {
  const sinking = heap[from];
  if (!sinking) return;

  let at = from;
  for (;;) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
    const isRight = left && right && right.item < left.item;
    const child = isRight ? right : left;
    if (!child || sinking.item <= child.item) break;
    heap[at] = child;
    at = 2 * at + (isRight ? 2 : 1);
  }
  heap[at] = sinking;
}
