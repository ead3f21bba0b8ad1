/** One way to pay that a live 402 offers: an entry of its `accepts`, in either version of x402. */
export interface PaymentTerms {
  readonly scheme: string;
  /** The CAIP-2 id of a known network, otherwise whatever the answer says. */
  readonly network: string;
  readonly payTo: string;
  /** Token contract, mint or asset id. */
  readonly asset: string;
  /** The token's symbol, if Tollbook knows the token on this network. */
  readonly currency?: string;
  /** In atomic units of the token. */
  readonly amount: string;
  /** The exact decimal amount; absent when the token's decimals are unknown. */
  readonly price?: string;
}
