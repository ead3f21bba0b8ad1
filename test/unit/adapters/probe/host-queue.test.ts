import { describe, expect, it } from 'vitest';
import { HostQueue, type QueueLimits } from '../../../../src/adapters/probe/host-queue.ts';
import type { Requester } from '../../../../src/domain/probe.ts';
import { CannotAsk } from '../../../../src/domain/probe.ts';

const longWait: QueueLimits = { maxPeople: 4, timeoutMs: 60_000 };

/** Runs tasks that go on until `endOne` ends the oldest; `started` lists them in the order in which they started. */
function hostQueue(limits: QueueLimits = longWait) {
  const queue = new HostQueue(limits);
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const run = (name: string, requester: Requester, host = 'a.example.com'): Promise<void> =>
    queue.run(host, requester, () => {
      started.push(name);
      return new Promise((resolve) => ends.push(resolve));
    });
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const endOne = async (): Promise<void> => {
    ends.shift()?.();
    await settled();
  };

  return { run, started, endOne, settled };
}

describe('HostQueue', () => {
  it('runs one task at a time per host, and does not make other hosts wait', async () => {
    const { run, started, settled } = hostQueue();

    void run('first', 'pass');
    void run('second', 'pass');
    void run('elsewhere', 'pass', 'b.example.com');
    await settled();
    expect(started).toEqual(['first', 'elsewhere']);
  });

  it('alternates between people and a pass when both are waiting', async () => {
    const { run, started, endOne } = hostQueue();

    for (const name of ['pass 1', 'pass 2', 'pass 3', 'pass 4']) void run(name, 'pass');
    for (const name of ['person 1', 'person 2']) void run(name, 'person');
    for (let i = 0; i < 6; i += 1) await endOne();
    expect(started).toEqual(['pass 1', 'person 1', 'pass 2', 'person 2', 'pass 3', 'pass 4']);
  });

  it('turns people away when too many are waiting', async () => {
    const { run, started, endOne, settled } = hostQueue({ maxPeople: 2, timeoutMs: 60_000 });

    for (const name of ['one', 'two', 'three']) void run(name, 'person');
    await expect(run('four', 'person')).rejects.toThrow(CannotAsk);
    for (let i = 0; i < 3; i += 1) await endOne();
    expect(started).toEqual(['one', 'two', 'three']);
    void run('five', 'person');
    await settled();
    expect(started).toContain('five');
  });

  it('gives up on a person after the timeout, but never on a pass', async () => {
    const { run, started, endOne, settled } = hostQueue({ maxPeople: 2, timeoutMs: 20 });

    void run('slow', 'person');
    void run('pass', 'pass');
    await expect(run('impatient', 'person')).rejects.toThrow(
      'a.example.com could not be asked: it has been busy with others for 0.02 s',
    );
    await endOne();
    expect(started).toEqual(['slow', 'pass']);
    await endOne();
    void run('later', 'person');
    await settled();
    expect(started).toEqual(['slow', 'pass', 'later']);
  });

  it('goes on after a task that failed', async () => {
    const queue = new HostQueue();

    await expect(queue.run('a', 'pass', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run('a', 'person', () => Promise.resolve('yes'))).toBe('yes');
  });
});
