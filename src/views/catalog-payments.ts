/** The payments to all services, each once. */
export interface CatalogPayments {
  /** The networks whose payments are counted. */
  readonly networks: readonly CountedNetwork[];
  /** By currency; payments on test networks apart, since their tokens are worth nothing. */
  readonly sums: readonly CurrencySum[];
  /** How many were counted in the last 7 days (UTC), today among them. */
  readonly week: { readonly main: number; readonly test: number };
}

interface CountedNetwork {
  /** CAIP-2. */
  readonly id: string;
  /** Null before the first pass. */
  readonly countedTo: string | null;
}

interface CurrencySum {
  readonly currency: string;
  readonly isTestnet: boolean;
  readonly txCount: number;
  /** The exact sum, as a decimal. */
  readonly revenue: string;
}

/** The payments to some services, each once. */
export interface GroupPayments {
  /** How many wallets paid. */
  readonly payers: number;
  /** Whether some of the payments belong to further services as well, with which these share a wallet and a price. */
  readonly isShared: boolean;
  readonly sums: readonly CurrencySum[];
}
