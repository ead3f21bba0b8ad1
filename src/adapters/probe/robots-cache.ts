import { BoundedMap } from './bounded-map.ts';
import { type Failed, isFailed, isOutOfReach, type Outcome } from './outcome.ts';
import { restUntil } from './retry-after.ts';
import { noRules, readRobots, type RobotsRules, weightOf } from './robots.ts';

/** The name by which owners address this robot, whatever its catalog is called. */
export const robotName = 'tollbook';

/** As much of a `robots.txt` as RFC 9309, section 2.5, has every robot read. */
export const maxRobotsBytes = 500 * 1024;

const day = 24 * 60 * 60 * 1000;
const hour = 60 * 60 * 1000;

/** About the memory of the cache, in characters of rules; an origin without any weighs as much as a short one. */
const mostCharacters = 32_000_000;
const charactersPerEntry = 100;

interface Known {
  readonly rules: RobotsRules;
  readonly weight: number;
  readonly until: number;
}

/** Reads the `robots.txt` of an origin once a day. */
export class RobotsCache {
  readonly #known = new BoundedMap<Known>(mostCharacters, ({ weight }) => weight);
  readonly #read: (url: string, signal?: AbortSignal) => Promise<Outcome>;
  readonly #now: () => number;

  constructor(read: (url: string, signal?: AbortSignal) => Promise<Outcome>, now: () => number) {
    this.#read = read;
    this.#now = now;
  }

  /** The rules of an origin, or why it could not be reached at all. */
  async rulesOf(origin: string, signal?: AbortSignal): Promise<RobotsRules | Failed> {
    const known = this.#known.get(origin);
    if (known && known.until > this.#now()) return known.rules;

    const outcome = await this.#read(`${origin}/robots.txt`, signal);
    if (isFailed(outcome) && isOutOfReach(outcome) && outcome.failure !== 'timed_out') return outcome;

    const { rules, lastsMs } = told(outcome, known?.rules ?? noRules);
    const weight = weightOf(rules) + charactersPerEntry;
    const now = this.#now();
    // A Retry-After of robots.txt speaks for robots.txt alone.
    const until = Math.max(now + lastsMs, restUntil(outcome, now) ?? 0);
    this.#known.set(origin, { rules, weight, until });
    return rules;
  }
}

/**
 * A file that is not there forbids nothing (RFC 9309, section 2.3.1.3). One that cannot be had just now would forbid everything by
 * that standard (2.3.1.4). Here what was known before goes on to count: a broken server is to be seen as broken by its
 * buyers, not as one whose owner opted out.
 */
function told(
  outcome: Outcome,
  before: RobotsRules,
): { readonly rules: RobotsRules; readonly lastsMs: number } {
  const isRefusedRedirect = isFailed(outcome) && outcome.failure.includes('redirect');
  if (isRefusedRedirect) return { rules: noRules, lastsMs: day };
  if (isFailed(outcome) || outcome.status >= 500 || outcome.status === 429) {
    return { rules: before, lastsMs: hour };
  }

  const isThere = outcome.status >= 200 && outcome.status < 300;
  return { rules: isThere ? readRobots(outcome.body, robotName, outcome.isCut) : noRules, lastsMs: day };
}
