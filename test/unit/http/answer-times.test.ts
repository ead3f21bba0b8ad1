import { expect, it } from 'vitest';
import { AnswerTimes } from '../../../src/http/answer-times.ts';

it('reads nothing before the first answer', () => {
  expect(new AnswerTimes().read()).toBeUndefined();
});

it('reads the median and the 95th percentile', () => {
  const times = new AnswerTimes();
  for (let ms = 100; ms >= 1; ms -= 1) times.add(ms);

  expect(times.read()).toEqual({ answers: 100, p50Ms: 50, p95Ms: 95 });
});

it('keeps only the last thousand samples', () => {
  const times = new AnswerTimes();
  times.add(10_000);
  for (let i = 0; i < 1000; i += 1) times.add(1);

  expect(times.read()).toEqual({ answers: 1000, p50Ms: 1, p95Ms: 1 });
});
