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
