import { describe, expect, it } from 'vitest';
import { CheckQueue } from '../../../src/live/check-queue.ts';

const many = 3_000;

/** A queue with many services at `slow.example.com`. */
function aBusyQueue(): CheckQueue {
  const queue = new CheckQueue();
  for (let i = 0; i < many; i += 1) queue.add(`slow-${String(i)}`, 'slow.example.com');
  return queue;
}

/** Begins as many as may begin. */
function begin(queue: CheckQueue): string[] {
  const begun: string[] = [];
  for (let id = queue.next(); id !== undefined; id = queue.next()) begun.push(id);
  return begun;
}

describe('the services that wait for their check', () => {
  it('are held up by no host with thousands of them that never answers', () => {
    const queue = aBusyQueue();
    const ofSlow = begin(queue);
    queue.add('other', 'other.example.com');

    expect(ofSlow.length).toBeLessThanOrEqual(10);
    expect(begin(queue)).toEqual(['other']);
    expect(queue.waiting).toBe(many - ofSlow.length);
  });

  it('begin host by host in turns, and one for each that ends', () => {
    const queue = aBusyQueue();
    for (const id of ['a', 'b']) queue.add(id, 'other.example.com');
    const begun = begin(queue);

    expect(begun.slice(0, 4)).toEqual(['slow-0', 'a', 'slow-1', 'b']);
    queue.end('slow-0');
    expect(begin(queue)).toEqual([`slow-${String(begun.length - 2)}`]);
  });

  it('all have their turn', () => {
    const queue = aBusyQueue();
    const seen = new Set<string>();
    for (let begun = begin(queue); begun.length > 0; begun = begin(queue)) {
      for (const id of begun) seen.add(id);
      for (const id of begun) queue.end(id);
    }

    expect(seen.size).toBe(many);
    expect([queue.running, queue.waiting]).toEqual([0, 0]);
  });

  it('wait once each, and for the end of a check that is running', () => {
    const queue = new CheckQueue();
    queue.add('a', 'one.example.com');
    queue.add('a', 'one.example.com');
    expect(begin(queue)).toEqual(['a']);
    queue.add('a', 'one.example.com');

    expect(begin(queue)).toEqual([]);
    queue.end('a');
    expect(begin(queue)).toEqual(['a']);
  });
});
