/** One way to pay that a live 402 offers: an entry of its `accepts`, of either version of x402. */
export interface PaymentTerms {
  readonly scheme: string;
  /** CAIP-2 where the network is known, else as the answer names it. */
  readonly network: string;
  readonly payTo: string;
  /** Token contract, mint or asset id. */
  readonly asset: string;
  /** Symbol of the token, where Tollbook knows it on this network. */
  readonly currency?: string;
  /** In atomic units of the token. */
  readonly amount: string;
  /** Exact decimal; absent for a token whose decimals are not known. */
  readonly price?: string;
}
