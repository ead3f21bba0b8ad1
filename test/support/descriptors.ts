import { existsSync, readdirSync } from 'node:fs';

/** The number of open file descriptors of a process, this one by default; 0 on systems without /proc. */
export function openDescriptors(pid: number | 'self' = 'self'): number {
  const folder = `/proc/${String(pid)}/fd`;

  return existsSync(folder) ? readdirSync(folder).length : 0;
}
