import { describe, expect, it } from 'vitest';
import { ClaimLimits } from '../../../src/http/claim-limits.ts';
import { ownLimiter } from '../../../src/http/rate-limit.ts';

const host = 'api.example.com';
const claim = { id: 'rain', host, owner: 'acme', client: '192.0.2.1' };

/** What is left after strangers with so many addresses, and any number of owners, have claimed as often as they may. */
function afterStrangers(addresses: number): ClaimLimits {
  const limits = new ClaimLimits(ownLimiter);
  for (let i = 0; i < addresses; i += 1) {
    const client = `198.51.100.${String(i)}`;
    for (let n = 0; n < 60; n += 1) limits.take({ ...claim, owner: `wallet ${client} ${String(n)}`, client });
  }

  return limits;
}

/** How many of so many claims are allowed. */
function allowed(limits: ClaimLimits, claims: readonly (typeof claim)[]): number {
  return claims.filter((each) => limits.take(each).allowed).length;
}

const times = (count: number, make: (i: number) => typeof claim = () => claim) =>
  Array.from({ length: count }, (_, i) => make(i));

describe('the limits of claims', () => {
  it('let an owner claim each listing 10 times an hour, from wherever', () => {
    const limits = new ClaimLimits(ownLimiter);

    expect(
      allowed(
        limits,
        times(12, (i) => ({ ...claim, client: `192.0.2.${String(i)}` })),
      ),
    ).toBe(10);
    expect(limits.take(claim).retryAfterSeconds).toBeCloseTo(3600, -1);
    expect(limits.take({ ...claim, id: 'snow' }).allowed).toBe(true);
    expect(limits.take({ ...claim, owner: 'other' }).allowed).toBe(true);
  });

  it('let a client claim 50 times an hour at a host, whoever it says it is', () => {
    const limits = new ClaimLimits(ownLimiter);

    expect(
      allowed(
        limits,
        times(60, (i) => ({ ...claim, owner: `wallet ${String(i)}` })),
      ),
    ).toBe(50);
    expect(limits.take({ ...claim, id: 'snow', host: 'other.example.com' }).allowed).toBe(true);
    expect(limits.take({ ...claim, client: '192.0.2.2' }).allowed).toBe(true);
  });

  it.each([1, 10])('leave an owner all its claims beside strangers with %i addresses', (addresses) => {
    expect(allowed(afterStrangers(addresses), times(11))).toBe(10);
  });

  it('leave an owner the first claim beside strangers with a hundred addresses', () => {
    const limits = afterStrangers(100);

    expect(allowed(limits, times(3))).toBe(1);
    expect(limits.take({ ...claim, client: '192.0.2.2' }).allowed).toBe(true);
  });

  it('have a host asked 800 times an hour at most', () => {
    const strangers = times(2_000, (i) => ({
      ...claim,
      id: `service ${String(i)}`,
      client: `2001.db8.${String(i)}`,
    }));

    expect(allowed(new ClaimLimits(ownLimiter), strangers)).toBe(800);
  });
});
