import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { hourMs } from '../domain/duration.ts';
import { findNetwork, normalizeAddress } from '../domain/network.ts';
import type { SignedReceipt } from '../domain/outcome.ts';
import type { Settlement } from '../domain/settlement.ts';

/** A receipt without a transaction is one for the payment that was made at about its time. */
const maxApartMs = hourMs;

/** Whether a receipt says that the seller at this host served the payer for this payment. Says nothing about who signed it. */
export function isReceiptFor(
  { payload }: Pick<SignedReceipt, 'payload'>,
  {
    network,
    payment,
    host,
  }: { readonly network: string; readonly payment: Settlement; readonly host: string },
): boolean {
  const { resourceUrl, payer, issuedAt, transaction } = payload;
  const isPayment =
    transaction === ''
      ? Math.abs(issuedAt * 1000 - payment.at.getTime()) <= maxApartMs
      : transaction.toLowerCase() === payment.tx.toLowerCase();

  return (
    isPayment &&
    findNetwork(payload.network)?.caip2 === network &&
    normalizeAddress(network, payer) === payment.payer &&
    URL.parse(resourceUrl)?.host === host
  );
}

const domainType = 'EIP712Domain(string name,string version,uint256 chainId)';
const receiptType =
  'Receipt(uint256 version,string network,string resourceUrl,string payer,uint256 issuedAt,string transaction)';

/** The domain of the extension `offer-receipt`: the chain is 1 on every network. */
const domain = structHash(domainType, [textHash('x402 receipt'), textHash('1'), numberWord(1)]);

/** The hash that the seller's wallet signs: EIP-712. */
export function receiptHash({ payload }: Pick<SignedReceipt, 'payload'>): Uint8Array {
  const { version, network, resourceUrl, payer, issuedAt, transaction } = payload;
  const message = structHash(receiptType, [
    numberWord(version),
    textHash(network),
    textHash(resourceUrl),
    textHash(payer),
    numberWord(issuedAt),
    textHash(transaction),
  ]);

  return keccak_256(concatBytes(Uint8Array.of(0x19, 0x01), domain, message));
}

function structHash(type: string, words: readonly Uint8Array[]): Uint8Array {
  return keccak_256(concatBytes(textHash(type), ...words));
}

function textHash(text: string): Uint8Array {
  return keccak_256(utf8ToBytes(text));
}

function numberWord(number: number): Uint8Array {
  return hexToBytes(number.toString(16).padStart(64, '0'));
}
