import { monitorEventLoopDelay } from 'node:perf_hooks';

const tries = 4;

/**
 * The longest time, in milliseconds, for which `work` blocked the event loop. When that exceeds the limit, the work is repeated, because
 * delays caused by other processes of a busy machine do not recur every time.
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
