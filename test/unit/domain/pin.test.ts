import { describe, expect, it } from 'vitest';
import { isPinOf, isValidPin, Pin, pinSpanMs } from '../../../src/domain/pin.ts';
import { otherWallet, wallet } from '../../fixtures/registrations.ts';

const now = new Date('2026-02-03T04:05:06.000Z');
const validUntil = (ms: number) => ({ validUntil: new Date(now.getTime() + ms).toISOString() });
const endpoint = 'https://api.example.com/rain';
const pin: Pin = {
  ...{ url: endpoint, method: 'GET', network: 'eip155:8453', asset: otherWallet, payTo: wallet },
  ...{ maxAmount: '1000', ...validUntil(0) },
};
const entry = { endpoint, x402Config: { paymentAddress: wallet } };

describe('a pin', () => {
  it.each([
    [0, true],
    [-1, false],
    [pinSpanMs, true],
    [pinSpanMs + 10 * 60_000, false],
  ])('that ends in %d ms: %s', (ms, isValid) => {
    expect(isValidPin(validUntil(ms), now)).toBe(isValid);
  });

  it.each<[string, Partial<Pin>, boolean]>([
    ['its endpoint and wallet', {}, true],
    ['the endpoint with a slash', { url: `${endpoint}/` }, true],
    ['the wallet in other letters', { payTo: wallet.toLowerCase() }, true],
    ['another network', { network: 'eip155:137' }, true],
    ['a path below the endpoint', { url: `${endpoint}/now` }, false],
    ['another wallet', { payTo: otherWallet }, false],
    [
      'other letters where they matter',
      { network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', payTo: wallet.toLowerCase() },
      false,
    ],
  ])('with %s', (_, change, isOf) => {
    expect(isPinOf({ ...pin, ...change }, entry)).toBe(isOf);
  });

  it.each(['01', '-1', '1.0', '1e3', '', '9'.repeat(79)])('has no amount like %j', (maxAmount) => {
    expect(Pin.safeParse({ ...pin, maxAmount }).success).toBe(false);
    expect(Pin.safeParse(pin).success).toBe(true);
  });
});
