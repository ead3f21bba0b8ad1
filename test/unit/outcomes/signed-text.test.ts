import { expect, it } from 'vitest';
import { signedText } from '../../../src/outcomes/signed-text.ts';
import { aTx } from '../../fixtures/outcomes.ts';

const claim = { network: 'eip155:8453', tx: aTx(1), outcome: 'delivered' } as const;

it('has a line for each member that is there, in a fixed order, without a line feed at its end', () => {
  const whole = {
    responseHash: 'sha256:bb',
    requestHash: 'sha256:aa',
    latencyMs: 812,
    httpStatus: 200,
    ...claim,
  };

  expect(signedText('catalog.example.com', 'weather-a1', whole)).toBe(
    'Tollbook outcome\nsite: catalog.example.com\nservice: weather-a1\nnetwork: eip155:8453\n' +
      `tx: ${aTx(1)}\noutcome: delivered\nhttpStatus: 200\nlatencyMs: 812\nrequestHash: sha256:aa\nresponseHash: sha256:bb`,
  );
  expect(signedText('catalog.example.com', 'weather-a1', claim).split('\n').at(-1)).toBe(
    'outcome: delivered',
  );
});

it('has a line for a latency of 0, and none of members that are not signed', () => {
  const text = signedText('x', 'a', {
    ...claim,
    latencyMs: 0,
    ...{ signature: '0x00', source: 'https://evil' },
  });

  expect(text).toContain('\nlatencyMs: 0');
  expect(text).not.toMatch(/signature|source/);
});
