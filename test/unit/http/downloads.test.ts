import { describe, expect, it } from 'vitest';
import { Downloads } from '../../../src/http/downloads.ts';

async function* chunks(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1);
  yield new Uint8Array(1);
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(1);
  throw new Error('no more');
}

describe('downloads', () => {
  it('count from the first chunk to the last, to the end of the reader, or to a failure', async () => {
    const downloads = new Downloads({ perClient: 1, all: 9 });
    const [whole, left, broken] = [chunks(), chunks(), failing()].map((each) => downloads.count('a', each));
    expect(downloads.isFull('a')).toBe(false);

    await whole?.next();
    expect(downloads.isFull('a')).toBe(true);
    await whole?.next();
    await whole?.next();
    expect(downloads.isFull('a')).toBe(false);

    await left?.next();
    expect(downloads.isFull('a')).toBe(true);
    await left?.return(undefined);
    expect(downloads.isFull('a')).toBe(false);

    await broken?.next();
    await expect(broken?.next()).rejects.toThrow('no more');
    expect(downloads.isFull('a')).toBe(false);
  });

  it('are limited for each client, and for all together', async () => {
    const downloads = new Downloads({ perClient: 2, all: 3 });
    const begin = (client: string): Promise<unknown> => downloads.count(client, chunks()).next();

    await begin('a');
    await begin('a');
    expect([downloads.isFull('a'), downloads.isFull('b')]).toEqual([true, false]);
    await begin('b');
    expect([downloads.isFull('b'), downloads.isFull('c')]).toEqual([true, true]);
  });
});
