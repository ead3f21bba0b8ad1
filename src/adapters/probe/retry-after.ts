import { isFailed, type Outcome } from './outcome.ts';

/** Nobody can have us away for longer than this by one answer. */
const longestMs = 24 * 60 * 60 * 1000;

/** Until when an answer asks its client to stay away, in milliseconds of the epoch: RFC 9110, section 10.2.3. */
export function restUntil(outcome: Outcome, now: number): number | undefined {
  if (isFailed(outcome) || (outcome.status !== 429 && outcome.status !== 503)) return undefined;

  const text = outcome.headers['retry-after']?.trim() ?? '';
  const until = /^\d+$/.test(text) ? now + Number(text) * 1000 : dateOf(text);
  if (until === undefined || until <= now) return undefined;

  return Math.min(until, now + longestMs);
}

/** Only a whole HTTP date: `Date.parse` alone would take `5` for May. */
function dateOf(text: string): number | undefined {
  const at = /^[A-Z][a-z]+,? .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;

  return Number.isNaN(at) ? undefined : at;
}
