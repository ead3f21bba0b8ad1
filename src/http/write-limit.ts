import { isSelfMade } from '../domain/owner.ts';
import type { Problem } from '../views/problem.ts';
import type { Context } from './bindings.ts';
import type { Allowance, RateLimiter } from './rate-limit.ts';

/**
 * Counts a request that a key opened. All keys of an owner share its limit; owners who make keys by themselves also share that of their address,
 * since anybody can be many of them.
 */
export function takeWrite(write: RateLimiter, owner: string, client: string): Allowance {
  if (!isSelfMade(owner)) return write.take(ownerName(owner));

  const ofClient = write.take(clientName(client));
  return ofClient.allowed ? lesser([write.take(ownerName(owner)), ofClient]) : ofClient;
}

/**
 * Counts each row of a batch as a write; the request was one already. Returns why the batch is refused where it has more rows than are left, and counts
 * none of them then. To an owner whom the operator named, a batch stays one write.
 */
export function takeRows(
  write: RateLimiter | undefined,
  owner: string,
  rows: number,
  c: Context,
): Problem | undefined {
  if (!write || !isSelfMade(owner)) return undefined;

  const further = rows - 1;
  const names = [ownerName(owner), clientName(c.env.client)];
  const short = names.map((name) => write.peek(name)).filter(({ remaining }) => remaining < further);
  if (short.length > 0) return tooManyRows(rows, short);

  const left = lesser(names.map((name) => write.take(name, further)));
  c.set('rateLimit', left.headers);
  return undefined;
}

/** Takes back what `takeRows` has counted, after a batch that wrote nothing: it may be sent again. */
export function returnRows(write: RateLimiter | undefined, owner: string, rows: number, c: Context): void {
  if (!write || !isSelfMade(owner)) return;

  for (const name of [ownerName(owner), clientName(c.env.client)]) write.giveBack(name, rows - 1);
}

function tooManyRows(rows: number, short: readonly Allowance[]): Problem {
  const { limit, remaining } = lesser(short);

  return {
    code: 'too_many_requests',
    detail: `The batch counts as ${String(rows)} writes, and the limit has ${String(remaining)} left. Nothing was registered. Wait for as long as Retry-After says, and send at most ${String(limit)} rows at once.`,
    retryAfterSeconds: Math.max(...short.map(({ retryAfterSeconds }) => retryAfterSeconds)),
  };
}

/** Of several allowances, the one that leaves the least. */
function lesser(allowances: readonly Allowance[]): Allowance {
  return allowances.reduce((least, next) => (next.remaining < least.remaining ? next : least));
}

function ownerName(owner: string): string {
  return `owner ${owner}`;
}

function clientName(client: string): string {
  return `client ${client}`;
}
