import { dayOf } from '../../domain/day.ts';
import { type CheckDay, type KeptCheck, keptChecks, type LatencyDay } from '../../domain/check.ts';
import { dayMs } from '../../domain/duration.ts';
import { isAnswered, type Verdict, verdicts } from '../../domain/verdict.ts';
import { ByteReader, ByteWriter } from './packed-bytes.ts';

/** The newest day with checks, which still grows. Its percentiles need each answer time. */
export interface OpenDay {
  readonly sums: CheckDay;
  /** Milliseconds of each answered check. */
  readonly latencies: readonly number[];
}

/** What is kept of the single checks of a service. */
export interface RecentChecks {
  readonly open: OpenDay | undefined;
  /** The last checks, newest first. */
  readonly latest: readonly KeptCheck[];
}

export const noRecentChecks: RecentChecks = { open: undefined, latest: [] };

/** Changes with the format. The first has no count of unread checks. Checks that were packed in any other are not read. */
const version = 2;
const versions = [1, version];

/** Packed checks name verdicts by their place in this list: append to it only. */
const verdictNames = [
  'verified',
  'payto_mismatch',
  'network_mismatch',
  'asset_mismatch',
  'price_mismatch',
  'malformed',
  'not_402',
  'blocked',
  'unreachable',
  'unread',
] as const satisfies readonly Verdict[];

/** More than one check a second gives in a day. */
const mostListed = 100_000;

/** A day as it is kept once it is over, with the nearest-rank percentiles of its answer times. */
export function closedDay({ sums, latencies }: OpenDay): LatencyDay {
  const sorted = latencies.toSorted((a, b) => a - b);
  const rank = (share: number): number | null => sorted[Math.ceil(share * sorted.length) - 1] ?? null;

  return { ...sums, p50Ms: rank(0.5), p95Ms: rank(0.95) };
}

/** A check joins those of the day that it is counted in, which is the open one. */
export function withCheck({ open, latest }: RecentChecks, check: KeptCheck, sums: CheckDay): RecentChecks {
  const others = latest.filter(({ at }) => at.getTime() !== check.at.getTime());
  const sorted = [...others, check].sort((a, b) => b.at.getTime() - a.at.getTime());
  const before = open?.sums.date === sums.date ? open.latencies : [];
  const latencies = [...before, ...latenciesOf(check)];

  return { open: { sums, latencies }, latest: sorted.slice(0, keptChecks) };
}

/** The answer time of a check, unless it does not count. */
export function latenciesOf({ verdict, latencyMs }: KeptCheck): number[] {
  return latencyMs !== null && isAnswered(verdict) ? [latencyMs] : [];
}

/** Packs the checks of a service, in about 2 bytes for each of today and 7 for each of the last. */
export function packChecks({ open, latest }: RecentChecks): Buffer {
  const writer = new ByteWriter();
  writer.number(version);
  writeOpen(writer, open);
  writeLatest(writer, latest);

  return writer.finish();
}

/** The checks that were packed; none where the bytes are damaged or of another version. */
export function unpackChecks(packed: Uint8Array): RecentChecks {
  return (
    unpack(packed, (reader, format) => ({ open: readOpen(reader, format), latest: readLatest(reader) })) ??
    noRecentChecks
  );
}

/** Only the open day of the checks that were packed. */
export function unpackOpenDay(packed: Uint8Array): OpenDay | undefined {
  return unpack(packed, readOpen);
}

/** What is read behind the version; undefined where the bytes are damaged or of another version. */
function unpack<Part>(
  packed: Uint8Array,
  read: (reader: ByteReader, format: number) => Part,
): Part | undefined {
  const reader = new ByteReader(packed);
  try {
    const format = reader.number();
    return versions.includes(format) ? read(reader, format) : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function writeOpen(writer: ByteWriter, open: OpenDay | undefined): void {
  writer.number(open === undefined ? 0 : Date.parse(open.sums.date) / dayMs);
  if (!open) return;

  const { checks, ok, verified, blocked, latencyMs, unread } = open.sums;
  for (const value of [checks, ok, verified, blocked, latencyMs, unread]) writer.number(value);
  writer.number(open.latencies.length);
  for (const latency of open.latencies) writer.number(latency);
}

function readOpen(reader: ByteReader, format: number): OpenDay | undefined {
  const day = reader.number();
  if (day === 0) return undefined;

  const date = dayOf(new Date(day * dayMs));
  const [checks, ok, verified] = [reader.number(), reader.number(), reader.number()];
  const [blocked, latencyMs] = [reader.number(), reader.number()];
  const unread = format === 1 ? 0 : reader.number();
  const sums = { date, checks, ok, verified, unread, blocked, latencyMs };
  return { sums, latencies: Array.from({ length: countOf(reader) }, () => reader.number()) };
}

/** Checks with the same outcome name it by its place in a list. */
function writeLatest(writer: ByteWriter, latest: readonly KeptCheck[]): void {
  const outcomes = [...Map.groupBy(latest, outcomeOf).values()];
  writer.number(outcomes.length);
  for (const [first] of outcomes) if (first) writeOutcome(writer, first);

  const places = new Map(outcomes.flatMap((same, place) => same.map((check) => [check, place] as const)));
  writer.number(latest.length);
  let later = 0;
  for (const check of latest) {
    const at = check.at.getTime();
    writer.number(Math.abs(later - at));
    writer.number(places.get(check) ?? 0);
    writer.number(check.latencyMs === null ? 0 : check.latencyMs + 1);
    later = at;
  }
}

function readLatest(reader: ByteReader): KeptCheck[] {
  const outcomes = Array.from({ length: countOf(reader) }, () => readOutcome(reader));
  let at = 0;

  return Array.from({ length: countOf(reader) }, () => {
    at = Math.abs(at - reader.number());
    const outcome = outcomes[reader.number()];
    if (!outcome) throw new RangeError('there is no such outcome');
    const latency = reader.number();
    return { at: new Date(at), ...outcome, latencyMs: latency === 0 ? null : latency - 1 };
  });
}

type Outcome = Omit<KeptCheck, 'at' | 'latencyMs'>;

function outcomeOf({ verdict, httpStatus, detail }: Outcome): string {
  return `${verdict} ${String(httpStatus)} ${detail}`;
}

/** The usual sentence of a verdict is left out. */
function writeOutcome(writer: ByteWriter, { verdict, httpStatus, detail }: Outcome): void {
  writer.number(verdictNames.indexOf(verdict));
  writer.number(httpStatus === null ? 0 : httpStatus + 1);
  writer.text(detail === verdicts[verdict] ? '' : `=${detail}`);
}

function readOutcome(reader: ByteReader): Outcome {
  const verdict = verdictNames[reader.number()];
  if (verdict === undefined) throw new RangeError('there is no such verdict');
  const status = reader.number();
  const text = reader.text();

  return {
    verdict,
    httpStatus: status === 0 ? null : status - 1,
    detail: text === '' ? verdicts[verdict] : text.slice(1),
  };
}

/** The length of a list, which damaged bytes could make larger than memory. */
function countOf(reader: ByteReader): number {
  const count = reader.number();
  if (count > mostListed) throw new RangeError('the list is too long');

  return count;
}
