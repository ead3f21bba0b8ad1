import { readFile } from 'node:fs/promises';

const ticksPerSecond = 100;

/** Seconds of processor time that processes have used so far, all threads. */
export async function cpuSecondsOf(pids: readonly number[]): Promise<number> {
  const seconds = await Promise.all(pids.map(secondsOf));

  return seconds.reduce((sum, each) => sum + each, 0);
}

async function secondsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8');
  const [user = '', system = ''] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);

  return (Number(user) + Number(system)) / ticksPerSecond;
}
