import { BoundedMap } from '../../domain/bounded-map.ts';
import { dayMs, hourMs } from '../../domain/duration.ts';
import { retryAfter } from './cooldowns.ts';
import { type Failed, isFailed, isOutOfReach, type Outcome } from './probe-outcome.ts';
import { noRules, readRobots, type RobotsRules, weightOf } from './robots.ts';

/** The product name that owners use in `robots.txt`. It stays the same whatever the catalog is called. */
export const robotName = 'tollbook';

/** RFC 9309, section 2.5, requires robots to read at least this much. */
export const maxRobotsBytes = 500 * 1024;

/** The memory budget of the cache, in characters of rules. An origin without rules costs something too. */
const maxCharacters = 32_000_000;
const charactersPerEntry = 100;

interface Entry {
  readonly rules: RobotsRules;
  readonly weight: number;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Caches the `robots.txt` of each origin for a day. */
export class RobotsCache {
  readonly #entries = new BoundedMap<Entry>(maxCharacters, ({ weight }) => weight);
  readonly #read: (url: string, signal?: AbortSignal) => Promise<Outcome>;
  readonly #now: () => number;

  constructor(read: (url: string, signal?: AbortSignal) => Promise<Outcome>, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  /** The rules of an origin, or why the origin could not be reached at all. */
  async rulesOf(origin: string, signal?: AbortSignal): Promise<RobotsRules | Failed> {
    const cached = this.#entries.get(origin);
    if (cached && cached.expiresAt > this.#now()) return cached.rules;

    const outcome = await this.#read(`${origin}/robots.txt`, signal);
    if (isFailed(outcome) && isOutOfReach(outcome) && outcome.failure !== 'timed_out') return outcome;

    const { rules, lifetimeMs } = rulesFrom(outcome, cached?.rules ?? noRules);
    const weight = weightOf(rules) + charactersPerEntry;
    const now = this.#now();
    // The Retry-After of robots.txt applies to robots.txt alone, not to the endpoints of its origin.
    const expiresAt = Math.max(now + lifetimeMs, retryAfter(outcome, now) ?? 0);
    this.#entries.set(origin, { rules, weight, expiresAt });
    return rules;
  }
}

/**
 * A missing file forbids nothing (RFC 9309, section 2.3.1.3). The RFC has an unavailable file forbid everything (2.3.1.4); we keep
 * to the previous rules instead, so that buyers see a broken server as broken and not as one whose owner opted out.
 */
function rulesFrom(
  outcome: Outcome,
  previous: RobotsRules,
): { readonly rules: RobotsRules; readonly lifetimeMs: number } {
  const isRefusedRedirect = isFailed(outcome) && outcome.failure.includes('redirect');
  if (isRefusedRedirect) return { rules: noRules, lifetimeMs: dayMs };
  if (isFailed(outcome) || outcome.status >= 500 || outcome.status === 429) {
    return { rules: previous, lifetimeMs: hourMs };
  }

  const isFound = outcome.status >= 200 && outcome.status < 300;
  return { rules: isFound ? readRobots(outcome.body, robotName, outcome.isCut) : noRules, lifetimeMs: dayMs };
}
