import { hourMs, minuteMs } from '../domain/duration.ts';
import type { Delivery, TargetAnswer, Webhook, WebhookState } from '../domain/webhook.ts';

interface AfterTry {
  readonly delivery: Delivery;
  readonly webhook: WebhookState;
}

interface Occasion {
  readonly now: Date;
  readonly random: number;
}

const gone = 410;

/** Whether a target took what was sent to it. Only 2xx says so. */
export function isAccepted(answer: TargetAnswer): boolean {
  return 'status' in answer && answer.status >= 200 && answer.status < 300;
}

/** The fault of an answer, as a part of a sentence; undefined without one. */
export function faultOf(answer: TargetAnswer): string | undefined {
  if ('failure' in answer) return answer.failure;
  if (isAccepted(answer)) return undefined;

  const isRedirect = answer.status >= 300 && answer.status < 400;
  return `it answered ${String(answer.status)}${isRedirect ? ', and redirects are not followed' : ''}`;
}

export function afterTry(
  webhook: Pick<Webhook, 'acceptedAt'>,
  delivery: Delivery,
  answer: TargetAnswer,
  { now, random }: Occasion,
): AfterTry {
  const { firstTriedAt = now } = delivery;
  const tried: Delivery = {
    ...delivery,
    tries: delivery.tries + 1,
    firstTriedAt,
    lastTriedAt: now,
    nextTryAt: undefined,
    httpStatus: 'status' in answer ? answer.status : undefined,
    detail: faultOf(answer),
  };
  if (isAccepted(answer)) {
    return {
      delivery: { ...tried, status: 'delivered' },
      webhook: { acceptedAt: now, pausedUntil: undefined },
    };
  }
  if ('status' in answer && answer.status === gone) {
    return { delivery: tried, webhook: offAs('gone', tried, now) };
  }

  const askedMs = askedPause(answer, now);
  const next = nextTry(delivery.step, { askedMs, random });
  if (next) {
    const nextTryAt = new Date(now.getTime() + next.afterMs);
    // The first retry follows soon, so later deliveries wait for it; after that, they go first.
    const isPaused = delivery.step === 0 || askedMs > 0;
    return {
      delivery: { ...tried, step: next.step, nextTryAt },
      webhook: { pausedUntil: isPaused ? nextTryAt : undefined },
    };
  }

  const { acceptedAt } = webhook;
  return acceptedAt && acceptedAt > firstTriedAt
    ? { delivery: { ...tried, status: 'failed' }, webhook: { pausedUntil: undefined } }
    : { delivery: tried, webhook: offAs('failing', tried, now) };
}

function askedPause(answer: TargetAnswer, now: Date): number {
  const { retryAt } = 'status' in answer ? answer : {};

  return retryAt ? Math.max(0, retryAt.getTime() - now.getTime()) : 0;
}

const reasons = {
  gone: () => 'The target answered 410: it wants no more deliveries.',
  failing: ({ detail = '' }: Delivery) =>
    `The target accepted nothing for 24 hours. At the last try, ${detail}.`,
} as const;

function offAs(cause: keyof typeof reasons, delivery: Delivery, at: Date): WebhookState {
  return { off: { cause, reason: reasons[cause](delivery), at }, pausedUntil: undefined };
}

/** When a delivery is tried, in milliseconds after its first try. */
export const tryTimes: readonly number[] = [
  0,
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

/** Each pause is longer by up to this share, so that deliveries that failed together do not come again together. */
const jitter = 0.1;

interface Pause {
  /** How long the target asks to be left alone; 0 when it does not say. */
  readonly askedMs: number;
  readonly random: number;
}

interface NextTry {
  readonly step: number;
  readonly afterMs: number;
}

/**
 * The try that follows a failed one, undefined after the last. A target that asks for a longer pause gets it in place of the tries that would
 * have come meanwhile, so that its pauses, each of a day at most, put off the last one to the third day at the latest.
 */
export function nextTry(failed: number, { askedMs, random }: Pause): NextTry | undefined {
  const [now, next] = [tryTimes[failed], tryTimes[failed + 1]];
  if (now === undefined || next === undefined) return undefined;

  const pause = (next - now) * (1 + jitter * random);
  const passed = tryTimes.findLastIndex((at) => at <= now + askedMs);
  return { step: Math.max(failed + 1, passed), afterMs: Math.max(pause, askedMs) };
}
