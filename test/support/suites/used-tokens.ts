import { expect, it } from 'vitest';
import type { UsedTokens } from '../../../src/registration/workflow-identity.ts';

const issuer = 'https://issuer.example.com';
const now = new Date('2026-02-03T04:05:06.789Z');

function later(ms: number): Date {
  return new Date(now.getTime() + ms);
}

/** The contract of everything that remembers used tokens. */
export function usedTokensSuite(open: () => Promise<UsedTokens>): void {
  it('lets a token be used once', async () => {
    const store = await open();

    expect(await store.use(issuer, 'a', later(60_000), now)).toBe(true);
    expect(await store.use(issuer, 'a', later(60_000), now)).toBe(false);
    expect(await store.use(issuer, 'a', later(90_000), later(59_999))).toBe(false);
  });

  it('lets one of several uses at the same time succeed', async () => {
    const store = await open();
    const uses = Array.from({ length: 20 }, () => store.use(issuer, 'a', later(60_000), now));

    expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1);
  });

  it('keeps tokens apart by their exact id, and by issuer', async () => {
    const store = await open();
    await store.use(issuer, 'a', later(60_000), now);

    for (const jti of ['A', 'a ', "a'; DROP TABLE used_token", '世界']) {
      expect(await store.use(issuer, jti, later(60_000), now), jti).toBe(true);
    }
    expect(await store.use(`${issuer}/other`, 'a', later(60_000), now)).toBe(true);
  });

  it('forgets a token when it expires', async () => {
    const store = await open();
    await store.use(issuer, 'a', later(60_000), now);

    expect(await store.use(issuer, 'a', later(120_000), later(60_000))).toBe(true);
  });
}
