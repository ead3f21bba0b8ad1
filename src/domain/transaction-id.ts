import { findNetwork } from './network.ts';

/** Whether a text may be the id of a transaction: a hash of the EVM, a signature of Solana, or anything on networks whose ids have no form here. */
export function isTransactionId(network: string, tx: string): boolean {
  switch (findNetwork(network)?.family) {
    case 'eip155':
      return /^0x[0-9a-fA-F]{64}$/.test(tx);
    case 'solana':
      return /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(tx);
    default:
      return true;
  }
}

/** A transaction's id in the one spelling that is compared: hashes in lower case. */
export function normalizeTransactionId(tx: string): string {
  return tx.startsWith('0x') ? tx.toLowerCase() : tx;
}
