import { expect, it } from 'vitest';
import type { IdempotencyStore } from '../../../src/live/ports.ts';

const start = new Date('2026-02-03T04:05:06.789Z');
const answer = { id: 'rain-radar-abcdefgh', body: '{"name":"Grüße 🌦"}' };

function later(hours: number, ms = 0): Date {
  return new Date(start.getTime() + hours * 3_600_000 + ms);
}

/** What every store of Idempotency-Keys promises. */
export function idempotencyStoreSuite(open: () => Promise<IdempotencyStore>): void {
  it('knows nothing of a key that was never used', async () => {
    const store = await open();

    expect(await store.find('key', 'a', start)).toBeUndefined();
  });

  it('remembers that a registration began, with its body and its time', async () => {
    const store = await open();

    await store.begin('key', 'a', 'hash', start);
    expect(await store.find('key', 'a', later(1))).toEqual({
      bodyHash: 'hash',
      startedAt: start,
      answer: undefined,
    });
  });

  it('remembers the answer, to the letter', async () => {
    const store = await open();

    await store.begin('key', 'a', 'hash', start);
    await store.finish('key', 'a', answer);
    expect(await store.find('key', 'a', later(1))).toEqual({ bodyHash: 'hash', startedAt: start, answer });
  });

  it('keeps the keys of each API key apart, and each from the others', async () => {
    const store = await open();
    await store.begin('one', 'a', 'hash', start);
    await store.begin('one', 'b', 'other hash', start);
    await store.finish('one', 'a', answer);

    expect(await store.find('other', 'a', start)).toBeUndefined();
    expect(await store.find('one', 'b', start)).toMatchObject({ bodyHash: 'other hash', answer: undefined });
    expect(await store.find('one', 'A', start)).toBeUndefined();
  });

  it('forgets a single key on request', async () => {
    const store = await open();
    await store.begin('key', 'a', 'hash', start);
    await store.begin('key', 'b', 'hash', start);

    await store.forget('key', 'a');
    expect(await store.find('key', 'a', start)).toBeUndefined();
    expect(await store.find('key', 'b', start)).toBeDefined();
  });

  it('forgets a key after 24 hours, and not before', async () => {
    const store = await open();
    await store.begin('key', 'a', 'hash', start);
    await store.finish('key', 'a', answer);

    expect(await store.find('key', 'a', later(24, -1))).toBeDefined();
    expect(await store.find('key', 'a', later(24))).toBeUndefined();
  });

  it('accepts a forgotten key again, without its old answer', async () => {
    const store = await open();
    await store.begin('key', 'a', 'hash', start);
    await store.finish('key', 'a', answer);

    await store.begin('key', 'a', 'new hash', later(25));
    expect(await store.find('key', 'a', later(25))).toEqual({
      bodyHash: 'new hash',
      startedAt: later(25),
      answer: undefined,
    });
  });

  it('keeps a young key when an old one is accepted again', async () => {
    const store = await open();
    await store.begin('key', 'old', 'hash', start);
    await store.begin('key', 'young', 'hash', later(20));

    await store.begin('key', 'old', 'hash', later(25));
    expect(await store.find('key', 'young', later(25))).toBeDefined();
  });
}
