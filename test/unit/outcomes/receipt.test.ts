import { TypedData } from 'ox';
import { describe, expect, it } from 'vitest';
import { isReceiptFor, receiptHash } from '../../../src/outcomes/receipt.ts';
import { aReceipt, aTx, statedHost } from '../../fixtures/outcomes.ts';
import { aSettlement, network, timeOf, walletOf } from '../../fixtures/payments.ts';

const payment = aSettlement({ tx: aTx(1), payer: walletOf(101) });
const at = timeOf(1).getTime() / 1000;

const types = {
  Receipt: [
    { name: 'version', type: 'uint256' },
    { name: 'network', type: 'string' },
    { name: 'resourceUrl', type: 'string' },
    { name: 'payer', type: 'string' },
    { name: 'issuedAt', type: 'uint256' },
    { name: 'transaction', type: 'string' },
  ],
} as const;

describe('the hash of a receipt', () => {
  it.each([
    {},
    { transaction: '' },
    { version: 0, issuedAt: 0 },
    { version: Number.MAX_SAFE_INTEGER, issuedAt: Number.MAX_SAFE_INTEGER },
    { resourceUrl: 'https://münchen.example.com/ä 🌧', network: 'base', payer: '' },
  ])('is that of EIP-712, as ox makes it: %j', (payload) => {
    const receipt = aReceipt(payload);
    const { version, issuedAt, ...texts } = receipt.payload;
    const expected = TypedData.getSignPayload({
      domain: { name: 'x402 receipt', version: '1', chainId: 1 },
      types,
      primaryType: 'Receipt',
      message: { ...texts, version: BigInt(version), issuedAt: BigInt(issuedAt) },
    });

    expect(`0x${Buffer.from(receiptHash(receipt)).toString('hex')}`).toBe(expected);
  });
});

describe('a receipt', () => {
  it.each([
    ['its transaction', {}, true],
    ['its transaction in upper case', { transaction: aTx(1).toUpperCase().replace('X', 'x') }, true],
    ['the short name of the network', { network: 'base-sepolia' }, true],
    ['a payer with a checksum', { payer: walletOf(101).toUpperCase().replace('X', 'x') }, true],
    ['no transaction, an hour before', { transaction: '', issuedAt: at - 3_600 }, true],
    ['no transaction, later than an hour', { transaction: '', issuedAt: at + 3_601 }, false],
    ['another transaction', { transaction: aTx(2) }, false],
    ['another payer', { payer: walletOf(102) }, false],
    ['a payer that is no address', { payer: 'everybody' }, false],
    ['another network', { network: 'eip155:8453' }, false],
    ['a network that is none', { network: 'nowhere' }, false],
    ['another host', { resourceUrl: 'https://weather.example.org/rain' }, false],
    ['another port', { resourceUrl: `https://${statedHost}:8443/rain` }, false],
    ['a URL that is none', { resourceUrl: statedHost }, false],
  ])('with %s is for a payment, or is not', (_, payload, expected) => {
    expect(isReceiptFor(aReceipt(payload), { network, payment, host: statedHost })).toBe(expected);
  });
});
