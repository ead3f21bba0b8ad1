import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

const shown = 20;

/** Prints which test files took most processor time, at the end of a run of many. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    if (files.length <= shown) return;

    const costs = files
      .map((file) => ({ path: relative('test', file.moduleId), seconds: file.meta().processorSeconds ?? 0 }))
      .toSorted((one, other) => other.seconds - one.seconds);
    const all = costs.reduce((sum, { seconds }) => sum + seconds, 0);

    console.log(`\n${all.toFixed(0)} s of processor time in ${String(files.length)} files; most of it in`);
    for (const { path, seconds } of costs.slice(0, shown)) {
      console.log(`${seconds.toFixed(1).padStart(7)} s  ${path}`);
    }
  }
}
