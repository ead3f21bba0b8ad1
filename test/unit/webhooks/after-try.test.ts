import { describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '../../../src/domain/duration.ts';
import type { TargetAnswer } from '../../../src/domain/webhook.ts';
import { afterTry } from '../../../src/webhooks/after-try.ts';
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
