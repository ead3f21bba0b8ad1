import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NewestFirst } from '../../../src/live/newest-first.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('lets as many begin at once as it is set to', async () => {
  const turns = new NewestFirst(2);

  expect(await turns.wait(100)).toBe(true);
  expect(await turns.wait(100)).toBe(true);
  const third = turns.wait(100);
  turns.end();
  expect(await third).toBe(true);
});

it('lets the newest begin first', async () => {
  const turns = new NewestFirst(1);
  const order: string[] = [];
  await turns.wait(100);
  for (const name of ['old', 'newer', 'newest']) void turns.wait(100).then(() => order.push(name));

  turns.end();
  await vi.advanceTimersByTimeAsync(0);
  turns.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual(['newest', 'newer']);
});

it('sends those away that have waited too long, and keeps their turn for others', async () => {
  const turns = new NewestFirst(1);
  await turns.wait(100);
  const late = turns.wait(100);
  await vi.advanceTimersByTimeAsync(100);

  expect(await late).toBe(false);
  turns.end();
  expect(await turns.wait(100)).toBe(true);
});
