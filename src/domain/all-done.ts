/** Waits for all of these even when one fails, so that nothing is still running when the caller cleans up. Rejects as `Promise.all` does. */
export async function allDone<Work extends readonly Promise<unknown>[]>(
  work: readonly [...Work],
): Promise<{ -readonly [Place in keyof Work]: Awaited<Work[Place]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
