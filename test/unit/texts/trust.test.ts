import { describe, expect, it } from 'vitest';
import type { Buyers } from '../../../src/domain/facts.ts';
import * as german from '../../../src/texts/de/trust.ts';
import { trustEvidence, trustStep } from '../../../src/texts/trust.ts';
import type { TrustFinding, TrustStep } from '../../../src/verification/trust.ts';

const buyers = (known: Buyers | null, isShared = false): TrustFinding => ({
  name: 'buyers',
  buyers: known,
  isShared,
});
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
    { name: 'age', days: 40, checks: 720, verified: 700 },
    'the same wallet, network and token for 40 days; 700 of 720 checks were answered with the declared terms',
    'seit 40 Tagen dieselbe Wallet, dasselbe Netzwerk und derselbe Token; 700 von 720 Prüfungen wurden mit den angegebenen Bedingungen beantwortet',
  ],
  [
    { name: 'age', days: 1, checks: 9, verified: 9 },
    'the same wallet, network and token for 1 day; 9 of 9 checks were answered with the declared terms',
    'seit einem Tag dieselbe Wallet, dasselbe Netzwerk und derselbe Token; 9 von 9 Prüfungen wurden mit den angegebenen Bedingungen beantwortet',
  ],
  [
    { name: 'age', days: 0, checks: 1, verified: 1 },
    'the same wallet, network and token for less than a day; 1 of 1 checks were answered with the declared terms',
    'seit weniger als einem Tag dieselbe Wallet, dasselbe Netzwerk und derselbe Token; 1 von 1 Prüfungen wurden mit den angegebenen Bedingungen beantwortet',
  ],
  [
    { name: 'age', days: null, checks: 3, verified: 0 },
    'it does not ask for payment to the declared wallet, on the declared network and in the declared token',
    'der Dienst verlangt die Zahlung nicht an die angegebene Wallet, im angegebenen Netzwerk und Token',
  ],
  [{ name: 'age', days: null, checks: 0, verified: 0 }, 'no check was made', 'es gab keine Prüfung'],
  [
    buyers(null, true),
    'all payments are those of a shared wallet',
    'alle Zahlungen gehören zu einer Wallet, die sich mehrere Dienste teilen',
  ],
  [
    buyers({ wallets: 12, paid: 34.5, weight: 12, funded: 3, unknown: 2 }),
    '12 wallets paid 34.5 USDC in all; 3 wallets were funded by the seller; who funded 2 wallets is not known',
    '12 Wallets haben insgesamt 34.5 USDC gezahlt; 3 Wallets wurden vom Anbieter finanziert; wer 2 Wallets finanziert hat, ist nicht bekannt',
  ],
  [
    buyers({ wallets: 1, paid: 0.004, weight: 0.004, funded: 1, unknown: 0 }),
    '1 wallet paid 0.004 USDC in all; 1 wallet was funded by the seller',
    '1 Wallet hat insgesamt 0.004 USDC gezahlt; 1 Wallet wurde vom Anbieter finanziert',
  ],
  [
    buyers({ wallets: 0, paid: 0, weight: 0, funded: 50, unknown: 0 }),
    'no wallet counts as a buyer yet; 50 wallets were funded by the seller',
    'noch zählt keine Wallet als Käufer; 50 Wallets wurden vom Anbieter finanziert',
  ],
];

const steps: readonly (readonly [Pick<TrustStep, 'name' | 'flaw'>, english: string, german: string])[] = [
  [
    { name: 'terms', flaw: 'elsewhere' },
    'it asks for payment to the declared wallet, on the declared network and in the declared token again',
    'der Dienst verlangt die Zahlung wieder an die angegebene Wallet, im angegebenen Netzwerk und Token',
  ],
  [{ name: 'availability', flaw: 'gone' }, 'it answers again', 'der Dienst antwortet wieder'],
  [
    { name: 'age', flaw: null },
    'wallet, network and token stay the same for 30 more days',
    'Wallet, Netzwerk und Token bleiben weitere 30 Tage dieselben',
  ],
  [
    { name: 'buyers', flaw: null },
    'one more wallet that the seller did not fund pays 1 USDC',
    'eine weitere Wallet, die nicht der Anbieter finanziert hat, zahlt 1 USDC',
  ],
];

describe('the evidence of a trust score', () => {
  it.each(findings)('is worded in every language: %j', (found, english, inGerman) => {
    expect(trustEvidence(found, 'USDC')).toBe(english);
    expect(trustEvidence(found, 'USDC', german)).toBe(inGerman);
  });
});

describe('the next step of a trust score', () => {
  it.each(steps)('is worded in every language: %j', (step, english, inGerman) => {
    expect(trustStep(step, 'USDC')).toBe(english);
    expect(trustStep(step, 'USDC', german)).toBe(inGerman);
  });
});
