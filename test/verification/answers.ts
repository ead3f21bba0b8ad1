import { encodePaymentRequiredHeader } from '@x402/core/http';
import type { PaymentTerms } from '../../src/domain/payment-terms.ts';
import type { ProbeAnswer, ProbeResult } from '../../src/domain/probe.ts';
import type { DeclaredTerms } from '../../src/domain/service.ts';

export const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const otherWallet = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
export const usdcOnBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

/** Declared terms: 0.01 USDC on Base. */
export const declared: DeclaredTerms = {
  pricing: { currency: 'USDC', pricePerRequest: '0.01' },
  x402Config: { paymentAddress: wallet, network: 'base' },
};

/** The live terms that match them. */
export const offered: PaymentTerms = {
  scheme: 'exact',
  network: 'eip155:8453',
  payTo: wallet,
  asset: usdcOnBase,
  currency: 'USDC',
  amount: '10000',
  price: '0.01',
};

/** A way to pay 0.01 USDC on Base, in version 2. */
export function anEntry(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    scheme: 'exact',
    network: 'eip155:8453',
    amount: '10000',
    asset: usdcOnBase,
    payTo: wallet,
    maxTimeoutSeconds: 60,
    extra: { name: 'USD Coin', version: '2' },
    ...changes,
  };
}

/** The same in version 1. */
export function anEntryOfV1(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { amount, ...rest } = anEntry();
  return {
    ...rest,
    network: 'base',
    maxAmountRequired: amount,
    resource: 'https://api.example.com/rain',
    description: '',
    mimeType: 'application/json',
    ...changes,
  };
}

export function aDocument(...accepts: readonly Record<string, unknown>[]): Record<string, unknown> {
  return { x402Version: 2, resource: { url: 'https://api.example.com/rain' }, accepts };
}

export function aDocumentOfV1(...accepts: readonly Record<string, unknown>[]): Record<string, unknown> {
  return { x402Version: 1, error: 'X-PAYMENT header is required', accepts };
}

export function anAnswer(status: number, body = '', headers: Record<string, string> = {}): ProbeAnswer {
  return { status, headers, body, isCut: false };
}

/** A 402 with its terms in the header, as in version 2. */
export function a402(document: unknown, body = '{}'): ProbeAnswer {
  return anAnswer(402, body, { 'payment-required': base64(document) });
}

export function base64(document: unknown): string {
  return encodePaymentRequiredHeader(document as never);
}

export function aResult(outcome: ProbeResult['outcome'], latencyMs = 120): ProbeResult {
  return { method: 'GET', url: 'https://api.example.com/rain', latencyMs, outcome };
}
