/** Callers while work is running share the outcome of that run: for paths without a rate limit. */
export function sharedRun<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;

  return () =>
    (running ??= work().finally(() => {
      running = undefined;
    }));
}
