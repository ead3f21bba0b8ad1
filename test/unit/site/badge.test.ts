import { expect, it } from 'vitest';
import { badge } from '../../../src/site/badge.ts';
import { knownOf } from '../../../src/site/known-services.ts';
import { anEntry } from '../../fixtures/services.ts';
import {
  aBlockedEntry,
  aCheckedEntry,
  anEntryFound,
  aPaidEntry,
  catalogOf,
  historyOf,
  measuredDays,
  sameTerms,
} from '../../fixtures/site-catalog.ts';

const badgeOf = async (entry: ReturnType<typeof anEntry>, history = historyOf(measuredDays, sameTerms)) =>
  badge(await knownOf(entry, catalogOf([entry], history)));

it('says the state in its word, with the live price, also for screen readers', async () => {
  expect(await badgeOf(aCheckedEntry())).toContain('aria-label="Tollbook: Verified · 0.001 USDC"');
});

it('says that the price differs, with the live one, and is not green then', async () => {
  const picture = await badgeOf(anEntryFound('price_mismatch'), historyOf(measuredDays));

  expect(picture).toContain('aria-label="Tollbook: Price differs · 0.5 USDC"');
  expect(picture).not.toContain('#0b6a4b');
});

it.each([
  ['Wallet differs', anEntryFound('payto_mismatch')],
  ['Down', anEntryFound('unreachable', {}, 'inactive')],
  ['Down', anEntryFound('unreachable')],
  ['Cannot be checked', anEntryFound('not_402')],
  ['Cannot be checked', aBlockedEntry()],
  ['Cannot be checked', anEntry({ probing: false })],
  ['Not checked yet', anEntry()],
])('says %s without a price that nobody should pay or can be sure of', async (label, entry) => {
  expect(await badgeOf(entry, historyOf([], []))).toContain(`aria-label="Tollbook: ${label}"`);
});

it('shows payments that were counted', async () => {
  const paid = (payments: Parameters<typeof aPaidEntry>[0]) =>
    badgeOf(aPaidEntry(payments, {}, { status: 'verified' }), historyOf(measuredDays, sameTerms));

  expect(await paid({ txCount: 12 })).toContain('Verified · 0.001 USDC · 12 payments"');
  expect(await paid({ txCount: 12, attribution: 'wallet' })).toContain('12 payments to a shared wallet"');
  expect(await paid({ txCount: 0 })).not.toContain('payments');
  expect(await paid({ txCount: 0, attribution: null })).not.toContain('payments');
});

it('has a mark of its own for each state', async () => {
  const entries = [
    aCheckedEntry(),
    anEntryFound('price_mismatch'),
    anEntryFound('payto_mismatch'),
    anEntryFound('not_402'),
    anEntry(),
    anEntryFound('unreachable'),
  ];
  const pictures = await Promise.all(entries.map((entry) => badgeOf(entry)));

  expect(new Set(pictures.map((picture) => /<path d="([^"]+)" transform/.exec(picture)?.[1])).size).toBe(6);
});

it('contains no text of an owner, and no style', async () => {
  const picture = await badgeOf(anEntry({ name: '<script>alert(1)</script>' }));

  expect(picture).not.toMatch(/script|style/);
});
