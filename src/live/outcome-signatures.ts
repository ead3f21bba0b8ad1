import { findNetwork } from '../domain/network.ts';
import type { OutcomeClaim, SignedReceipt } from '../domain/outcome.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Settlement } from '../domain/settlement.ts';
import { readSigner, type Signer } from '../domain/signer.ts';
import { isReceiptFor, receiptHash } from '../outcomes/receipt.ts';
import { signedText } from '../outcomes/signed-text.ts';
import { contractHash, evmSignerOf, isSignedBy, readSignature } from '../registration/signature.ts';
import type { ContractWallets } from './ports.ts';

/** Tells by whom statements and receipts are signed. */
export class OutcomeSignatures {
  /** The host of SITE_URL, to which signatures are bound. */
  readonly #site: string;
  readonly #contracts: ContractWallets;

  constructor(site: string, contracts: ContractWallets) {
    this.#site = site;
    this.#contracts = contracts;
  }

  /** Whether the payer signed the claim: a key, or a contract wallet on its chain. @throws {LedgerFault} when that does not answer */
  async isByPayer(
    service: string,
    signature: string,
    claim: OutcomeClaim,
    { payer }: Settlement,
  ): Promise<boolean> {
    const signer = readSigner(`${claim.network}:${payer}`);
    if (typeof signer === 'string') return false;

    const text = signedText(this.#site, service, claim);
    const bytes = readSignature(signer.family, signature);
    return bytes !== undefined && (isSignedBy(signer, text, bytes) || this.#accepts(signer, text, bytes));
  }

  /** Whether the wallet that was paid signed this receipt, for this payment. */
  isBySeller(
    { endpoint }: DeclaredService,
    receipt: SignedReceipt,
    { network }: OutcomeClaim,
    payment: Settlement,
  ): boolean {
    const { host } = new URL(endpoint);
    if (findNetwork(network)?.family !== 'eip155' || !isReceiptFor(receipt, { network, payment, host })) {
      return false;
    }

    const bytes = readSignature('eip155', receipt.signature);
    return bytes !== undefined && evmSignerOf(receiptHash(receipt), bytes) === payment.wallet;
  }

  async #accepts(signer: Signer, text: string, signature: Uint8Array): Promise<boolean> {
    const hash = contractHash(signer.family, text);

    return hash !== undefined && this.#contracts.accepts(signer, hash, signature);
  }
}
