import { familyOn } from '../domain/network.ts';
import { isBurnAddress } from '../domain/payment-address.ts';
import type { PaymentTerms, Remark } from '../domain/payment-terms.ts';
import { quoted } from '../domain/plain-text.ts';

/** Remarks on terms that buyers can pay, but to an address that nobody holds; one for each address. */
export function burnRemarks(terms: readonly PaymentTerms[]): Remark[] {
  const burnAddresses = terms
    .filter(({ network, payTo }) => isBurnAddress(familyOn(network), payTo))
    .map(({ payTo }) => payTo);

  return [...new Set(burnAddresses)].map((payTo) => ({
    code: 'paid_to_nobody',
    detail: `payTo ${quoted(payTo)} is an address that nobody holds, so that payments are lost; write the address of your wallet`,
  }));
}
