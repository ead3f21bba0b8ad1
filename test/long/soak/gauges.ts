import { readFile } from 'node:fs/promises';
import { openDescriptors } from '../../support/descriptors.ts';
import type { Cluster } from './cluster.ts';
import { pause } from './pause.ts';

const everyMs = 2_000;

interface Sample {
  readonly residentMb: number;
  readonly descriptors: number;
}

/** What the first server of a cluster used, at the begin and the end of its last life. */
export interface Levels {
  readonly early: Sample;
  readonly late: Sample;
}

/** Looks at memory and file descriptors of the first server now and then. */
export class Gauges {
  readonly #cluster: Cluster;
  #pid: number | undefined;
  #samples: Sample[] = [];

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const pid = this.#cluster.members[0]?.pid;
      if (pid !== this.#pid) this.#samples = [];
      this.#pid = pid;
      const sample = pid === undefined ? undefined : await sampleOf(pid);
      if (sample) this.#samples.push(sample);
      await pause(everyMs);
    }
  }

  /** Medians of the second and of the last quarter; undefined where it lived too short. */
  levels(): Levels | undefined {
    const quarter = Math.floor(this.#samples.length / 4);
    if (quarter < 1) return undefined;

    return {
      early: medians(this.#samples.slice(quarter, 2 * quarter)),
      late: medians(this.#samples.slice(-quarter)),
    };
  }
}

async function sampleOf(pid: number): Promise<Sample | undefined> {
  const status = await readFile(`/proc/${String(pid)}/status`, 'utf8').catch(() => '');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  return kilobytes === undefined
    ? undefined
    : { residentMb: Number(kilobytes) / 1024, descriptors: openDescriptors(pid) };
}

function medians(samples: readonly Sample[]): Sample {
  const middle = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1] ?? 0;

  return {
    residentMb: middle(samples.map(({ residentMb }) => residentMb)),
    descriptors: middle(samples.map(({ descriptors }) => descriptors)),
  };
}
