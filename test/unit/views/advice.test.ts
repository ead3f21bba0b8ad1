import { describe, expect, it } from 'vitest';
import { notCounted } from '../../../src/domain/facts.ts';
import type { PaymentTerms } from '../../../src/domain/payment-terms.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import type { OtherRail } from '../../../src/domain/rail.ts';
import type { Status } from '../../../src/domain/status.ts';
import type { Verdict } from '../../../src/domain/verdict.ts';
import { judge } from '../../../src/verification/judge.ts';
import { type Advice, adviceOf } from '../../../src/views/advice.ts';
import { knownService } from '../../../src/views/known-service.ts';
import { noFacts } from '../../../src/domain/facts.ts';
import { anEntry, checksFound } from '../../fixtures/services.ts';
import { declared, offered, otherWallet } from '../../fixtures/answers.ts';

const now = new Date('2026-03-01T12:00:00.000Z');

const lightning: OtherRail = {
  rail: 'l402',
  scheme: 'L402',
  network: 'lightning',
  asset: null,
  amountAtomic: '1000',
  payTo: null,
  intent: null,
};

interface Case {
  readonly verdict?: Verdict;
  readonly status?: Status;
  readonly live?: Partial<PaymentTerms>;
  readonly service?: Partial<DeclaredService>;
  readonly payments?: Partial<typeof notCounted>;
  readonly rails?: readonly OtherRail[];
  readonly checkedAt?: Date;
  readonly isWildcard?: boolean;
}

function advised({
  verdict,
  status,
  live,
  service,
  payments,
  rails = [],
  checkedAt = now,
  isWildcard = false,
}: Case): Advice {
  const found = verdict ? checksFound(verdict, status) : noFacts;
  const facts = { ...noFacts, ...found, rails, payments: { ...notCounted, ...payments } };
  const entry = anEntry({ ...declared, ...service }, { facts });
  const known = knownService(entry, judge(declared, live ? [{ ...offered, ...live }] : []).fields);

  return adviceOf(known, {
    declared: entry.declared,
    checkedAt: verdict ? checkedAt : null,
    isWildcard,
    now,
  });
}

describe('the advice before paying', () => {
  it('is to go on when the last check found the declared terms', () => {
    expect(advised({ verdict: 'verified', live: {} })).toEqual({ verdict: 'allow' });
  });

  it.each<[string, Case, string]>([
    ['is down', { verdict: 'unreachable', status: 'inactive' }, 'It is down: it did not answer'],
    [
      'has sent no readable 402 for long',
      { verdict: 'malformed', status: 'inactive' },
      'It is down: it has sent no 402',
    ],
    ['pays another wallet', { verdict: 'payto_mismatch', live: { payTo: otherWallet } }, 'different wallet'],
    ['paid another wallet when its terms were last read', { verdict: 'payto_mismatch' }, 'different wallet'],
  ])('is not to pay a service that %s', (_, given, reason) => {
    const { verdict, reasons } = advised(given);

    expect(verdict).toBe('block');
    expect(reasons?.[0]).toContain(reason);
  });

  it.each<[string, Case, string]>([
    ['was never checked', {}, 'Not checked yet'],
    [
      'asks for another price',
      { verdict: 'price_mismatch', live: { price: '0.5' } },
      'Live price is 0.5 USDC; listed 0.01 USDC.',
    ],
    [
      'asks on another network',
      { verdict: 'network_mismatch', live: { network: 'eip155:137' } },
      'Live network is eip155:137',
    ],
    [
      'asks for another token',
      { verdict: 'asset_mismatch', live: { currency: 'EURC', price: '0.01' } },
      'Live token is EURC; listed USDC.',
    ],
    ['keeps checks away', { verdict: 'blocked' }, 'It keeps checks away'],
    ['asks for no payment', { verdict: 'not_402' }, 'was not asked for a payment'],
    ['takes other payment only', { verdict: 'unread', rails: [lightning] }, 'a protocol other than x402'],
    ['asks for something else for now', { verdict: 'unread', status: 'verified' }, 'was not compared'],
    ['has a 402 that nobody can read', { verdict: 'malformed' }, 'no 402 that x402 clients can read'],
    ['opted out of checks', { verdict: 'verified', service: { probing: false } }, 'opted out of checks'],
    [
      'was checked long ago',
      { verdict: 'verified', live: {}, checkedAt: new Date('2026-02-20T12:00:00.000Z') },
      'Its last check was on 2026-02-20.',
    ],
    [
      'asks for payment everywhere',
      { verdict: 'verified', live: {}, isWildcard: true },
      'paths that do not exist',
    ],
    [
      'pays itself',
      { verdict: 'verified', live: {}, payments: { attribution: 'service', flags: ['self_payments'] } },
      'own wallet',
    ],
    [
      'is deprecated',
      {
        verdict: 'verified',
        live: {},
        service: { deprecated: { message: 'Ends.', since: '2026-01-01T00:00:00.000Z' } },
      },
      'deprecated',
    ],
  ])('warns of a service that %s', (_, given, reason) => {
    const { verdict, reasons } = advised(given);

    expect(verdict).toBe('warn');
    expect(reasons?.join(' ')).toContain(reason);
  });

  it('names the gravest reason first', () => {
    const { verdict, reasons } = advised({
      verdict: 'payto_mismatch',
      live: { payTo: otherWallet, price: '0.5' },
      isWildcard: true,
    });

    expect(verdict).toBe('block');
    expect(reasons?.[0]).toContain('different wallet');
    expect(reasons).toHaveLength(3);
  });

  it('spells out what a seller hides in the names of its network and token', () => {
    const { reasons } = advised({ verdict: 'network_mismatch', live: { network: 'evil\u202Echain' } });

    expect(reasons?.join(' ')).toContain('evilU+202Echain');
  });
});
