import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { type CheckDay, type LatencyDay, maxStoredChecks, type StoredCheck } from '../../domain/check.ts';
import { isAnswered } from '../../domain/verdict.ts';

/** The newest day with checks, which still grows. Its percentiles need each answer time. */
export interface OpenDay {
  readonly sums: CheckDay;
  /** Milliseconds of each answered check. */
  readonly latencies: readonly number[];
}

export interface RecentChecks {
  readonly open: OpenDay | undefined;
  /** The last checks, newest first. */
  readonly latest: readonly StoredCheck[];
}

export const noRecentChecks: RecentChecks = { open: undefined, latest: [] };

/** A day as it is stored once it is over, with the nearest-rank percentiles of its answer times. */
export function closedDay({ sums, latencies }: OpenDay): LatencyDay {
  const sorted = latencies.toSorted((a, b) => a - b);
  const rank = (share: number): number | null => sorted[Math.ceil(share * sorted.length) - 1] ?? null;

  return { ...sums, p50Ms: rank(0.5), p95Ms: rank(0.95) };
}

/** A check joins those of the day that it is counted in, which is the open one. */
export function withCheck({ open, latest }: RecentChecks, check: StoredCheck, sums: CheckDay): RecentChecks {
  const others = latest.filter(({ at }) => at.getTime() !== check.at.getTime());
  const sorted = [...others, check].sort((a, b) => b.at.getTime() - a.at.getTime());
  const before = open?.sums.date === sums.date ? open.latencies : [];
  const latencies = [...before, ...latenciesOf(check)];

  return { open: { sums, latencies }, latest: sorted.slice(0, maxStoredChecks) };
}

/** The answer time of a check, unless it does not count. */
export function latenciesOf({ verdict, latencyMs }: StoredCheck): number[] {
  return latencyMs !== null && isAnswered(verdict) ? [latencyMs] : [];
}

/** Checks as they are stored: times in milliseconds since 1970. */
interface StoredChecks extends Pick<RecentChecks, 'open'> {
  readonly latest: readonly (Omit<StoredCheck, 'at'> & { readonly at: number })[];
}

export function packChecks({ open, latest }: RecentChecks): Buffer {
  const stored: StoredChecks = {
    open,
    latest: latest.map((check) => ({ ...check, at: check.at.getTime() })),
  };

  return pack(stored);
}

/** The checks that were packed; none where the bytes are damaged. */
export function unpackChecks(packed: Uint8Array): RecentChecks {
  const stored = unpack(packed) as StoredChecks | undefined;
  if (!stored) return noRecentChecks;

  return { open: stored.open, latest: stored.latest.map((check) => ({ ...check, at: new Date(check.at) })) };
}

export function pack(value: unknown): Buffer {
  return deflateRawSync(JSON.stringify(value));
}

/** What was packed; undefined where the bytes are damaged. Only this program packs, so the shape is not checked. */
export function unpack(packed: Uint8Array): unknown {
  try {
    return JSON.parse(inflateRawSync(packed).toString());
  } catch {
    return undefined;
  }
}
