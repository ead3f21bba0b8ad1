/** Statuses of a server, or of a proxy before it, that is busy or gone for a moment. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const firstWaitMs = 500;
const longestBackoffMs = 20_000;

/** Whether the same request may succeed in a while. */
export function isPassing(status: number): boolean {
  return passing.has(status);
}

/** Whether sending a request again cannot do anything twice. */
export function isRepeatable({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  return method === 'GET' || method === 'HEAD' || headers.has('Idempotency-Key');
}

/**
 * How long to wait before try number `tries` + 1. Doubles each time; `random` (0 to 1) spreads clients that failed together over the
 * second half of that time.
 */
export function backoffMs(tries: number, random: number): number {
  return Math.min(firstWaitMs * 2 ** (tries - 1), longestBackoffMs) * (0.5 + random / 2);
}

/** Reads `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3); undefined where there is none that can be read. */
export function retryAfterMs(headers: Headers, now: Date): number | undefined {
  const text = headers.get('Retry-After')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // `Date.parse` alone would read numbers and much else.
  if (!text.endsWith(' GMT')) return undefined;

  const ms = Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
