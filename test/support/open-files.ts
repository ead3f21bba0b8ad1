import { existsSync, readdirSync } from 'node:fs';

const folder = '/proc/self/fd';

/** How many files, sockets and pipes this process has open; 0 where the system does not say. */
export function openFiles(): number {
  return existsSync(folder) ? readdirSync(folder).length : 0;
}
