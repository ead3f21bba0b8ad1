import { describe, expect, it } from 'vitest';
import type { ProbeFailure, ProbeResult } from '../../../src/domain/probe.ts';
import { examine } from '../../../src/verification/examine.ts';
import { anL402, anMpp, l402Header, paymentHeader } from '../../fixtures/rail-challenges.ts';
import {
  a402,
  aDocument,
  anAnswer,
  anEntry,
  aResult,
  declared,
  otherWallet,
} from '../../fixtures/answers.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };

describe('a check', () => {
  it.each<[string, ProbeResult['outcome'], string]>([
    ['a 402 with the declared terms', a402(aDocument(anEntry())), 'verified'],
    ['a 402 that pays somebody else', a402(aDocument(anEntry({ payTo: otherWallet }))), 'payto_mismatch'],
    ['a 402 that nobody can read', anAnswer(402, 'pay me'), 'malformed'],
    ['200', anAnswer(200, '{}'), 'unread'],
    ['200 with a page', anAnswer(200, '<html>', html), 'not_402'],
    ['a 200 that says 402 in its body', anAnswer(200, JSON.stringify(aDocument(anEntry()))), 'not_402'],
    ['400', anAnswer(400), 'unread'],
    ['401', anAnswer(401), 'not_402'],
    ['404', anAnswer(404), 'not_402'],
    ['405', anAnswer(405), 'unread'],
    ['500', anAnswer(500), 'not_402'],
    ['503', anAnswer(503), 'not_402'],
    ['403', anAnswer(403), 'blocked'],
    ['429', anAnswer(429, '', { 'retry-after': '60' }), 'blocked'],
    ['a challenge page', anAnswer(503, '<html><title>Just a moment...</title>', html), 'blocked'],
    ['a challenge told by its header', anAnswer(200, '', { 'cf-mitigated': 'challenge' }), 'blocked'],
  ])('that meets %s', (_, outcome, verdict) => {
    const examination = examine(aResult(outcome), declared);

    expect(examination.verdict).toBe(verdict);
    expect(examination.detail).toMatch(/^[A-Zat].{5,}$/);
    expect(examination.latencyMs).toBe(120);
  });

  it('names what cannot be compared in a whole sentence', () => {
    const { detail } = examine(
      aResult(a402(aDocument(anEntry({ scheme: 'upto', payTo: otherWallet })))),
      declared,
    );

    expect(detail).toContain('; the price is not known here and was not guessed.');
  });

  it('counts whole milliseconds, as the state database keeps them', () => {
    const result = { ...aResult(a402(aDocument(anEntry()))), latencyMs: 120.6 };

    expect(examine(result, declared).latencyMs).toBe(121);
  });

  it.each<[ProbeFailure, string]>([
    ['name_unknown', 'unreachable'],
    ['address_refused', 'unreachable'],
    ['connection_refused', 'unreachable'],
    ['connection_reset', 'unreachable'],
    ['tls_failed', 'unreachable'],
    ['timed_out', 'unreachable'],
    ['not_http', 'unreachable'],
    ['headers_too_large', 'unreachable'],
    ['redirect_refused', 'unreachable'],
    ['too_many_redirects', 'unreachable'],
    ['opted_out', 'blocked'],
  ])('that fails with %s', (failure, verdict) => {
    const examination = examine(aResult({ failure, detail: 'It did not work.' }), declared);

    expect(examination).toMatchObject({
      verdict,
      detail: 'It did not work.',
      httpStatus: null,
      latencyMs: null,
    });
  });

  it('names what differs, with both values', () => {
    const { detail } = examine(aResult(a402(aDocument(anEntry({ amount: '20000' })))), declared);

    expect(detail).toContain('the price is 0.02, declared is 0.01');
  });

  it('says that a token is unknown, and does not guess its symbol', () => {
    const { detail, fields } = examine(aResult(a402(aDocument(anEntry({ asset: otherWallet })))), declared);

    expect(detail).toContain('was not guessed');
    expect(fields.find(({ field }) => field === 'price')).toMatchObject({ observed: null, match: null });
  });

  it('without a declaration shows the terms', () => {
    expect(examine(aResult(a402(aDocument(anEntry()))), undefined)).toMatchObject({
      verdict: 'verified',
      terms: [{ price: '0.01' }],
      fields: [],
    });
  });
});

describe('a check of an endpoint that offers other ways to pay', () => {
  const merged = { 'www-authenticate': `${paymentHeader()}, ${l402Header()}` };
  const problem = JSON.stringify({ type: 'https://paymentauth.org/problems/payment-required', status: 402 });

  it('beside x402 is judged by x402', () => {
    const asDeclared = a402(aDocument(anEntry()));
    const headers = { ...asDeclared.headers, ...merged };

    expect(examine(aResult({ ...asDeclared, headers }), declared)).toMatchObject({
      verdict: 'verified',
      rails: [anMpp, anL402],
      remarks: [],
    });
  });

  it('instead of x402 names them', () => {
    expect(examine(aResult(anAnswer(402, problem, merged)), declared)).toMatchObject({
      verdict: 'unread',
      detail: 'It asks for payment through a protocol other than x402: MPP (tempo, charge), L402.',
      terms: [],
      rails: [anMpp, anL402],
    });
  });

  it('with 401 takes it for asking, and says what to send', () => {
    expect(examine(aResult(anAnswer(401, '', merged)), declared)).toMatchObject({
      verdict: 'unread',
      rails: [anMpp, anL402],
      remarks: [{ code: 'rail_without_402' }],
    });
  });

  it.each([200, 403, 500])('with %i does not count them', (status) => {
    expect(examine(aResult(anAnswer(status, '', merged)), declared).rails).toEqual([]);
  });

  it.each([
    ['a header', anAnswer(402, problem, { ...merged, 'payment-required': 'e30' })],
    ['a body', anAnswer(402, '{"x402Version":2,"accepts":[]}', merged)],
  ])('beside a broken %s of x402 is malformed', (_, answer) => {
    expect(examine(aResult(answer), declared)).toMatchObject({
      verdict: 'malformed',
      rails: [anMpp, anL402],
    });
  });

  it('of which none can be used says why', () => {
    const answer = anAnswer(402, problem, { 'www-authenticate': paymentHeader({}) });

    expect(examine(aResult(answer), declared)).toMatchObject({
      verdict: 'malformed',
      detail: 'the challenge Payment has the amount "null"; write whole base units as a string, like "1000"',
    });
    expect(
      examine(
        aResult({
          ...a402(aDocument(anEntry())),
          headers: { ...a402(aDocument(anEntry())).headers, ...answer.headers },
        }),
        declared,
      ),
    ).toMatchObject({
      verdict: 'verified',
      remarks: [{ code: 'rail_unusable' }],
    });
  });

  it('that names no price at all says so', () => {
    expect(examine(aResult(anAnswer(402, '{"error":"pay"}')), declared)).toMatchObject({
      verdict: 'malformed',
      detail: expect.stringMatching(/^the 402 names no way to pay that Tollbook reads/) as string,
    });
  });
});
