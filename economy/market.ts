/*
 * A real x402 economy on this machine: a chain, stablecoins, a facilitator, sellers and buyers, made of the packages that others use.
 * This file has no imports that need the packages of this folder, so it can be type-checked without them.
 */

/** 20 bytes in hexadecimal. */
export type Address = `0x${string}`;

/** Hash of a transaction or a block, 32 bytes in hexadecimal. */
export type Hash = `0x${string}`;

/** The tokens of the market; each has 6 decimals. */
export type TokenName = 'USDC' | 'EURC';

export interface MarketOptions {
  /** Time of the chain's first block; its clock runs on from there. Now, unless given. */
  readonly startsAt?: Date;
}

/** Everything that `openMarket` started. */
export interface Market {
  readonly chain: Chain;
  /** The contracts of the tokens. USDC has the address that it has on Base Sepolia. */
  readonly tokens: Readonly<Record<TokenName, Address>>;
  /** URL of the facilitator. */
  readonly facilitator: string;
  openSeller(options?: SellerOptions): Promise<Seller>;
  openBuyer(options?: BuyerOptions): Promise<Buyer>;
  /** Sends plain transfers of one token to a wallet, each in its own transaction: payments for something else. */
  transferPlainly(transfer: PlainTransfer): Promise<Hash[]>;
  /** Sends tokens that a wallet holds to another one. */
  transferFrom(wallet: Pick<Buyer, 'privateKey'>, transfer: Omit<PlainTransfer, 'times'>): Promise<Hash>;
  /** Settles the payments of several buyers in one transaction. They are valid at any time of the chain. */
  settleTogether(payments: readonly Payment[], token?: TokenName): Promise<Hash>;
  /** What a wallet holds, as an exact decimal: `0.05`. */
  balanceOf(wallet: Address, token?: TokenName): Promise<string>;
  /** Closes all servers, sellers too. */
  close(): Promise<void>;
}

/** A chain with the id of Base Sepolia. Each transaction makes a block at once. */
export interface Chain {
  readonly rpcUrl: string;
  /** 84532. */
  readonly id: number;
  /** The chain's CAIP-2 id. */
  readonly network: 'eip155:84532';
  /** Calls a JSON-RPC method and returns its result, unparsed. */
  request(method: string, params?: readonly unknown[]): Promise<unknown>;
  /** Number of the latest block. */
  height(): Promise<number>;
  /** Time of the latest block. */
  now(): Promise<Date>;
  /** Mines empty blocks, with this many seconds between them: one and none, unless given. */
  mine(blocks?: number, secondsApart?: number): Promise<void>;
  /** Moves the clock forward and mines a block at that time. The clock cannot go back. */
  setTime(time: Date): Promise<void>;
  /** Remembers the chain as it is, for one `reorganize`. */
  remember(): Promise<Memory>;
  /**
   * Replaces all blocks after a memory by as many other, empty ones, or as many as given. What happened in the old blocks has not
   * happened on the new chain. Memories made after this one are void.
   */
  reorganize(memory: Memory, blocks?: number): Promise<void>;
  close(): Promise<void>;
}

/** A chain as it was. */
export interface Memory {
  /** Number of the last block that `reorganize` keeps. */
  readonly height: number;
  readonly snapshot: string;
}

/** What a seller asks for. */
export interface Terms {
  /** Exact decimal in units of the token; 0.01 unless given. */
  readonly price?: string;
  /** Who is paid; a new wallet unless given. */
  readonly wallet?: Address;
  /** USDC unless given. */
  readonly token?: TokenName;
}

export interface SellerOptions extends Terms {
  /** Version of x402: 2 (`@x402/express`) unless given, or 1 (`x402-express`). */
  readonly version?: 1 | 2;
  /** GET unless given. Requests by another method get 404. */
  readonly method?: 'GET' | 'POST';
  /** Path of the endpoint; `/data` unless given. */
  readonly path?: string;
  /** The JSON that a buyer gets. */
  readonly answer?: unknown;
  /** How long each answer of the endpoint takes, in milliseconds. */
  readonly delay?: number;
  /** True for a seller that answers 200 and asks for no payment. */
  readonly isFree?: boolean;
  /** Status of the answer to a request that was paid; 200 unless given. The money is taken whatever it is. */
  readonly paidStatus?: number;
  /** Live terms that differ from the declared ones: another price, another wallet. */
  readonly live?: Terms;
}

/** A server that sells one endpoint. */
export interface Seller {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly version: 1 | 2;
  /** What its owner would declare in a catalog. The live terms are the same unless it was told otherwise. */
  readonly declared: Required<Terms>;
  /** Changes the live terms. */
  change(terms: Terms): void;
  /** Closes the server: from now on, connections are refused. */
  readonly close: () => Promise<void>;
}

export interface BuyerOptions {
  /** Its key; a new one unless given. */
  readonly privateKey?: Hash;
  /** How much of each token it has at first; 1000 unless given. */
  readonly funds?: string;
}

/** A wallet with a client that pays what is asked, without limit. */
export interface Buyer {
  readonly address: Address;
  readonly privateKey: Hash;
  /** Buys one after the other, once unless given. Throws when a purchase is not settled. */
  buy(seller: Pick<Seller, 'url' | 'method'>, times?: number): Promise<Receipt[]>;
  /** Signs a text (EIP-191). */
  sign(message: string): Promise<Hash>;
}

/** The proof of a purchase. */
export interface Receipt {
  readonly transaction: Hash;
  readonly payer: string;
  /** Of the paid answer: a seller may take the money and fail. */
  readonly status: number;
  /** The seller's answer. */
  readonly answer: unknown;
}

export interface PlainTransfer {
  readonly to: Address;
  readonly times: number;
  /** Exact decimal; 0.01 unless given. */
  readonly amount?: string;
  readonly token?: TokenName;
}

export interface Payment {
  readonly from: Buyer;
  readonly to: Address;
  /** Exact decimal in units of the token. */
  readonly amount: string;
}

/**
 * Opens a market on free ports of this machine: in about two seconds, or four on the first time, when the contracts are compiled.
 * The packages of this folder must be installed.
 */
export async function openMarket(options: MarketOptions = {}): Promise<Market> {
  // The name of the file is computed, so that the compiler does not follow it into code that needs those packages.
  const { assembleMarket } = (await import(new URL('assemble-market.ts', import.meta.url).href)) as {
    assembleMarket: (options: MarketOptions) => Promise<Market>;
  };

  return assembleMarket(options);
}
