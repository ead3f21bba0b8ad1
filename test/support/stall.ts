const tickMs = 5;
const tries = 4;

/**
 * The longest time, in milliseconds, for which `work` blocked the event loop: the processor time of this thread between two turns, which other
 * processes of a busy machine do not prolong. When that exceeds the limit, the work is repeated, because a collection of garbage does not
 * recur every time.
 */
export async function longestStallMs(limitMs: number, work: () => Promise<unknown>): Promise<number> {
  let least = Infinity;

  for (let i = 0; i < tries && least > limitMs; i += 1) {
    let [worst, last] = [0, cpuMs()];
    const look = (): void => {
      const now = cpuMs();
      [worst, last] = [Math.max(worst, now - last), now];
    };
    const ticks = setInterval(look, tickMs);
    await work();
    look();
    clearInterval(ticks);
    least = Math.min(least, worst);
  }
  return least;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
