import { expect } from 'vitest';

/** The processor time in ms that work takes on this thread, so that what else the machine does hardly counts. */
export function cpuMs(work: () => unknown): number {
  work();

  // The clock moves by a few milliseconds at once.
  for (let rounds = 1; ; rounds *= 2) {
    const before = process.threadCpuUsage();
    for (let round = 0; round < rounds; round += 1) work();
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1000;
    if (ms >= 10) return ms / rounds;
  }
}

/** Expects work on a text of 16 times the size to take less than 80 times as long: a quadratic algorithm takes 256 times. */
export function expectLinear(
  work: (text: string) => unknown,
  textOf: (size: number) => string,
  size: number,
): void {
  const [small, large] = [textOf(size / 16), textOf(size)];

  expect(cpuMs(() => work(large)) / cpuMs(() => work(small))).toBeLessThan(80);
}
