/** How long a chain may take for a question while somebody holds a connection for its answer. */
export const patienceMs = 10_000;

/** Undefined when the work takes longer; it continues in the background. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined).unref();
  });

  return Promise.race([work, late]).finally(() => {
    clearTimeout(timer);
  });
}
