import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Seconds of processor time that a test file took, with the programs that it started and that have ended. */
    processorSeconds?: number;
  }
}

const before = processorSeconds();

// Vitest reads which fixtures a hook wants from its first parameter; this one wants none.
// eslint-disable-next-line no-empty-pattern
afterAll(({}, { file }) => {
  file.meta.processorSeconds = processorSeconds() - before;
});

/** Of this process, and on Linux of its ended children, too: proc_pid_stat(5), fields 14 to 17, in hundredths of a second. */
function processorSeconds(): number {
  if (process.platform !== 'linux') {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000_000;
  }

  // The second field is the name in parentheses, which may hold spaces.
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
}
