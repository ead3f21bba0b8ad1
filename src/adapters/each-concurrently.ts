/** Node has four threads for files; a few more keep them busy. */
const workers = 16;

/** Works on all items, several at a time. When some fail, waits for the others, so that nothing runs in the background. */
export async function eachConcurrently<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const waiting = [...items].values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };

  const ended = await Promise.allSettled(Array.from({ length: workers }, worker));
  for (const each of ended) if (each.status === 'rejected') throw each.reason;
}

/** Like `Promise.all` over a map, with at most `most` tasks at once. Starts no more of them once one has failed. */
export async function mapParallel<Item, Result>(
  items: readonly Item[],
  most: number,
  task: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  let hasFailed = false;

  const work = async (): Promise<void> => {
    for (const [i, item] of rest) {
      if (hasFailed) return;
      try {
        results[i] = await task(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, work));
  return results;
}
