import { Cluster } from './cluster.ts';
import { Disturber } from './disturber.ts';
import { Follower } from './follower.ts';
import { Gauges, type Levels } from './gauges.ts';
import { Hook } from './hook.ts';
import { judge, type Witnesses } from './judge.ts';
import { Ledger } from './ledger.ts';
import { Reader } from './reader.ts';
import { startSellers } from './sellers.ts';
import { Writer } from './writer.ts';
import { pause } from './pause.ts';

export interface SoakOptions {
  readonly minutes: number;
  readonly servers: number;
  readonly killEveryMs: number;
  /** How long a server is held up that is not killed; long enough that it loses its leases. */
  readonly pauseMs: number;
  readonly leaseSeconds: number;
  readonly writers: number;
  readonly readers: number;
}

export interface Report {
  /** Sentences about promises that were broken; none where all held. */
  readonly faults: readonly string[];
  readonly counts: Ledger['counts'];
  /** Undefined where the first server lived too short to tell. */
  readonly levels: Levels | undefined;
  /** Lines that servers logged as errors. */
  readonly errors: readonly string[];
  /** The same, and warnings. */
  readonly complaints: readonly string[];
  /** How long it took until everything agreed after the last act. */
  readonly settledMs: number;
}

const probeIntervalMs = 30_000;
const longestSettlingMs = 180_000;

/** Servers over one PostgreSQL and one git remote under load, while one after another is killed; at the end, everything has to agree. */
export async function soak(options: SoakOptions): Promise<Report> {
  const { minutes, servers, leaseSeconds, writers, readers } = options;
  const sellers = await startSellers();
  const cluster = await Cluster.start(servers, {
    ALLOW_INSECURE_ENDPOINTS: '1',
    PROBE_ALLOW_PRIVATE: '1',
    PROBE_INTERVAL: `${String(probeIntervalMs / 1000)}s`,
    LEASE_DURATION: `${String(leaseSeconds)}s`,
  });
  try {
    const ledger = new Ledger();
    const owner = cluster.any();
    const hook = await Hook.open(cluster, await owner.key('watcher'));
    const follower = new Follower(cluster, ledger);
    const gauges = new Gauges(cluster);
    const keys = await Promise.all(
      Array.from({ length: writers }, (_, i) => owner.key(`writer-${String(i)}`)),
    );
    const witnesses = { cluster, ledger, follower, hook, probeIntervalMs };

    const durationMs = minutes * 60_000;
    const load = AbortSignal.timeout(durationMs);
    const following = new AbortController();
    const watching = follower.run(following.signal);
    await Promise.all([
      cluster.watch(load),
      ...keys.map((key, i) =>
        new Writer(cluster, ledger, key, (number) => sellers.endpoint(i, number)).run(load),
      ),
      ...Array.from({ length: readers }, () => new Reader(cluster, ledger).run(load)),
      new Disturber(cluster, ledger, options).run(load, performance.now() + durationMs / 2),
      gauges.run(load),
    ]);

    const { faults, settledMs } = await settle(witnesses);
    following.abort();
    await watching;
    const errors = cluster.members.flatMap((member) => member.errors());
    const complaints = cluster.members.flatMap((member) => member.complaints());
    await hook.close();
    return {
      faults: [...ledger.faults, ...faults],
      counts: ledger.counts,
      levels: gauges.levels(),
      errors,
      complaints,
      settledMs,
    };
  } finally {
    await cluster.remove();
    await sellers.close();
  }
}

/** Waits until all witnesses agree, or long enough. */
async function settle(witnesses: Witnesses): Promise<{ faults: string[]; settledMs: number }> {
  const begin = performance.now();
  for (;;) {
    const faults = await judge(witnesses);
    const settledMs = performance.now() - begin;
    if (faults.length === 0 || settledMs > longestSettlingMs) return { faults, settledMs };
    await pause(1_000);
  }
}
