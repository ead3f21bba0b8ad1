import { expect, it } from 'vitest';
import { badge } from '../../src/site/badge.ts';
import { knownOf } from '../../src/site/known-services.ts';
import { anEntry } from '../fixtures/services.ts';
import {
  aBlockedEntry,
  aCheckedEntry,
  aPaidEntry,
  catalogOf,
  historyOf,
  measuredDays,
  sameTerms,
} from './catalog.ts';

const badgeOf = async (entry: ReturnType<typeof anEntry>, history = historyOf(measuredDays, sameTerms)) =>
  badge(await knownOf(entry, catalogOf([entry], history)));

it('shows status and score, also as text for screen readers', async () => {
  expect(await badgeOf(aCheckedEntry({}, { status: 'verified', trustScore: 91 }))).toContain(
    'aria-label="Tollbook: verified · 91"',
  );
});

it('names the term that differs, and is not green then', async () => {
  const picture = await badgeOf(aCheckedEntry({}, { status: 'verified' }), historyOf(measuredDays));

  expect(picture).toContain('aria-label="Tollbook: price differs"');
  expect(picture).not.toContain('#0b6a4b');
});

it('says that a service was not checked yet', async () => {
  expect(await badgeOf(anEntry(), historyOf([], []))).toContain('not checked yet');
});

it('says why a service cannot be checked, and shows no score', async () => {
  expect(await badgeOf(aBlockedEntry(), historyOf([], []))).toContain('turns checks away');
  expect(await badgeOf(anEntry({ probing: false }), historyOf([], []))).toContain('opted out of checks');
});

it('shows payments that were counted', async () => {
  const paid = (payments: Parameters<typeof aPaidEntry>[0]) =>
    badgeOf(aPaidEntry(payments, {}, { status: 'verified' }), historyOf(measuredDays, sameTerms));

  expect(await paid({ txCount: 12 })).toContain('not checked yet · 12 payments"');
  expect(await paid({ txCount: 12, attribution: 'wallet' })).toContain('12 payments to a shared wallet"');
  expect(await paid({ txCount: 0 })).not.toContain('payments');
  expect(await paid({ txCount: 0, attribution: null })).not.toContain('payments');
});

it('contains no text of an owner, and no style', async () => {
  const picture = await badgeOf(anEntry({ name: '<script>alert(1)</script>' }));

  expect(picture).not.toMatch(/script|style/);
});
