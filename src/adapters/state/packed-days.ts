import type { LatencyDay } from '../../domain/check.ts';
import { ByteReader, ByteWriter } from './packed-bytes.ts';

/*
 * The days of a month in about 7 bytes each: the day of the month with flags, then the numbers that the flags announce. Most days have no
 * failed check, so that `ok` and `verified` need no bytes of their own.
 */

const flag = { failed: 32, unverified: 64, blocked: 128, unanswered: 256, unread: 512 } as const;

/** The month of a date (`2026-01-31`), counted from year 0. */
export function monthOf(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/** Packs days of one month. */
export function packDays(days: readonly LatencyDay[]): Buffer {
  const writer = new ByteWriter();
  for (const day of days) writeDay(writer, day);

  return writer.finish();
}

/** The days of a month, as they were packed; none where the bytes are damaged. */
export function unpackDays(month: number, packed: Uint8Array): LatencyDay[] {
  const reader = new ByteReader(packed);
  const prefix = `${String(Math.floor(month / 12)).padStart(4, '0')}-${twoDigits((month % 12) + 1)}-`;
  const days: LatencyDay[] = [];
  try {
    while (!reader.isAtEnd) days.push(readDay(reader, prefix));
    return days;
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

function writeDay(writer: ByteWriter, day: LatencyDay): void {
  const { date, checks, ok, verified, unread, blocked, latencyMs, p50Ms, p95Ms } = day;
  const flags =
    (ok < checks ? flag.failed : 0) +
    (verified < ok ? flag.unverified : 0) +
    (blocked > 0 ? flag.blocked : 0) +
    (p50Ms === null ? flag.unanswered : 0) +
    (unread > 0 ? flag.unread : 0);

  writer.number(Number(date.slice(8)) + flags);
  writer.number(checks);
  if (ok < checks) writer.number(checks - ok);
  if (verified < ok) writer.number(ok - verified);
  if (blocked > 0) writer.number(blocked);
  if (unread > 0) writer.number(unread);
  writer.number(latencyMs);
  if (p50Ms === null) return;
  writer.signed(p50Ms - meanOf(latencyMs, ok));
  writer.signed((p95Ms ?? p50Ms) - p50Ms);
}

function readDay(reader: ByteReader, prefix: string): LatencyDay {
  const head = reader.number();
  const has = (bit: number): boolean => Math.floor(head / bit) % 2 === 1;
  const date = prefix + twoDigits(head % 32);
  const checks = reader.number();
  const ok = checks - (has(flag.failed) ? reader.number() : 0);
  const verified = ok - (has(flag.unverified) ? reader.number() : 0);
  const blocked = has(flag.blocked) ? reader.number() : 0;
  const unread = has(flag.unread) ? reader.number() : 0;
  const latencyMs = reader.number();
  const sums = { date, checks, ok, verified, unread, blocked, latencyMs };
  if (has(flag.unanswered)) return { ...sums, p50Ms: null, p95Ms: null };

  const p50Ms = meanOf(latencyMs, ok) + reader.signed();
  return { ...sums, p50Ms, p95Ms: p50Ms + reader.signed() };
}

/** The median is near the mean, so their difference is short. */
function meanOf(sum: number, count: number): number {
  return count === 0 ? 0 : Math.floor(sum / count);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
