import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/*
 * Preloaded into a process (`node --import`). Ten times a second it writes the longest time for which the event loop was blocked to a
 * file in the folder named by METER_FOLDER; SIGUSR2 has it measured anew. The file's name is the process's number, because child
 * processes inherit both variables. CPU time of the thread is reliable even on a busy machine, where wall-clock time includes other
 * processes; wall-clock time also shows waits without CPU use, for a lock or a disk.
 */

export interface Meter {
  /** The most CPU time, in milliseconds, between two ticks. */
  readonly worstCpuMs: number;
  /** The longest wall-clock time, in milliseconds, between two ticks. */
  readonly worstWallMs: number;
  readonly residentMb: number;
  /** When it was written, in milliseconds since 1970. */
  readonly at: number;
  /** How often it was measured anew. */
  readonly resets: number;
}

const tickMs = 10;
const writeMs = 100;
const folder = process.env['METER_FOLDER'];
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The file with what was measured in a process. */
export const meterName = (pid: number): string => `${String(pid)}.json`;

let [worstCpuMs, worstWallMs, resets] = [0, 0, 0];
let [cpu, wall] = [cpuMs(), performance.now()];

function tick(): void {
  const [cpuNow, wallNow] = [cpuMs(), performance.now()];
  worstCpuMs = Math.max(worstCpuMs, cpuNow - cpu);
  worstWallMs = Math.max(worstWallMs, wallNow - wall - tickMs);
  [cpu, wall] = [cpuNow, wallNow];
}

function write(into: string): void {
  const residentMb = process.memoryUsage.rss() / 2 ** 20;
  const meter: Meter = { worstCpuMs, worstWallMs, residentMb, at: Date.now(), resets };
  const file = join(into, meterName(process.pid));
  writeFileSync(`${file}.new`, JSON.stringify(meter));
  renameSync(`${file}.new`, file);
}

/** Resets the measurement, so that it excludes the start. */
function reset(): void {
  [worstCpuMs, worstWallMs, resets] = [0, 0, resets + 1];
  [cpu, wall] = [cpuMs(), performance.now()];
}

if (isMainThread && folder !== undefined) {
  process.on('SIGUSR2', reset);
  setInterval(tick, tickMs).unref();
  setInterval(write, writeMs, folder).unref();
}
