import { describe, expect, it } from 'vitest';
import type { Check } from '../../../src/domain/check.ts';
import { noFacts } from '../../../src/domain/facts.ts';
import type { PaymentTerms } from '../../../src/domain/payment-terms.ts';
import { unchecked } from '../../../src/domain/standing.ts';
import { reasonOf, stateOf } from '../../../src/domain/state.ts';
import { judge } from '../../../src/verification/judge.ts';
import { advance } from '../../../src/verification/life-cycle.ts';
import { declared, offered } from '../../fixtures/answers.ts';

const payTo = (i: number): Partial<PaymentTerms> => ({ payTo: `0x${String(i).padStart(40, '1')}` });
const amount = (i: number): Partial<PaymentTerms> => ({
  amount: String(20_000 + i),
  price: `0.0${20_000 + i}`,
});
const asDeclared: Partial<PaymentTerms> = {};

function aCheck(hours: number, changes: Partial<PaymentTerms>): Check {
  const terms = [{ ...offered, ...changes }];
  const { verdict } = judge(declared, terms);
  const at = new Date(Date.UTC(2026, 0, 1, hours));

  return {
    at,
    verdict,
    terms,
    detail: '',
    httpStatus: 402,
    latencyMs: 1,
    fields: [],
    rails: [],
    remarks: [],
  };
}

/** The state of a service, with its reason, and its status after checks that read these terms, an hour apart. */
function after(...found: readonly Partial<PaymentTerms>[]) {
  const standing = found.map((terms, i) => aCheck(i, terms)).reduce(advance, unchecked);
  const window = { ...noFacts.window, days: 1, checks: found.length };
  const entry = { declared: {}, observed: { facts: { ...noFacts, standing, window } } };

  return { state: stateOf(entry), reason: reasonOf(entry), status: standing.status };
}

describe('terms that change with each request', () => {
  it('are a state of their own from the third change on', () => {
    expect(after(payTo(1), payTo(2), payTo(3)).state).toBe('terms_differ');
    expect(after(payTo(1), payTo(2), payTo(3), payTo(4))).toMatchObject({
      state: 'varies',
      reason: 'wallet',
    });
    expect(after(amount(1), amount(2), amount(3), amount(4))).toMatchObject({
      state: 'varies',
      reason: 'price',
    });
  });

  it('are so too where two take turns in no order, and where the declared ones are among them', () => {
    const turns = [1, 2, 1, 1, 2, 1, 2, 2, 1, 2].map(payTo);

    expect(after(...turns).state).toBe('varies');
    expect(after(...turns, asDeclared)).toMatchObject({ state: 'varies', status: 'unverified' });
  });

  it('are none where they change now and then', () => {
    const daily = [1, 2, 3, 4, 5, 6].flatMap((day) => Array.from({ length: 24 }, () => amount(day)));

    expect(after(...daily).state).toBe('price_differs');
  });

  it('end when checks have read the same for long', () => {
    const restless = [1, 2, 3, 4].map(payTo);
    const same = (times: number) => Array.from({ length: times }, () => payTo(9));

    expect(after(...restless, ...same(3)).state).toBe('varies');
    expect(after(...restless, ...same(12)).state).toBe('terms_differ');
  });

  it('hide no other wallet behind a restless price', () => {
    const restless = [1, 2, 3, 4, 5].map(amount);

    expect(after(...restless, { ...amount(6), ...payTo(1) })).toMatchObject({
      state: 'terms_differ',
      reason: 'wallet',
    });
  });

  it('are nothing to a buyer where the declared ones are always among them', () => {
    const others = (i: number): PaymentTerms[] => [
      offered,
      { ...offered, network: 'eip155:137', ...payTo(i) },
    ];
    const standing = [1, 2, 3, 4, 5]
      .map((i) => ({ ...aCheck(i, asDeclared), terms: others(i) }))
      .reduce(advance, unchecked);

    expect(standing).toMatchObject({ status: 'verified', varying: unchecked.varying });
  });

  it('leave a service verified for the day of grace, as another price does', () => {
    const restless = [1, 2, 3, 4, 5].map(amount);
    const aDay = Array.from({ length: 24 }, (_, i) => amount(i));

    expect(after(asDeclared, ...restless).status).toBe('verified');
    expect(after(asDeclared, ...restless, ...aDay, asDeclared)).toMatchObject({
      state: 'varies',
      status: 'unverified',
    });
  });
});
