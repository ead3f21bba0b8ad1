import { writeFileSync } from 'node:fs';

/*
 * Preloaded into a process (`node --import`). Once a second it writes the longest time for which the event loop was blocked to the file
 * named by METER_FILE. CPU time of the thread is reliable even on a busy machine, where wall-clock time includes other processes;
 * wall-clock time also shows waits without CPU use, for a lock or a disk.
 */

export interface Meter {
  /** The most CPU time, in milliseconds, between two ticks. */
  readonly worstCpuMs: number;
  /** The longest wall-clock time, in milliseconds, between two ticks. */
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

/** Resets the measurement, so that it excludes the start. */
process.on('SIGUSR2', () => {
  [worstCpuMs, worstWallMs] = [0, 0];
  [cpu, wall] = [cpuMs(), performance.now()];
  write();
});

setInterval(tick, tickMs).unref();
setInterval(write, 1000).unref();
