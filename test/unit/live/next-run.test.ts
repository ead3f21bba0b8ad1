import { expect, it } from 'vitest';
import { nextRun } from '../../../src/live/next-run.ts';

/** Work whose runs end one by one, when they are told to. */
function stepwise() {
  const runs: { end: (result: number) => void; fail: (error: Error) => void }[] = [];
  const work = (): Promise<number> => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    runs.push({ end: resolve, fail: reject });
    return promise;
  };

  return { runs, ask: nextRun(work) };
}

it('begins at once while nothing runs', async () => {
  const { runs, ask } = stepwise();
  const first = ask();
  runs[0]?.end(1);
  expect(await first).toBe(1);

  const second = ask();
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.end(2);
  expect(await second).toBe(2);
});

it('has all who ask during a run wait for one that begins after it', async () => {
  const { runs, ask } = stepwise();
  const first = ask();
  const later = [ask(), ask(), ask()];
  expect(runs).toHaveLength(1);

  runs[0]?.end(1);
  await first;
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.end(2);
  expect(await Promise.all(later)).toEqual([2, 2, 2]);
  expect(runs).toHaveLength(2);
});

it('goes on after a run that failed, which fails for those who waited for it alone', async () => {
  const { runs, ask } = stepwise();
  const first = ask();
  const second = ask();
  runs[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');

  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.end(2);
  expect(await second).toBe(2);
});
