import { expect, it } from 'vitest';
import { SerialQueue } from '../../../src/live/serial-queue.ts';
import { nextTurn } from '../../support/next-turn.ts';

/** A task that records when it begins and ends, and ends on demand. */
function work(name: string, said: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const run = async (): Promise<string> => {
    said.push(`${name} begins`);
    try {
      return await promise;
    } finally {
      said.push(`${name} ends`);
    }
  };
  return { run, end: () => resolve(name), fail: () => reject(new Error(name)) };
}

it('runs one task at a time, in order of arrival', async () => {
  const [queue, said] = [new SerialQueue(), new Array<string>()];
  const [a, b] = [work('a', said), work('b', said)];

  const results = Promise.all([queue.run(a.run), queue.run(b.run)]);
  b.end();
  await nextTurn();
  expect(said).toEqual(['a begins']);

  a.end();
  expect(await results).toEqual(['a', 'b']);
  expect(said).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

it('continues after a task fails, and rejects only for its caller', async () => {
  const [queue, said] = [new SerialQueue(), new Array<string>()];
  const [a, b] = [work('a', said), work('b', said)];

  const [first, second] = [queue.run(a.run), queue.run(b.run)];
  a.fail();
  b.end();
  await expect(first).rejects.toThrow('a');
  await expect(second).resolves.toBe('b');
});

it('is idle once all tasks queued so far have settled', async () => {
  const [queue, said] = [new SerialQueue(), new Array<string>()];
  await queue.idle();
  const a = work('a', said);

  const failed = queue.run(a.run);
  const idle = queue.idle().then(() => said.push('idle'));
  a.fail();
  await expect(failed).rejects.toThrow('a');
  await idle;
  expect(said).toEqual(['a begins', 'a ends', 'idle']);
});
