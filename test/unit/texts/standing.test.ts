import { describe, expect, it } from 'vitest';
import * as de from '../../../src/texts/de/standing.ts';
import * as en from '../../../src/texts/en/standing.ts';

describe('the terms that differ', () => {
  it.each([
    [1, 'wallet', 'wallet differs', 'Wallet weicht ab'],
    [2, 'network and price', 'network and price differ', 'Netzwerk und Preis weichen ab'],
  ])('are counted in each language: %i', (count, terms, english, german) => {
    expect(en.differences({ count, terms })).toBe(english);
    expect(de.differences({ count, terms: count === 1 ? de.termNames.wallet : 'Netzwerk und Preis' })).toBe(
      german,
    );
  });
});

describe('what the last check saw', () => {
  const seen = { status: 200, detail: 'It answers 200 without asking for payment.' };

  it('is the sentence of the check in English', () => {
    expect(en.lastCheck.not_402(seen)).toBe(seen.detail);
  });

  it('is worded by the verdict in German, or quoted', () => {
    expect(de.lastCheck.not_402(seen)).toBe('Der Dienst antwortet mit 200, ohne eine Zahlung zu verlangen.');
    expect(de.lastCheck.blocked({ ...seen, status: 403 })).toBe(
      'Der Dienst antwortet mit 403 und wehrt so Prüfungen ab.',
    );
    expect(de.lastCheck.other({ detail: 'the body is no JSON' })).toBe(
      'Die letzte Prüfung meldet auf Englisch: „the body is no JSON“',
    );
  });
});
