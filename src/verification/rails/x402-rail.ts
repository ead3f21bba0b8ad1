import type { PaymentTerms } from '../../domain/payment-terms.ts';
import type { Rail } from '../../domain/rail.ts';

/** Terms of x402 in the shape of all ways to pay. */
export function x402Rail({ scheme, network, asset, amount, payTo }: PaymentTerms): Rail {
  return { rail: 'x402', scheme, intent: null, network, asset, amountAtomic: amount, payTo };
}
