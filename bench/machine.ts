import { cpus, release, totalmem } from 'node:os';

/** The machine and software of a measurement, in one line. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const memory = (totalmem() / 2 ** 30).toFixed(0);

  return `${String(cpus().length)} × ${cpu?.model.trim() ?? 'unknown CPU'}, ${memory} GiB, Linux ${release()}, Node ${process.version}`;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);

  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}
