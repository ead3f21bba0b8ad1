/** Node has four threads for files; a few more keep them busy. */
const workers = 16;

/** Works on all items, several at a time. When some fail, the others are finished first, so that nothing goes on in the background. */
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
