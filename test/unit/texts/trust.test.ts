import { describe, expect, it } from 'vitest';
import { trustEvidence } from '#texts/trust.ts';
import { trustEvidence as germanEvidence } from '../../../src/texts/de/trust.ts';
import type { TrustFinding } from '../../../src/verification/trust.ts';

const shared = { name: 'buyers', wallets: null, isShared: true, leftOut: [] } as const;
const findings: readonly (readonly [TrustFinding, english: string, german: string])[] = [
  [
    { name: 'terms', ok: 24, verified: 20, flaw: 'elsewhere' },
    '20 of 24 answered checks showed the declared terms; the last one showed another wallet, network or token',
    '20 von 24 beantworteten Prüfungen zeigten die angegebenen Bedingungen; die letzte zeigte eine andere Wallet, ein anderes Netzwerk oder einen anderen Token',
  ],
  [
    { name: 'availability', checks: 720, ok: 700, days: 30, flaw: 'gone' },
    '700 of 720 checks in 30 days were answered; it no longer answers',
    '700 von 720 Prüfungen in 30 Tagen wurden beantwortet; der Dienst antwortet nicht mehr',
  ],
  [{ name: 'latency', averageMs: null }, 'no check was answered', 'keine Prüfung wurde beantwortet'],
  [
    { name: 'age', unchangedDays: 40 },
    'the live terms have not changed for 40 days',
    'die aktuellen Bedingungen sind seit 40 Tagen unverändert',
  ],
  [
    shared,
    'all payments are those of a shared wallet',
    'alle Zahlungen gehören zu einer Wallet, die sich mehrere Dienste teilen',
  ],
  [
    { ...shared, wallets: 3, leftOut: ['self_payments', 'single_payer'] },
    '3 wallets paid, not counting its own and one that made more than 90 % of the payments',
    '3 Wallets haben gezahlt, nicht mitgezählt die eigene und eine mit über 90\u00a0% der Zahlungen',
  ],
];

describe('the evidence of a trust score', () => {
  it.each(findings)('is worded in every language: %j', (found, english, german) => {
    expect(trustEvidence(found)).toBe(english);
    expect(germanEvidence(found)).toBe(german);
  });
});
