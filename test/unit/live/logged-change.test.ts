import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import type { Check } from '../../../src/domain/check.ts';
import { noFacts } from '../../../src/domain/facts.ts';
import { newsOf } from '../../../src/domain/news.ts';
import type { PaymentTerms } from '../../../src/domain/payment-terms.ts';
import { unobserved } from '../../../src/domain/service.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { type Standing, unchecked } from '../../../src/domain/standing.ts';
import { profileOfEntry } from '../../../src/live/logged-change.ts';
import { isReportable } from '../../../src/live/visible-changes.ts';
import { judge } from '../../../src/verification/judge.ts';
import { advance } from '../../../src/verification/life-cycle.ts';
import { declared, offered, otherWallet, wallet } from '../../fixtures/answers.ts';
import { aService } from '../../fixtures/services.ts';

const service = aService(declared);
const checked: Omit<Check, 'at' | 'verdict' | 'terms' | 'fields'> = {
  detail: '',
  httpStatus: 402,
  latencyMs: 100,
  rails: [],
  remarks: [],
};

function entryAt(standing: Standing): Entry {
  const facts = { ...noFacts, standing, window: { ...noFacts.window, days: 1, checks: 1 } };
  return { declared: service, observed: { ...unobserved, status: standing.status, facts } };
}

/** The service after checks that found these terms, an hour apart; none means that it did not answer. */
function after(...found: readonly (readonly PaymentTerms[])[]): Entry {
  let standing = unchecked;
  for (const [hour, terms] of found.entries()) {
    const verdict = terms.length === 0 ? 'unreachable' : judge(declared, terms).verdict;
    const at = new Date(Date.UTC(2026, 0, 1, hour));
    standing = advance(standing, { ...checked, at, verdict, terms, fields: [] });
  }
  return entryAt(standing);
}

const profile = (entry: Entry) => profileOfEntry(entry, knownAssets);

describe('what feeds know of a service', () => {
  it('is that nobody has checked it', () => {
    expect(profile(entryAt(unchecked))).toMatchObject({
      state: 'unchecked',
      livePrice: null,
      liveWallet: null,
    });
  });

  it('has its live terms as they are declared, where they are the same', () => {
    expect(profile(after([{ ...offered, payTo: wallet.toLowerCase() }]))).toMatchObject({
      state: 'verified',
      price: '0.01 USDC',
      livePrice: '0.01 USDC',
      liveNetwork: 'eip155:8453',
      liveWallet: wallet,
    });
  });

  it('has the live price and wallet that differ, once two checks have read them', () => {
    const dearer = [{ ...offered, amount: '25000', price: '0.025' }];
    const elsewhere = [{ ...offered, payTo: otherWallet }];

    expect(profile(after(dearer))).toMatchObject({ state: null, livePrice: null });
    expect(profile(after([offered], elsewhere))).toMatchObject({ state: null, liveWallet: null });
    expect(profile(after(dearer, dearer))).toMatchObject({ state: 'price_differs', livePrice: '0.025 USDC' });
    expect(profile(after([offered], elsewhere, elsewhere))).toMatchObject({
      state: 'terms_differ',
      liveWallet: otherWallet,
    });
  });

  it('has neither wallet nor price of a seller who changes them with each request', () => {
    const restless = [1, 2, 3, 4].map((i) => [
      { ...offered, amount: String(10_000 + i), price: `0.01000${String(i)}` },
    ]);

    expect(profile(after(...restless))).toMatchObject({ state: 'varies', livePrice: null, liveWallet: null });
  });

  it('knows no live price in a token that nobody knows', () => {
    const unknown = [{ ...offered, asset: otherWallet, price: undefined as never }];
    const { livePrice, liveWallet } = profile(after(unknown, unknown));

    expect([livePrice, liveWallet]).toEqual([null, wallet]);
  });

  it('has the live terms among many others', () => {
    const many = Array.from({ length: 50 }, (_, i) => ({ ...offered, amount: String(10_000 + i) }));

    expect(profile(after(many))).toMatchObject({ state: 'verified', livePrice: '0.01 USDC' });
  });

  it('leaves its state open while a failure may pass, and says that it is down after a day', () => {
    expect(profile(after([offered], [])).state).toBeNull();
    expect(profile(after([offered], ...Array.from({ length: 26 }, () => []))).state).toBe('down');
    expect(profile(after([offered], [], [offered])).state).toBe('verified');
  });
});

describe('terms that take turns', () => {
  const elsewhere = [{ ...offered, payTo: otherWallet }];
  const dearer = [{ ...offered, amount: '25000', price: '0.025' }];
  const cheaper = [{ ...offered, amount: '2500', price: '0.0025' }];
  const calm = Array.from({ length: 6 }, () => [offered]);

  /** The states that feeds tell of, check by check, once the declared terms were read for a while. */
  function toldOf(...turns: readonly (readonly PaymentTerms[])[]): unknown[] {
    const entries = turns.map((_, i) => after(...calm, ...turns.slice(0, i + 1)));
    let [before, known] = [after(...calm), profile(after(...calm))];

    return entries.flatMap((now) => {
      const told = isReportable(before, now) ? newsOf('observed', known, profile(now)) : undefined;
      before = now;
      known = told?.profile ?? known;
      return told?.news ? [profile(now).state] : [];
    });
  }

  const turnsOf = (a: readonly PaymentTerms[], b: readonly PaymentTerms[], times: number) =>
    Array.from({ length: 12 }, (_, i) => (Math.floor(i / times) % 2 === 0 ? a : b));

  it.each<[string, readonly PaymentTerms[], readonly PaymentTerms[]]>([
    ['two prices', dearer, cheaper],
    ['another price and the declared one', dearer, [offered]],
    ['another wallet and the declared one', elsewhere, [offered]],
    ['another wallet and another price', elsewhere, dearer],
  ])('are told once before they count as varying: %s', (_what, a, b) => {
    for (const times of [1, 2]) {
      const told = toldOf(...turnsOf(a, b, times));

      expect(told.indexOf('varies')).toBeGreaterThanOrEqual(0);
      expect(told.slice(0, told.indexOf('varies')).length).toBeLessThanOrEqual(1);
      expect(told.slice(told.indexOf('varies') + 1)).toEqual([]);
    }
  });

  it('are reported again once they last', () => {
    const lasting = (terms: readonly PaymentTerms[]) => [terms, terms, terms];

    expect(toldOf(dearer, dearer, ...lasting([offered]))).toEqual(['price_differs', 'verified']);
    expect(toldOf(...lasting(dearer), [offered])).toEqual(['price_differs', 'verified']);
  });
});
