import { hourMs, minuteMs } from '../domain/duration.ts';

/** When a delivery is tried, in milliseconds after its first try. */
export const tryTimes: readonly number[] = [
  0,
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** Each pause is longer by up to this share, so that deliveries that failed together do not come again together. */
const jitter = 0.1;

interface Pause {
  /** How long the target asks to be left alone; 0 when it does not say. */
  readonly askedMs: number;
  /** A random number from 0 to 1. */
  readonly random: number;
}

interface NextTry {
  readonly step: number;
  readonly afterMs: number;
}

/**
 * The try that follows a failed one, undefined after the last. A target that asks for a longer pause gets it in place of the tries that would
 * have come meanwhile, so that its pauses, each of a day at most, put off the last one to the third day at the latest.
 */
export function nextTry(failed: number, { askedMs, random }: Pause): NextTry | undefined {
  const [now, next] = [tryTimes[failed], tryTimes[failed + 1]];
  if (now === undefined || next === undefined) return undefined;

  const pause = (next - now) * (1 + jitter * random);
  const passed = tryTimes.findLastIndex((at) => at <= now + askedMs);
  return { step: Math.max(failed + 1, passed), afterMs: Math.max(pause, askedMs) };
}
