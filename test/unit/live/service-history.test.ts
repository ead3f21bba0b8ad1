import { expect, it } from 'vitest';
import { unobserved } from '../../../src/domain/service.ts';
import type { CheckStore } from '../../../src/live/ports.ts';
import { knownAssets } from '../../../src/domain/asset.ts';
import { noPaymentHistory } from '../../../src/live/payment-history.ts';
import { ServiceHistory } from '../../../src/live/service-history.ts';
import { aService } from '../../fixtures/services.ts';
import { offered } from '../../fixtures/answers.ts';

it('shows only remembered terms that today’s rules accept', async () => {
  const hostile = [
    { ...offered, network: 'base\u202e' },
    { ...offered, asset: 'x'.repeat(1_000) },
    { ...offered, payTo: 'nobody' },
  ];
  const terms = [...hostile, offered, ...Array.from({ length: 1_000 }, () => offered)];
  const checks: Partial<CheckStore> = {
    liveTerms: () => Promise.resolve({ at: new Date(0), terms, remarks: [] }),
  };
  const history = new ServiceHistory({
    checks: checks as CheckStore,
    payments: noPaymentHistory(knownAssets, () => new Date(0)),
    proofLooks: { of: () => Promise.resolve(undefined) },
    clock: () => new Date(0),
  });

  const { accepts } = await history.observed({ declared: aService({ name: 'alpha' }), observed: unobserved });
  expect(accepts).toEqual(Array.from({ length: 61 }, () => offered));
});
