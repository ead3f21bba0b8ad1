import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../src/domain/duration.ts';
import type { TargetAnswer } from '../../../src/domain/webhook.ts';
import { afterTry, nextTry, tryTimes } from '../../../src/webhooks/after-try.ts';
import { aDelivery, aWebhook } from '../../fixtures/webhooks.ts';

const now = new Date('2026-03-04T05:06:07.000Z');
const later = (ms: number): Date => new Date(now.getTime() + ms);
const status = (code: number, retryAt?: Date): TargetAnswer => ({ status: code, retryAt });

function tried(
  answer: TargetAnswer,
  delivery: Parameters<typeof aDelivery>[2] = {},
  webhook: Parameters<typeof aWebhook>[0] = {},
) {
  return afterTry(aWebhook(webhook), aDelivery('wh_1', 1, delivery), answer, { now, random: 0 });
}

describe('a delivery', () => {
  it.each([200, 201, 204, 299])('is made with %i', (code) => {
    expect(tried(status(code))).toMatchObject({
      delivery: { status: 'delivered', tries: 1, httpStatus: code, lastTriedAt: now },
      webhook: { acceptedAt: now, pausedUntil: undefined },
    });
    expect(tried(status(code)).delivery).toMatchObject({ nextTryAt: undefined, detail: undefined });
  });

  it.each([
    [status(301), 'it answered 301, and redirects are not followed'],
    [status(404), 'it answered 404'],
    [status(500), 'it answered 500'],
    [{ failure: 'time ran out' }, 'time ran out'],
  ])('is tried again after %j', (answer, detail) => {
    const { delivery, webhook } = tried(answer);

    expect(delivery).toMatchObject({ status: 'waiting', step: 1, detail, nextTryAt: later(5_000) });
    expect(webhook).toEqual({ pausedUntil: later(5_000) });
  });

  it('forgets what was wrong before', () => {
    const failed = tried(status(500)).delivery;
    const { delivery } = afterTry(aWebhook(), failed, { failure: 'time ran out' }, { now, random: 0 });

    expect(delivery).toMatchObject({ tries: 2, httpStatus: undefined, detail: 'time ran out' });
  });

  it('holds up the others for its first retry only', () => {
    expect(tried(status(500), { step: 1 }).webhook).toEqual({ pausedUntil: undefined });
  });

  it('holds up the others for as long as the target asks to be left alone', () => {
    const { delivery, webhook } = tried(status(503, later(hourMs)), { step: 2 });

    expect(delivery.nextTryAt).toEqual(later(hourMs));
    expect(webhook).toEqual({ pausedUntil: later(hourMs) });
  });

  it('is given up after the last try, where the target accepted others meanwhile', () => {
    const { delivery, webhook } = tried(
      status(500),
      { step: 9, firstTriedAt: later(-dayMs) },
      { acceptedAt: later(-hourMs) },
    );

    expect(delivery).toMatchObject({ status: 'failed', nextTryAt: undefined });
    expect(webhook).not.toHaveProperty('off');
  });
});

describe('a webhook', () => {
  it('is switched off where its target accepted nothing for a day, and the delivery goes on to wait', () => {
    const { delivery, webhook } = tried(
      { failure: 'time ran out' },
      { step: 9, firstTriedAt: later(-dayMs) },
      { acceptedAt: later(-dayMs) },
    );

    expect(delivery).toMatchObject({ status: 'waiting', nextTryAt: undefined });
    expect(webhook.off).toEqual({
      cause: 'failing',
      reason: 'The target accepted nothing for 24 hours. At the last try, time ran out.',
      at: now,
    });
  });

  it('is switched off at once by a 410', () => {
    expect(tried(status(410))).toMatchObject({
      delivery: { status: 'waiting', httpStatus: 410, nextTryAt: undefined },
      webhook: { off: { cause: 'gone', at: now } },
    });
  });
});

/** When each try comes, in milliseconds after the first, where the target asks for pauses. */
function timesOf(askedMs: (step: number) => number, random: number): number[] {
  const times = [0];
  for (let step = 0; ;) {
    const next = nextTry(step, { askedMs: askedMs(step), random });
    if (!next) return times;
    times.push((times.at(-1) ?? 0) + next.afterMs);
    ({ step } = next);
  }
}

describe('a delivery that fails', () => {
  it('is tried ten times, the last time after a day', () => {
    const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * hourMs);

    expect(timesOf(() => 0, 0)).toEqual([0, 5_000, 5 * minuteMs, 30 * minuteMs, ...hours]);
  });

  it('comes up to a tenth later, so that not all come at once', () => {
    expect(timesOf(() => 0, 1)[1]).toBe(5_500);
    expect(timesOf(() => 0, 1).at(-1)).toBeCloseTo(1.1 * dayMs);
  });

  it('waits as long as the target asks, in place of the tries that would come meanwhile', () => {
    expect(nextTry(0, { askedMs: 1_000, random: 0 })).toEqual({ step: 1, afterMs: 5_000 });
    expect(nextTry(0, { askedMs: 60_000, random: 0 })).toEqual({ step: 1, afterMs: 60_000 });
    expect(nextTry(1, { askedMs: hourMs, random: 0 })).toEqual({ step: 3, afterMs: hourMs });
    expect(nextTry(0, { askedMs: dayMs, random: 0 })).toEqual({ step: 9, afterMs: dayMs });
    expect(nextTry(9, { askedMs: hourMs, random: 0 })).toBeUndefined();
  });

  it('has an end, whatever the target asks for', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(dayMs), { minLength: 10 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (pauses, random) => {
          const times = timesOf((step) => pauses[step] ?? 0, random);

          expect(times.length).toBeLessThanOrEqual(tryTimes.length);
          expect(times.at(-1)).toBeLessThanOrEqual(3 * dayMs);
          expect(times).toEqual([...times].sort((a, b) => a - b));
        },
      ),
    );
  });
});
