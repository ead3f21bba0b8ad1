/**
 * Has each caller wait for a run of `work` that began after the call. Those who call while it runs share the next run, so however many call, two
 * runs never overlap.
 */
export function nextRun<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<unknown> | undefined;
  let next: Promise<Result> | undefined;

  const run = (): Promise<Result> => {
    next = undefined;
    const result = work();
    const ended = result
      .catch(() => undefined)
      .finally(() => {
        if (running === ended) running = undefined;
      });
    running = ended;
    return result;
  };
  return () => (running ? (next ??= running.then(run)) : run());
}
