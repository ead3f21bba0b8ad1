import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenCharacter } from '../../../../src/domain/plain-text.ts';
import { OtherRail } from '../../../../src/domain/rail.ts';
import { maxRails, readRails } from '../../../../src/verification/rails/rails.ts';
import { caseCount } from '../../../support/cases.ts';
import { expectLinear } from '../../../support/growth.ts';
import {
  aCharge,
  anL402,
  anMpp,
  base64url,
  invoice,
  l402Header,
  paymentHeader,
} from '../../../fixtures/rail-challenges.ts';

function read(...values: readonly string[]): ReturnType<typeof readRails> {
  return readRails({ headers: values.length === 0 ? {} : { 'www-authenticate': values.join(', ') } });
}

const evm = { ...aCharge, methodDetails: { chainId: 8453 } };

describe('other ways to pay', () => {
  it.each<[string, string[], unknown[]]>([
    ['none, without a header', [], []],
    ['none among logins', ['Basic realm="a"', 'Bearer', 'Digest qop="auth, Payment id=\\"1\\""'], []],
    ['MPP', [paymentHeader()], [anMpp]],
    ['MPP in any letter case', [paymentHeader().replace('Payment', 'pAYMENT')], [anMpp]],
    [
      'MPP with parameters that are to come',
      [paymentHeader(aCharge, { expires: '2026-11-22T00:00:00Z', later: '' })],
      [anMpp],
    ],
    ['L402', [l402Header()], [anL402]],
    ['L402 by its elder name', [l402Header(invoice, 'LSAT')], [{ ...anL402, scheme: 'LSAT' }]],
    ['L402 with a macaroon', [l402Header().replace('token=', 'macaroon=')], [anL402]],
    ['both, among logins', ['Basic realm="a"', l402Header(), 'Negotiate', paymentHeader()], [anL402, anMpp]],
    [
      'two methods of MPP, unmerged',
      [
        paymentHeader(),
        paymentHeader(
          { amount: '5', currency: 'usd', methodDetails: { networkId: 'n' } },
          { method: 'stripe' },
        ),
      ],
      [anMpp, { ...anMpp, method: 'stripe', network: null, asset: 'usd', amountAtomic: '5', payTo: null }],
    ],
    [
      'two intents of one method',
      [paymentHeader(), paymentHeader(aCharge, { intent: 'session' })],
      [anMpp, { ...anMpp, intent: 'session' }],
    ],
    [
      'a session without an amount',
      [paymentHeader({}, { intent: 'session' })],
      [{ ...anMpp, intent: 'session', asset: null, amountAtomic: null, payTo: null }],
    ],
    [
      'the chain of a request',
      [paymentHeader(evm, { method: 'evm' })],
      [{ ...anMpp, method: 'evm', network: 'eip155:8453' }],
    ],
  ])('are %s', (_, headers, rails) => {
    expect(read(...headers)).toEqual({ rails, faults: [] });
  });

  it.each<[string, string, string | null, string?]>([
    ['2,500 micro-bitcoin', 'lnbc2500u1qqq', '250000000'],
    ['20 milli-bitcoin', 'lnbc20m1qqq', '2000000000'],
    ['10 nano-bitcoin, a satoshi', 'lnbc10n1qqq', '1000'],
    ['2,500 pico-bitcoin', 'lnbc2500p1qqq', '250'],
    ['a whole bitcoin', 'lnbc11qqq', '100000000000'],
    ['capitals', 'LNBC2500U1QQQ', '250000000'],
    ['an amount that the payer chooses', 'lnbc1pqqq', null],
    ['a test network', 'lntb10u1qqq', '1000000', 'lightning-testnet'],
    ['signet', 'lntbs10u1qqq', '1000000', 'lightning-signet'],
    ['a network of its own', 'lnbcrt10u1qqq', '1000000', 'lightning-regtest'],
  ])('take the price of an invoice: %s', (_, of, amountAtomic, network = 'lightning') => {
    expect(read(l402Header(of)).rails).toEqual([{ ...anL402, network, amountAtomic }]);
  });

  it.each<[string, string, RegExp]>([
    ['no id', paymentHeader(aCharge, { id: undefined }), /has no id/],
    ['an empty id', paymentHeader(aCharge, { id: '' }), /empty id/],
    ['no realm', paymentHeader(aCharge, { realm: undefined }), /has no realm/],
    ['no request', paymentHeader(aCharge, { request: undefined }), /has no request/],
    ['a method in capitals', paymentHeader(aCharge, { method: 'Tempo' }), /method "Tempo"/],
    ['an intent of other characters', paymentHeader(aCharge, { intent: 'a b' }), /intent "a b"/],
    ['a parameter twice', `${paymentHeader()}, id="c2"`, /"id" twice/],
    ['a request in base64', paymentHeader('eyJhIjoiPz8/In0+'), /base64url/],
    ['a request that is no JSON', paymentHeader('YQ'), /no JSON/],
    ['a request that is a list', paymentHeader([]), /no JSON object/],
    [
      'a request with a member twice',
      paymentHeader(Buffer.from('{"a":1,"a":2}').toString('base64url')),
      /twice/,
    ],
    ['a request of 20 KB', paymentHeader({ ...aCharge, memo: 'x'.repeat(20_000) }), /more than 16384/],
    ['an amount in dollars', paymentHeader({ ...aCharge, amount: '0.01' }), /amount "0.01"/],
    ['an amount that is a number', paymentHeader({ ...aCharge, amount: 1000 }), /amount "1000"/],
    ['no amount', paymentHeader({ currency: 'usd' }), /amount/],
    ['no currency', paymentHeader({ amount: '1' }), /currency/],
    [
      'a currency with a hidden character',
      paymentHeader({ ...aCharge, currency: 'a\u202eb' }),
      /currency "aU\+202Eb"/,
    ],
    ['a recipient that is none', paymentHeader({ ...aCharge, recipient: { a: 1 } }), /recipient/],
    ['no chain', paymentHeader(aCharge, { method: 'evm' }), /chainId/],
    ['a chain that is none', paymentHeader({ ...aCharge, methodDetails: { chainId: -1 } }), /chainId/],
    ['a second challenge alike', `${paymentHeader()}, ${paymentHeader(aCharge, { id: 'c2' })}`, /repeats/],
    ['no token', l402Header().replace('token=', 'other='), /no token/],
    ['no invoice', l402Header(''), /no invoice/],
    ['an invoice of nobody', l402Header('lnxy10u1qqq'), /none of BOLT 11/],
    ['an invoice in mixed case', l402Header('lnbc10U1qqq'), /none of BOLT 11/],
    ['an invoice over half a unit', l402Header('lnbc5p1qqq'), /none of BOLT 11/],
    ['an invoice with a leading zero', l402Header('lnbc05u1qqq'), /none of BOLT 11/],
  ])('are refused with %s', (_, header, fault) => {
    const { rails, faults } = read(header);

    expect(rails.length).toBeLessThan(2);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(fault);
  });

  it('do not hide each other: one that is broken leaves the others', () => {
    expect(read(paymentHeader([]), l402Header())).toEqual({
      rails: [anL402],
      faults: ['the challenge Payment has a request that is no JSON object'],
    });
  });

  it('are at most eight', () => {
    const headers = Array.from({ length: 30 }, (_, i) => paymentHeader(aCharge, { intent: `i${String(i)}` }));

    expect(read(...headers).rails).toHaveLength(maxRails);
  });

  it('are not looked for in a header that is longer than any server may send', () => {
    expect(read(paymentHeader(), 'x'.repeat(200_000))).toMatchObject({
      rails: [],
      faults: [expect.stringMatching(/longer/)],
    });
  });

  it('are read from any header without throwing, in bounded and printable text', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom(
        '1000',
        'usd',
        '\u202e',
        '9'.repeat(400),
        '__proto__',
        '',
        'lnbc10u1q',
        'tempo',
        'evm',
        'charge',
      ),
    );
    const value = fc.oneof(hostile, fc.jsonValue({ maxDepth: 3 }));
    const request = fc.dictionary(
      fc.constantFrom('amount', 'currency', 'recipient', 'methodDetails', '__proto__'),
      value,
    );
    const challenge = fc.oneof(
      fc
        .tuple(
          request,
          fc.dictionary(fc.constantFrom('id', 'method', 'intent', 'realm'), hostile, { maxKeys: 1 }),
        )
        .map(([of, params]) => paymentHeader(base64url(of), params)),
      hostile.map((of) => l402Header(of)),
      hostile,
    );

    fc.assert(
      fc.property(fc.array(challenge, { maxLength: 4 }), (headers) => {
        const { rails, faults } = read(...headers);

        for (const rail of rails) expect(OtherRail.safeParse(rail).success).toBe(true);
        for (const text of [JSON.stringify(rails), ...faults]) expect(hiddenCharacter(text)).toBeUndefined();
        for (const fault of faults) expect(fault.length).toBeLessThan(400);
      }),
      { numRuns: caseCount(300) },
    );
  });

  it.each<[string, (size: number) => string]>([
    ['names', (size) => 'a,'.repeat(size / 2)],
    ['blanks', (size) => `Payment${' '.repeat(size)}x`],
    ['equals signs', (size) => `Payment a${'='.repeat(size)}x`],
    ['quotes', (size) => '"'.repeat(size)],
    ['backslashes', (size) => `Payment id="${'\\'.repeat(size)}`],
    ['slashes', (size) => 'a a/'.repeat(size / 4)],
    ['challenges', (size) => `${paymentHeader()}, `.repeat(size / 320)],
    ['brackets', (size) => paymentHeader(Buffer.from('['.repeat(size / 10)).toString('base64url'))],
  ])('take a time that grows with the header alone: %s', (_, headerOf) => {
    expectLinear(read, headerOf, 128_000);
  });
});
