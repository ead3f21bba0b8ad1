import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TooManyWaiting, Turns } from '../../src/http/fair-queue.ts';

/** Work that notes its name when it begins. */
const noting = (begun: string[], name: string) => (): string => {
  begun.push(name);
  return name;
};

describe('costly work', () => {
  it('is done, and gives its result', async () => {
    expect(await new Turns().run('a', () => Promise.resolve(42))).toBe(42);
  });

  it('leaves every other event its turn between two pieces', async () => {
    const turns = new Turns();
    const begun: string[] = [];
    const all = Promise.all(['1', '2', '3'].map((name) => turns.run('a', noting(begun, name))));

    const seen: number[] = [];
    while (begun.length < 3) {
      await nextTurn();
      seen.push(begun.length);
    }
    await all;
    expect(seen).toEqual([1, 2, 3]);
  });

  it('is done for clients in rotation, so that nobody waits behind all of another one', async () => {
    const turns = new Turns({ atOnce: 1 });
    const begun: string[] = [];
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4'].map((name) => turns.run('a', noting(begun, name))),
      turns.run('b', noting(begun, 'b1')),
      turns.run('c', noting(begun, 'c1')),
    ]);

    expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4']);
  });

  it('is under way at most so many times at once', async () => {
    const turns = new Turns({ atOnce: 2 });
    const [running, most] = [new Set<number>(), [0]];
    const work = (i: number) => async (): Promise<void> => {
      running.add(i);
      most.push(running.size);
      await nextTurn();
      running.delete(i);
    };
    await Promise.all(Array.from({ length: 20 }, (_, i) => turns.run('a', work(i))));

    expect(Math.max(...most)).toBe(2);
  });

  it('is refused when its client, or all together, have too much waiting, and taken again later', async () => {
    const turns = new Turns({ atOnce: 1, mostPerClient: 2, most: 3 });
    const accepted = [turns.run('a', () => 1), turns.run('a', () => 2)];

    await expect(turns.run('a', () => 3)).rejects.toBeInstanceOf(TooManyWaiting);
    accepted.push(turns.run('b', () => 4));
    await expect(turns.run('c', () => 5)).rejects.toBeInstanceOf(TooManyWaiting);
    expect(await Promise.all(accepted)).toEqual([1, 2, 4]);
    expect(await turns.run('a', () => 6)).toBe(6);
  });

  it('that fails lets the next begin', async () => {
    const turns = new Turns({ atOnce: 1 });
    const failing = turns.run('a', () => Promise.reject(new Error('broken')));
    const next = turns.run('a', () => 'done');

    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
