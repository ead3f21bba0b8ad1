/**
 * Hands out turns for work that is done in slices: one in each turn of the event loop, in the order of asking. However many
 * such works go on, everybody else waits for one slice of them.
 */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when the caller may do a slice, which must be short. */
  next(): Promise<void> {
    this.#last = this.#last.then(nextTurnOfTheLoop);
    return this.#last;
  }
}

function nextTurnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** How much text is made in a turn, in characters: less than a millisecond's worth. */
const sliceLength = 64 * 1024;

/** Joins pieces of a text to slices, and makes each of them in a turn. The slices of the same text are always the same. */
export async function* inSlices(pieces: Iterable<string>, turns: Turns): AsyncGenerator<string> {
  let slice = '';

  await turns.next();
  for (const piece of pieces) {
    slice += piece;
    if (slice.length < sliceLength) continue;
    yield slice;
    slice = '';
    await turns.next();
  }
  if (slice !== '') yield slice;
}
