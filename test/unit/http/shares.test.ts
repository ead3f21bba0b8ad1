import { describe, expect, it } from 'vitest';
import { Shares } from '../../../src/http/shares.ts';

/** Has a client hold as many as it may; returns how many those are. */
function holdAll(shares: Shares, client: string): number {
  let held = 0;
  for (; shares.shortage(client) === undefined; held += 1) shares.hold(client);
  return held;
}

describe('shares', () => {
  it('give each client half of what the others leave, and keep the rest for those who come later', () => {
    const shares = new Shares(412);

    expect(['a', 'b', 'c', 'd'].map((client) => holdAll(shares, client))).toEqual([206, 103, 52, 26]);
    expect(shares.shortage('a')).toBe('share');
    expect(shares.shortage('e')).toBeUndefined();
  });

  it('run out when enough clients hold theirs', () => {
    const shares = new Shares(3);
    expect(['a', 'b'].map((client) => holdAll(shares, client))).toEqual([2, 1]);

    expect(['a', 'c'].map((client) => shares.shortage(client))).toEqual(['all', 'all']);
  });

  it('are had again once something is given back, which counts once', () => {
    const shares = new Shares(4);
    const release = shares.hold('a');
    shares.hold('a');
    expect(shares.shortage('a')).toBe('share');

    release();
    release();
    expect(shares.shortage('a')).toBeUndefined();
    shares.hold('a');
    expect(shares.shortage('a')).toBe('share');
  });

  it('are everything where clients are not distinguished', () => {
    expect(holdAll(new Shares(7, { isByClient: false }), 'a')).toBe(7);
  });
});
