import { describe, expect, it } from 'vitest';
import { maxPayments, readEvidence } from '../../../../src/import/evidence/read-evidence.ts';
import { outcomeLines } from '../../../../src/views/outcome-export.ts';
import { recordsAbout } from '../../../fixtures/outcome-records.ts';
import { anEntry } from '../../../fixtures/services.ts';

const { declared } = anEntry();
const tx = `0x${'AB'.repeat(32)}`;
const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const read = (value: unknown) => readEvidence('evidence.json', JSON.stringify(value));

describe('the record of another catalog', () => {
  it('gives its statements, with what proves them', () => {
    const { evidence, leftOut } = readEvidence(
      'a',
      outcomeLines(declared.id, recordsAbout(declared, 2), declared),
    );

    expect(leftOut.size).toBe(0);
    expect(evidence).toMatchObject([
      {
        seller: { service: declared.id, wallet: expect.stringMatching(/^0x0+feed$/) as string },
        claim: {
          network: 'eip155:84532',
          outcome: 'delivered',
          httpStatus: 200,
          signature: `0x${'11'.repeat(65)}`,
        },
      },
      { seller: { service: declared.id } },
    ]);
  });

  it('may be empty', () => {
    expect(readEvidence('a', '').evidence).toEqual([]);
  });

  it.each([
    [
      'a line that is cut',
      (lines: string[]) => [lines[0] ?? '', lines[1]?.slice(0, 40) ?? ''],
      /line 2 is no JSON/,
    ],
    [
      'a line that is no record',
      ([line = '']: string[]) => [line, '{}'],
      /line 2 is not of the expected form/,
    ],
    [
      'a line that is too long',
      ([line = '']: string[]) => [line, ' '.repeat(16_385)],
      /line 2 is longer than 16384 bytes/,
    ],
  ])('is refused with %s', (_, bend, message) => {
    const lines = outcomeLines(declared.id, recordsAbout(declared, 1), declared).split('\n');

    expect(() => readEvidence('record.ndjson', bend(lines).join('\n'))).toThrow(message);
  });
});

describe('a published data set', () => {
  it.each([
    ['non_delivery', 'nothing'],
    ['overcharge', 'overcharged'],
    ['wrong_goods', 'wrong'],
    ['duplicate', 'duplicate'],
    ['ok', 'delivered'],
    ['Delivered', 'delivered'],
    ['paid', 'delivered'],
  ])('calls an outcome %s, which is %s', (name, outcome) => {
    const { evidence } = read({ payTo: wallet, payments: [{ tx, outcome: name }] });

    expect(evidence).toEqual([
      {
        seller: { wallet },
        claim: { network: 'eip155:8453', tx: tx.toLowerCase(), outcome },
      },
    ]);
  });

  it('has a seller, or a list of them, and members that nobody here needs', () => {
    const seller = { seller: wallet, window: 50, wilson: { low: 0.1 }, corrections: [] };
    const evidence = [{ tx, kind: 'non_delivery', at: '2026-01-01', httpStatus: 502, latencyMs: 81.6 }];
    const claim = { httpStatus: 502, latencyMs: 82, outcome: 'nothing' };

    expect(read({ ...seller, evidence }).evidence).toMatchObject([{ claim }]);
    expect(
      read([
        { ...seller, evidence },
        { seller: 'https://api.example.com/rain', network: 'base-sepolia', payments: evidence },
      ]).evidence,
    ).toMatchObject([
      { seller: { wallet }, claim },
      { seller: { endpoint: 'https://api.example.com/rain' }, claim: { network: 'eip155:84532' } },
    ]);
  });

  it('may have null for whatever it does not know', () => {
    const unknown = { service: null, endpoint: null, seller: null, network: null, evidence: null };
    const payment = { tx, outcome: 'ok', kind: null, httpStatus: null, latencyMs: null };

    expect(read({ ...unknown, payTo: wallet, payments: [payment] }).evidence).toMatchObject([
      { seller: { wallet }, claim: { network: 'eip155:8453', outcome: 'delivered' } },
    ]);
    expect(read({ payTo: wallet, payments: null }).evidence).toEqual([]);
  });

  it('counts payments that cannot be stated, by the reason', () => {
    const payments = [
      { tx, outcome: 'meh' },
      { tx: 'none', outcome: 'ok' },
      { tx, outcome: 'ok', httpStatus: 9 },
    ];

    expect(Object.fromEntries(read({ payTo: wallet, payments }).leftOut)).toEqual({
      outcome_unknown: 1,
      tx_invalid: 1,
      httpStatus_invalid: 1,
    });
    expect(Object.fromEntries(read({ network: 'moon', payments: [{ tx, outcome: 'ok' }] }).leftOut)).toEqual({
      network_invalid: 1,
    });
  });

  it.each([
    ['no JSON', 'payments', /^evidence\.json cannot be read: it is no JSON: .*; see docs/],
    ['another type', '"payments"', /it is not of the expected form/],
    ['a payment without a transaction', '{"payments":[{"outcome":"ok"}]}', /expected form/],
    ['a key twice', '{"payments":[],"payments":[]}', /stands twice/],
    ['more nesting than any data set', `${'['.repeat(40)}${']'.repeat(40)}`, /nested more than 32 deep/],
  ])('is refused with %s', (_, content, message) => {
    expect(() => readEvidence('evidence.json', content)).toThrow(message);
  });

  it('is refused with more payments than one run checks', () => {
    const payments = Array.from({ length: maxPayments + 1 }, () => ({ tx, outcome: 'ok' }));

    expect(() => read({ payTo: wallet, payments })).toThrow(/more than 10000 payments/);
  });
});
