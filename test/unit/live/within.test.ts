import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { patienceMs, within } from '../../../src/live/within.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<string>(() => undefined);

it('answers with what is done in time, and leaves no timer behind', async () => {
  expect(await within(patienceMs, Promise.resolve('done'))).toBe('done');
  await expect(within(patienceMs, Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
});

it('answers with nothing once the time has passed', async () => {
  const late = within(patienceMs, never);
  vi.advanceTimersByTime(patienceMs);

  expect(await late).toBeUndefined();
});
