import { expect, it } from 'vitest';
import { outcomeText } from '../../../src/domain/outcome-text.ts';

const least = {
  site: 'catalog.example.com',
  service: 'rain-radar-7x3k9m2p',
  network: 'eip155:8453',
  tx: '0x7',
  outcome: 'nothing',
} as const;

it('has a line for each member, in one order', () => {
  const said = {
    responseHash: 'sha256:02',
    requestHash: 'sha256:01',
    latencyMs: 812,
    httpStatus: 200,
    ...least,
  };

  expect(outcomeText(said).split('\n')).toEqual([
    'Tollbook outcome',
    'site: catalog.example.com',
    'service: rain-radar-7x3k9m2p',
    'network: eip155:8453',
    'tx: 0x7',
    'outcome: nothing',
    'httpStatus: 200',
    'latencyMs: 812',
    'requestHash: sha256:01',
    'responseHash: sha256:02',
  ]);
});

it('leaves out what is not said', () => {
  expect(outcomeText(least)).toMatch(/\noutcome: nothing$/);
});
