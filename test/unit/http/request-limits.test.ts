import { describe, expect, it } from 'vitest';
import { RequestLimits } from '../../../src/http/request-limits.ts';
import type { RequestCount } from '../../../src/domain/quota.ts';
import type { RequestCounts } from '../../../src/live/ports.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';

const limit = { requests: 3, perSeconds: 60 };

/** Counts as the database does; its windows never end. */
class MemoryCounts implements RequestCounts {
  isAway = false;
  readonly #counts = new Map<string, RequestCount>();

  add(counts: readonly RequestCount[]): Promise<readonly RequestCount[]> {
    if (this.isAway) return Promise.reject(new Error('the database is away'));

    return Promise.resolve(
      counts.map((count) => {
        const key = `${count.limit} ${count.client}`;
        const known = this.#counts.get(key) ?? { ...count, requests: 0 };
        const now = { ...known, requests: known.requests + count.requests };
        this.#counts.set(key, now);
        return now;
      }),
    );
  }
}

/** Two servers that count together, and what they log. */
function twoServers() {
  const counts = new MemoryCounts();
  const log = new MemoryLog();
  const [one, other] = [new RequestLimits({ counts, log }), new RequestLimits({ counts, log })];

  return { counts, log, one, other, settle: () => Promise.all([one.settle(), other.settle()]) };
}

describe('the limits of servers that share their state', () => {
  it('count the requests of a client together', async () => {
    const { one, other, settle } = twoServers();
    const [here, there] = [one.limiter('write', limit), other.limiter('write', limit)];
    here.take('a');
    there.take('a');
    await settle();

    expect(there.take('a')).toMatchObject({ allowed: true, remaining: 0 });
    // This server hears of the others' requests with its own.
    here.take('a');
    await settle();
    expect(here.take('a').allowed).toBe(false);
    expect(here.take('b').allowed).toBe(true);
  });

  it('count several requests at once together', async () => {
    const { one, other, settle } = twoServers();
    const [here, there] = [one.limiter('write', limit), other.limiter('write', limit)];
    here.take('a', 2);
    await settle();
    there.take('a');
    await settle();

    expect(there.peek('a').remaining).toBe(0);
    expect(there.peek('a').remaining, 'a look counts nothing').toBe(0);
  });

  it('are distinguished by their names', async () => {
    const { one, other, settle } = twoServers();
    const [writes, claims] = [one.limiter('write', limit), other.limiter('claim', limit)];
    for (let i = 0; i < 4; i += 1) writes.take('a');
    await settle();

    expect(claims.take('a')).toMatchObject({ allowed: true, remaining: 2 });
  });

  it('lose no request that is counted while they settle', async () => {
    const { one, other, settle } = twoServers();
    const [here, there] = [one.limiter('write', limit), other.limiter('write', limit)];
    here.take('a');
    const settling = settle();
    here.take('a');
    await settling;

    expect(here.take('a')).toMatchObject({ allowed: true, remaining: 0 });
    await settle();
    there.take('a');
    await settle();
    expect(there.take('a').allowed).toBe(false);
  });

  it('go on alone while the database is away, and say so once', async () => {
    const { counts, log, one, settle } = twoServers();
    const here = one.limiter('write', limit);
    counts.isAway = true;
    for (let i = 0; i < 3; i += 1) {
      expect(here.take('a').allowed).toBe(true);
      await settle();
    }

    expect(here.take('a').allowed).toBe(false);
    expect(log.lines).toHaveLength(1);
  });
});

describe('the limits of a server with a state of its own', () => {
  it('count its requests alone', async () => {
    const limits = new RequestLimits({ counts: undefined, log: new MemoryLog() });
    const limiter = limits.limiter('write', limit);
    limiter.take('a');
    await limits.settle();

    expect(limiter.take('a')).toMatchObject({ allowed: true, remaining: 1 });
  });
});
