import { expect, it } from 'vitest';
import type { IdempotencyRecord } from '../../../src/registration/idempotency.ts';
import type { IdempotencyStore } from '../../../src/live/ports.ts';

const start = new Date('2026-02-03T04:05:06.789Z');
const answer = { id: 'rain-radar-abcdefgh', body: '{"name":"Grüße 🌦"}' };

/** How a request begins that is to make one service. */
function begun(bodyHash: string): Pick<IdempotencyRecord, 'bodyHash' | 'expected'> {
  return { bodyHash, expected: ['rain-radar-abcdefgh'] };
}

function later(hours: number, ms = 0): Date {
  return new Date(start.getTime() + hours * 3_600_000 + ms);
}

/** The contract of every store of idempotency keys. */
export function idempotencyStoreSuite(open: () => Promise<IdempotencyStore>): void {
  it('finds nothing for a key that was never used', async () => {
    const store = await open();

    expect(await store.find('key', 'a', start)).toBeUndefined();
  });

  it('remembers the body hash and start time of a registration', async () => {
    const store = await open();

    await store.begin('key', 'a', begun('hash'), start);
    expect(await store.find('key', 'a', later(1))).toEqual({
      ...begun('hash'),
      startedAt: start,
      answer: undefined,
    });
  });

  it('lets one of those begin that do so at once', async () => {
    const store = await open();
    const begins = ['one', 'other', 'third'].map((hash) => store.begin('key', 'a', begun(hash), start));
    expect((await Promise.all(begins)).filter((isFirst) => isFirst)).toHaveLength(1);
    await store.forget('key', 'a');

    expect(await store.begin('key', 'a', begun('next'), start)).toBe(true);
  });

  it('remembers the answer exactly', async () => {
    const store = await open();

    await store.begin('key', 'a', begun('hash'), start);
    await store.finish('key', 'a', answer);
    expect(await store.find('key', 'a', later(1))).toEqual({ ...begun('hash'), startedAt: start, answer });
  });

  it('remembers an answer that is about no single service', async () => {
    const store = await open();

    await store.begin('key', 'a', begun('hash'), start);
    await store.finish('key', 'a', { ...answer, id: null });
    expect(await store.find('key', 'a', later(1))).toMatchObject({ answer: { id: null } });
  });

  it('keeps idempotency keys apart, and those of each API key', async () => {
    const store = await open();
    await store.begin('one', 'a', begun('hash'), start);
    await store.begin('one', 'b', begun('other hash'), start);
    await store.finish('one', 'a', answer);

    expect(await store.find('other', 'a', start)).toBeUndefined();
    expect(await store.find('one', 'b', start)).toMatchObject({ bodyHash: 'other hash', answer: undefined });
    expect(await store.find('one', 'A', start)).toBeUndefined();
  });

  it('forgets a single key', async () => {
    const store = await open();
    await store.begin('key', 'a', begun('hash'), start);
    await store.begin('key', 'b', begun('hash'), start);

    await store.forget('key', 'a');
    expect(await store.find('key', 'a', start)).toBeUndefined();
    expect(await store.find('key', 'b', start)).toBeDefined();
  });

  it('forgets a key after exactly 24 hours', async () => {
    const store = await open();
    await store.begin('key', 'a', begun('hash'), start);
    await store.finish('key', 'a', answer);

    expect(await store.find('key', 'a', later(24, -1))).toBeDefined();
    expect(await store.find('key', 'a', later(24))).toBeUndefined();
  });

  it('reuses an expired key without its old answer', async () => {
    const store = await open();
    await store.begin('key', 'a', begun('hash'), start);
    await store.finish('key', 'a', answer);

    await store.begin('key', 'a', begun('new hash'), later(25));
    expect(await store.find('key', 'a', later(25))).toEqual({
      ...begun('new hash'),
      startedAt: later(25),
      answer: undefined,
    });
  });

  it('keeps a recent key when an expired one is reused', async () => {
    const store = await open();
    await store.begin('key', 'old', begun('hash'), start);
    await store.begin('key', 'young', begun('hash'), later(20));

    await store.begin('key', 'old', begun('hash'), later(25));
    expect(await store.find('key', 'young', later(25))).toBeDefined();
  });
}
