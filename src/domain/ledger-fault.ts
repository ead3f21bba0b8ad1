/** The RPC provider of a chain failed, throttled, or answered what cannot be. The message is one sentence for the operator, without the provider's URL. */
export class LedgerFault extends Error {
  override readonly name = 'LedgerFault';
}
