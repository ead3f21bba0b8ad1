import { x402Client, x402HTTPClient } from '@x402/core/client';
import { describe, expect, it } from 'vitest';
import type { ProbeAnswer } from '../../../src/domain/probe.ts';
import { examine } from '../../../src/verification/examine.ts';
import {
  a402,
  aDocument,
  aDocumentOfV1,
  anAnswer,
  anEntry,
  anEntryOfV1,
  aResult,
  declared,
} from '../../fixtures/answers.ts';

/* What the reference client pays must not be called broken, and what it cannot pay must not be verified. */

interface Requirements {
  readonly amount?: string;
  readonly maxAmountRequired?: string;
  readonly maxTimeoutSeconds: number;
  readonly extra?: { readonly name?: string; readonly version?: string };
}

/** Signs as the scheme of `@x402/evm` does, as far as that asks anything of the terms. */
const scheme = {
  scheme: 'exact',
  createPaymentPayload: (x402Version: number, terms: Requirements) => {
    BigInt(terms.amount ?? terms.maxAmountRequired ?? '');
    BigInt(1_000 + terms.maxTimeoutSeconds);
    return Promise.resolve({ x402Version, payload: {} });
  },
};

const client = new x402Client().register('eip155:*', scheme).registerV1('base', scheme);
client.setSpendControls(false);
const http = new x402HTTPClient(client);

async function isPaid({ headers, body }: ProbeAnswer): Promise<boolean> {
  try {
    const json: unknown = JSON.parse(body);
    const required = http.getPaymentRequiredResponse((name) => headers[name.toLowerCase()], json);
    await http.createPaymentPayload(required);
    return true;
  } catch {
    return false;
  }
}

/** Like the wallet of the entries, but for the case of a letter. */
const mistyped = '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

const without = (entry: Record<string, unknown>, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entry).filter(([each]) => each !== name));
const ofV1 = (...entries: Record<string, unknown>[]): ProbeAnswer =>
  anAnswer(402, JSON.stringify(aDocumentOfV1(...entries)));

describe('the reference client and a check agree', () => {
  it.each<[string, ProbeAnswer]>([
    ['version 2', a402(aDocument(anEntry()))],
    ['version 1', ofV1(anEntryOfV1())],
    ['version 1 without a description', ofV1(without(anEntryOfV1(), 'description'))],
    ['version 1 without a resource', ofV1(without(anEntryOfV1(), 'resource'))],
    ['version 1 in the header', a402(aDocumentOfV1(anEntryOfV1()))],
    ['version 2 without a resource', a402(without(aDocument(anEntry()), 'resource'))],
    ['version 2 in the body alone', anAnswer(402, JSON.stringify(aDocument(anEntry())))],
    ['an odd entry beside a good one', a402(aDocument(anEntry(), { scheme: 'exact', network: 'stripe' }))],
    ['another scheme beside a good one', a402(aDocument(anEntry({ scheme: 'upto' }), anEntry()))],
    ['another scheme alone', a402(aDocument(anEntry({ scheme: 'barter' })))],
    ['a short name in version 2', a402(aDocument(anEntry({ network: 'base' })))],
    ['the id of a network in version 1', ofV1(anEntryOfV1({ network: 'eip155:8453' }))],
    ['a network without a name in version 1', ofV1(anEntryOfV1({ network: 'arbitrum' }))],
    ['a name that nobody knows in version 1', ofV1(anEntryOfV1({ network: 'Base' }))],
    ['a wallet with a wrong checksum', a402(aDocument(anEntry({ payTo: mistyped })))],
    ['no timeout', a402(aDocument(without(anEntry(), 'maxTimeoutSeconds')))],
    ['an entry that is null', a402({ ...aDocument(), accepts: [anEntry(), null] })],
    ['no version', a402(without(aDocument(anEntry()), 'x402Version'))],
    ['nothing to accept', a402(aDocument())],
    ['a header of plain JSON', anAnswer(402, '{}', { 'payment-required': '{}' })],
  ])('about %s', async (_, answer) => {
    const { verdict } = examine(aResult(answer), declared);

    expect(verdict === 'verified').toBe(await isPaid(answer));
  });
});
