import { writeFileSync } from 'node:fs';

/*
 * Loaded into a process before its own code (`node --import`): writes once a second to the file that METER_FILE names how long the
 * event loop was kept at most. Processor time of the thread tells that also on a busy machine, where the clock alone would count
 * the time of others; the clock tells of waits that take no processor time, for a lock or a disk.
 */

export interface Meter {
  /** Most processor time, in milliseconds, that the thread took between two ticks. */
  readonly worstCpuMs: number;
  /** Longest time between two ticks by the clock, in milliseconds. */
  readonly worstWallMs: number;
  readonly residentMb: number;
}

const tickMs = 10;
const file = process.env['METER_FILE'];
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

let [worstCpuMs, worstWallMs] = [0, 0];
let [cpu, wall] = [cpuMs(), performance.now()];

function tick(): void {
  const [cpuNow, wallNow] = [cpuMs(), performance.now()];
  worstCpuMs = Math.max(worstCpuMs, cpuNow - cpu);
  worstWallMs = Math.max(worstWallMs, wallNow - wall - tickMs);
  [cpu, wall] = [cpuNow, wallNow];
}

function write(): void {
  const meter: Meter = { worstCpuMs, worstWallMs, residentMb: process.memoryUsage.rss() / 2 ** 20 };
  if (file !== undefined) writeFileSync(file, JSON.stringify(meter));
}

/** What the start takes is not of interest. */
process.on('SIGUSR2', () => {
  [worstCpuMs, worstWallMs] = [0, 0];
  [cpu, wall] = [cpuMs(), performance.now()];
  write();
});

setInterval(tick, tickMs).unref();
setInterval(write, 1000).unref();
