import { dayMs } from '../../domain/duration.ts';
import type { Requester } from '../../domain/probe.ts';
import { BoundedMap } from '../../domain/bounded-map.ts';
import { retryAfterMs } from '../../domain/retry-after.ts';
import { isFailed, type Outcome } from './probe-outcome.ts';

/** How many URLs are remembered. People may ask about any URL, so they get less room than passes over the catalog. */
const maxUrls = { person: 10_000, pass: 100_000 } as const;

/** No single answer can keep us away for longer than this. */
const maxCooldownMs = dayMs;

/**
 * The URLs that sent a `Retry-After`, and until when each must be left alone.
 *
 * A cooldown covers one URL, not its host: a host is often shared, and one path must not be able to silence the others. Answers
 * that people ran into are counted apart, because anybody can try any URL, and that must not stop the checks of the catalog.
 */
export class Cooldowns {
  readonly #ends: Readonly<Record<Requester, BoundedMap<number>>> = {
    person: new BoundedMap(maxUrls.person),
    pass: new BoundedMap(maxUrls.pass),
  };
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** When the cooldown of a URL ends, if it has one. A pass ignores cooldowns that only people ran into. */
  endOf(url: string, requester: Requester): Date | undefined {
    const key = keyOf(url);
    const relevant = requester === 'person' ? [this.#ends.person, this.#ends.pass] : [this.#ends.pass];
    const end = Math.max(...relevant.map((ends) => ends.get(key) ?? 0));

    return end > this.#now() ? new Date(end) : undefined;
  }

  /** Records the outcome of a request for `urls`: the URL asked for, and the one a redirect led to. */
  record(urls: readonly string[], requester: Requester, outcome: Outcome): void {
    const end = retryAfter(outcome, this.#now());

    for (const key of new Set(urls.map(keyOf))) {
      if (end === undefined) this.#ends[requester].delete(key);
      else this.#ends[requester].set(key, end);
    }
  }
}

function keyOf(url: string): string {
  const { origin, pathname } = new URL(url);

  return origin + pathname;
}

/** When a 429 or 503 wants to be asked again, in milliseconds since 1970. */
export function retryAfter(outcome: Outcome, now: number): number | undefined {
  if (isFailed(outcome) || (outcome.status !== 429 && outcome.status !== 503)) return undefined;

  const askedMs = retryAfterMs(outcome.headers['retry-after'], now) ?? 0;
  return askedMs === 0 ? undefined : now + Math.min(askedMs, maxCooldownMs);
}
