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
