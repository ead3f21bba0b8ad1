import { describe, expect, it } from 'vitest';
import { effectiveTerms } from '../../../src/domain/effective-terms.ts';
import { type Facts, noFacts } from '../../../src/domain/facts.ts';
import type { PaymentTerms } from '../../../src/domain/payment-terms.ts';
import { judge } from '../../../src/verification/judge.ts';
import { type KnownService, knownService, knownTerms, shown } from '../../../src/views/known-service.ts';
import type { Verdict } from '../../../src/domain/verdict.ts';
import { anEntry, checksFound } from '../../fixtures/services.ts';
import { declared, offered, otherWallet } from '../../fixtures/answers.ts';

const eurcOnBase = '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42';
const lastChecked = '2026-02-01T11:00:00.000Z';

/** Facts of a service with this many checks. */
function factsOf(counts: { readonly checks: number; readonly ok: number }, verdict?: Verdict): Facts {
  const { standing } = verdict ? checksFound(verdict) : noFacts;
  return { ...noFacts, standing, window: { ...noFacts.window, ...counts } };
}

/** A known service whose live 402 offered these terms. */
function knownBy(...terms: PaymentTerms[]): KnownService {
  const entry = anEntry(declared, { lastChecked, trustScore: 60, facts: factsOf({ checks: 4, ok: 3 }) });

  return knownService(entry, judge(declared, terms).fields);
}

describe('the terms of a service', () => {
  it('are the declared ones if no live terms were read', () => {
    const known = knownBy();

    expect(known.asked).toEqual({ price: '0.01', currency: 'USDC' });
    expect([known.price, known.wallet].map(({ observed, agree }) => [observed, agree])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(known.mismatch).toBeNull();
  });

  it('are the declared ones, as written, if the live ones agree', () => {
    const known = knownBy({ ...offered, price: '0.010' });

    expect(known.asked).toEqual({ price: '0.01', currency: 'USDC' });
    expect(shown(known.network)).toBe('base');
    expect(known.mismatch).toBeNull();
  });

  it.each([
    ['price', { price: '0.5' }, '0.5'],
    ['token', { currency: 'EURC' }, 'EURC'],
    ['network', { network: 'eip155:137' }, 'eip155:137'],
    ['wallet', { payTo: otherWallet }, otherWallet],
  ] as const)('are the live ones where the %s differs', (name, change, value) => {
    const known = knownBy({ ...offered, ...change });

    expect(known.mismatch).toBe(name);
    expect(known[name]).toMatchObject({ observed: value, agree: false });
    expect(shown(known[name])).toBe(value);
  });

  it('name the gravest of several differences', () => {
    expect(knownBy({ ...offered, payTo: otherWallet, price: '0.5' }).mismatch).toBe('wallet');
    expect(knownBy({ ...offered, currency: 'EURC', price: '0.5' })).toMatchObject({
      mismatch: 'token',
      asked: { price: '0.5', currency: 'EURC' },
    });
  });

  it('are in the live token where only that is known to differ, as lists have it', () => {
    const differences = judge(declared, [{ ...offered, currency: 'EURC' }]).fields.filter(
      ({ match }) => match === false,
    );

    expect(differences).toHaveLength(1);
    expect(knownTerms(declared, differences).asked).toEqual({ price: '0.01', currency: 'EURC' });
  });

  it('have the declared price in its own currency where the live scheme names none', () => {
    const upto = { ...offered, scheme: 'upto', asset: eurcOnBase, currency: 'EURC', price: '5' };
    const { fields } = judge(declared, [upto]);
    const differences = fields.filter(({ field, match }) => field !== 'scheme' && match !== true);

    expect(knownBy(upto)).toMatchObject({ mismatch: 'token', asked: { price: '0.01', currency: 'USDC' } });
    expect(effectiveTerms({ declared, observed: { differences } })).toMatchObject({
      price: '0.01',
      currency: 'USDC',
      differs: { amount: false },
    });
  });

  it('have no price if the live token is unknown', () => {
    const { currency: _currency, price: _price, ...unknown } = { ...offered, asset: otherWallet };

    expect(knownBy(unknown)).toMatchObject({ mismatch: 'token', asked: null });
  });
});

describe('a service', () => {
  const knownOf = (
    window: { readonly checks: number; readonly ok: number },
    verdict?: Verdict,
    given: Parameters<typeof anEntry>[0] = {},
  ) => knownService(anEntry(given, { trustScore: 0, facts: factsOf(window, verdict) }), []);
  const none = { checks: 0, ok: 0 };

  it('has the measured score and uptime, even if they are 0', () => {
    expect(knownOf({ checks: 4, ok: 0 }, 'unreachable')).toMatchObject({
      state: 'down',
      trustScore: 0,
      uptime: 0,
    });
  });

  it.each([
    ['was never checked', knownOf(none), 'unchecked', null],
    ['turned every check away', knownOf(none, 'blocked'), 'uncheckable', 'blocked'],
    ['opted out of checks', knownOf(none, undefined, { probing: false }), 'uncheckable', 'opted_out'],
    ['never asked for payment', knownOf({ checks: 4, ok: 0 }, 'not_402'), 'uncheckable', 'not_402'],
    ['never had a readable 402', knownOf({ checks: 4, ok: 0 }, 'malformed'), 'uncheckable', 'malformed'],
  ])('that %s has neither', (_, known, state, reason) => {
    expect(known).toMatchObject({ state, reason, trustScore: null, uptime: null });
  });

  it('keeps both while it asks for no payment for once', () => {
    expect(knownOf({ checks: 4, ok: 3 }, 'not_402')).toMatchObject({ trustScore: 0, uptime: 75 });
  });
});
