import { existsSync, readdirSync } from 'node:fs';

/** How many files, sockets and pipes a process holds open, this one by default; 0 where the system does not say. */
export function openDescriptors(pid: number | 'self' = 'self'): number {
  const folder = `/proc/${String(pid)}/fd`;

  return existsSync(folder) ? readdirSync(folder).length : 0;
}
