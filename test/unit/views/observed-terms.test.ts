import { describe, expect, it } from 'vitest';
import { noFacts } from '../../../src/domain/facts.ts';
import { observedView, ObservedView } from '../../../src/views/observed-terms.ts';
import { aService } from '../../fixtures/services.ts';
import { declared, offered } from '../../fixtures/answers.ts';
import { anL402, anMpp } from '../../fixtures/rail-challenges.ts';

const service = aService(declared);
const traits = { schemes: [offered.scheme], extensions: [] };
const live = { at: new Date('2026-02-03T04:05:06.000Z'), terms: [offered], remarks: [] };

describe('the ways to pay of a service', () => {
  it('are those of x402 and of other protocols, each in the same shape', () => {
    const view = observedView(service, { ...noFacts, traits, rails: [anMpp, anL402] }, live, undefined);

    expect(ObservedView.parse(view).rails).toEqual([
      {
        rail: 'x402',
        scheme: offered.scheme,
        intent: null,
        network: offered.network,
        asset: offered.asset,
        amountAtomic: offered.amount,
        payTo: offered.payTo,
      },
      anMpp,
      anL402,
    ]);
  });

  it('are those of other protocols alone once it left x402', () => {
    expect(observedView(service, { ...noFacts, rails: [anMpp] }, live, undefined).rails).toEqual([anMpp]);
  });

  it('are none before the first check', () => {
    expect(observedView(service, noFacts, undefined, undefined).rails).toEqual([]);
  });
});
