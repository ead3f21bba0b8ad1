import { describe, expect, it } from 'vitest';
import * as de from '../../../src/texts/de/standing.ts';
import * as en from '../../../src/texts/en/standing.ts';

describe('the terms that differ', () => {
  it.each([
    [['wallet'], 'Wallet differs', 'Wallet weicht ab'],
    [['network', 'price'], 'Network and price differ', 'Netzwerk und Preis weichen ab'],
    [
      ['wallet', 'network', 'token'],
      'Wallet, network, and token differ',
      'Wallet, Netzwerk und Token weichen ab',
    ],
  ] as const)('%j are named in each language', (terms, english, german) => {
    expect(en.differences(terms)).toBe(english);
    expect(de.differences(terms)).toBe(german);
  });
});

describe('what the last check saw', () => {
  const seen = {
    verdict: 'not_402',
    httpStatus: 200,
    detail: 'It answers 200 without asking for payment.',
  } as const;

  it('is the sentence of the check in English', () => {
    expect(en.standing.lastCheck(seen)).toBe(seen.detail);
  });

  it.each([
    [seen, 'Der Dienst antwortet mit 200, ohne eine Zahlung zu verlangen.'],
    [
      { ...seen, verdict: 'blocked', httpStatus: 403 },
      'Der Dienst antwortet mit 403 und wehrt so Prüfungen ab.',
    ],
    [
      { verdict: 'malformed', httpStatus: 402, detail: 'the body is no JSON' },
      'Die letzte Prüfung meldet auf Englisch: „the body is no JSON“',
    ],
  ] as const)('is worded by the verdict in German, or quoted: %#', (check, german) => {
    expect(de.standing.lastCheck(check)).toBe(german);
  });
});
