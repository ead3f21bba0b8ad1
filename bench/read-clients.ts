import { z } from 'zod';
import { percentile } from './machine.ts';
import { SteadyReads } from './steady-reads.ts';

/**
 * Reads a URL at a steady rate, in a process of its own: `read-clients.ts <url> <reads a second> <seconds of a window> <windows>`. Prints
 * a line of JSON for each window: percentiles in milliseconds, and the share of a core that this process used.
 */
const [url, perSecond, seconds, windows] = z
  .tuple([z.url(), z.coerce.number(), z.coerce.number(), z.coerce.number()])
  .parse(process.argv.slice(2));

for (let window = 0; window < windows; window += 1) {
  const before = process.cpuUsage();
  const reads = new SteadyReads(url, 1000 / perSecond);
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const times = await reads.stop();

  const { user, system } = process.cpuUsage(before);
  const cores = (user + system) / 1e6 / seconds;
  console.log(
    JSON.stringify({
      reads: times.length,
      p50: percentile(times, 50),
      p99: percentile(times, 99),
      most: Math.max(...times),
      cores,
    }),
  );
}
