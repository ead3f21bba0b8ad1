import { readFile } from 'node:fs/promises';
import { descendantsOf } from '../test/support/running-server.ts';

const everyMs = 250;

/** The result of some work, and the most memory that the processes it started had together, in MiB of resident set. Works on Linux only. */
export async function withPeakMemory<Result>(
  work: () => Promise<Result>,
): Promise<[Result, peakMiB: number]> {
  let peak = 0;
  const look = async (): Promise<void> => {
    const sizes = await Promise.all((await descendantsOf(process.pid)).map(residentKiB));
    peak = Math.max(peak, sizes.reduce((sum, size) => sum + size, 0) / 1024);
  };
  const timer = setInterval(() => void look(), everyMs);

  try {
    return [await work(), peak];
  } finally {
    clearInterval(timer);
  }
}

/** The resident set of a process; 0 when it has ended. */
export async function residentKiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');

  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
}
