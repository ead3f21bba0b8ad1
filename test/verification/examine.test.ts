import { describe, expect, it } from 'vitest';
import type { ProbeFailure, ProbeResult } from '../../src/domain/probe.ts';
import { examine } from '../../src/verification/examine.ts';
import { a402, aDocument, anAnswer, anEntry, aResult, declared, otherWallet } from './answers.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };

describe('a check', () => {
  it.each<[string, ProbeResult['outcome'], string]>([
    ['a 402 with the declared terms', a402(aDocument(anEntry())), 'verified'],
    ['a 402 that pays somebody else', a402(aDocument(anEntry({ payTo: otherWallet }))), 'payto_mismatch'],
    ['a 402 that nobody can read', anAnswer(402, 'pay me'), 'malformed'],
    ['200', anAnswer(200, '{}'), 'not_402'],
    ['200 with a page', anAnswer(200, '<html>', html), 'not_402'],
    ['a 200 that says 402 in its body', anAnswer(200, JSON.stringify(aDocument(anEntry()))), 'not_402'],
    ['400', anAnswer(400), 'not_402'],
    ['401', anAnswer(401), 'not_402'],
    ['404', anAnswer(404), 'not_402'],
    ['405', anAnswer(405), 'not_402'],
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
