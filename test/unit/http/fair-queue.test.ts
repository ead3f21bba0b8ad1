import { describe, expect, it } from 'vitest';
import { FairQueue, QueueFull } from '../../../src/http/fair-queue.ts';
import { nextTurn } from '../../support/next-turn.ts';

/** A task that records its name when it starts. */
const recording = (started: string[], name: string) => (): string => {
  started.push(name);
  return name;
};

describe('FairQueue', () => {
  it('returns the result of a task', async () => {
    expect(await new FairQueue().run('a', () => Promise.resolve(42))).toBe(42);
  });

  /** How many tasks have started after each turn of the event loop, when each takes so long. */
  async function startedByTurn(taskMs: number): Promise<number[]> {
    let time = 0;
    const queue = new FairQueue({ turnMs: 1, now: () => time });
    const started: string[] = [];
    const tasks = Array.from({ length: 6 }, (_, i) => () => {
      time += taskMs;
      return recording(started, String(i))();
    });
    const all = Promise.all(tasks.map((task) => queue.run('a', task)));

    const seen: number[] = [];
    while (started.length < tasks.length) {
      await nextTurn();
      seen.push(started.length);
    }
    await all;
    return seen;
  }

  it('lets other events run between two costly tasks', async () => {
    expect(await startedByTurn(5)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it('runs cheap tasks together, for as long as a turn may take', async () => {
    expect(await startedByTurn(0.4)).toEqual([3, 6]);
  });

  it('begins nothing else in the turn of a task that goes on after it', async () => {
    const queue = new FairQueue();
    const started: string[] = [];
    const all = ['1', '2'].map((name) =>
      queue.run('a', async () => {
        started.push(name);
        await nextTurn();
      }),
    );

    await nextTurn();
    expect(started).toEqual(['1']);
    await Promise.all(all);
    expect(started).toEqual(['1', '2']);
  });

  it('serves clients round-robin', async () => {
    const queue = new FairQueue({ concurrency: 1 });
    const started: string[] = [];
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4'].map((name) => queue.run('a', recording(started, name))),
      queue.run('b', recording(started, 'b1')),
      queue.run('c', recording(started, 'c1')),
    ]);

    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'a4']);
  });

  it('limits how many tasks run at once', async () => {
    const queue = new FairQueue({ concurrency: 2 });
    const [running, counts] = [new Set<number>(), [0]];
    const work = (i: number) => async (): Promise<void> => {
      running.add(i);
      counts.push(running.size);
      for (let turns = 0; turns < 3; turns += 1) await nextTurn();
      running.delete(i);
    };
    await Promise.all(Array.from({ length: 20 }, (_, i) => queue.run('a', work(i))));

    expect(Math.max(...counts)).toBe(2);
  });

  it('refuses tasks when too many wait for one client, or in all, and recovers', async () => {
    const queue = new FairQueue({ concurrency: 1, maxWaitingPerClient: 2, maxWaiting: 3 });
    const accepted = [queue.run('a', () => 1), queue.run('a', () => 2)];

    await expect(queue.run('a', () => 3)).rejects.toBeInstanceOf(QueueFull);
    accepted.push(queue.run('b', () => 4));
    await expect(queue.run('c', () => 5)).rejects.toBeInstanceOf(QueueFull);
    expect(await Promise.all(accepted)).toEqual([1, 2, 4]);
    expect(await queue.run('a', () => 6)).toBe(6);
  });

  it('goes on after a task that failed', async () => {
    const queue = new FairQueue({ concurrency: 1 });
    const failing = queue.run('a', () => Promise.reject(new Error('broken')));
    const next = queue.run('a', () => 'done');

    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
