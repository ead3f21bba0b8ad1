import { Webhook as Receiver } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import {
  makeSecret,
  messageId,
  randomMessageId,
  secretsOf,
  signedHeaders,
} from '../../../src/webhooks/message.ts';

const now = new Date('2026-01-01T00:00:00.999Z');
const body = '{"type":"service.created","data":{"id":"rain — 🌦"}}';
const message = { id: 'msg_1', body };

/** Verifies as a receiver with this secret does, at the time of the message. */
function verified(secret: string, headers: Record<string, string>, text = body): unknown {
  vi.useFakeTimers({ now });
  try {
    return new Receiver(secret).verify(text, headers);
  } finally {
    vi.useRealTimers();
  }
}

describe('a signature', () => {
  it('is that of Standard Webhooks', () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const known = { id: 'msg_1', body: '{"type":"listing.updated","data":{"id":"svc_1"}}' };

    expect(signedHeaders(known, [secret], now)).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1767225600',
      'webhook-signature': 'v1,YxR30/2AiLYEny7QpGnEsobJPbIRCthARFBfzBXZR+U=',
    });
  });

  it('is accepted by the library of Standard Webhooks, and no other is', () => {
    const [secret, other] = [makeSecret(), makeSecret()];
    const headers = signedHeaders(message, [secret], now);

    expect(verified(secret, headers)).toEqual(JSON.parse(body));
    expect(() => verified(other, headers)).toThrow('No matching signature');
    expect(() => verified(secret, headers, `${body} `)).toThrow('No matching signature');
    expect(() => verified(secret, { ...headers, 'webhook-id': 'msg_2' })).toThrow('No matching signature');
  });

  it('of each of two secrets is accepted while both hold', () => {
    const [secret, former] = [makeSecret(), makeSecret()];
    const headers = signedHeaders(message, [secret, former], now);

    expect(verified(secret, headers)).toEqual(JSON.parse(body));
    expect(verified(former, headers)).toEqual(JSON.parse(body));
  });
});

describe('the secrets of a webhook', () => {
  it('are the present one, and the former one until it ends', () => {
    const [secret, former] = [makeSecret(), makeSecret()];
    const webhook = { secret, former: { secret: former, until: now } };

    expect(secretsOf({ secret, former: undefined }, now)).toEqual([secret]);
    expect(secretsOf(webhook, new Date(now.getTime() - 1))).toEqual([secret, former]);
    expect(secretsOf(webhook, now)).toEqual([secret]);
  });

  it('have 256 random bits each', () => {
    const secrets = Array.from({ length: 100 }, makeSecret);

    expect(new Set(secrets).size).toBe(100);
    for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });
});

describe('the id of a message', () => {
  it('follows from the webhook and the change, and differs for every other', () => {
    expect(messageId('wh_1', 'cursor')).toBe(messageId('wh_1', 'cursor'));
    expect(messageId('wh_1', 'cursor')).toMatch(/^msg_[\da-f]{32}$/);
    expect(
      new Set([
        messageId('wh_1', 'cursor'),
        messageId('wh_2', 'cursor'),
        messageId('wh_1', 'next'),
        randomMessageId(),
        randomMessageId(),
      ]).size,
    ).toBe(5);
  });
});
