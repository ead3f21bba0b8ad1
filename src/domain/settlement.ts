/** What a wallet is paid in on one network: the account whose payments are counted. Addresses of EVM chains are in lower case, all others as they are. */
export interface Account {
  /** The wallet that is paid, `payTo` in x402. */
  readonly wallet: string;
  /** Token contract or mint. */
  readonly asset: string;
}

/** A text that is equal for equal accounts of a network. */
export function accountKey({ asset, wallet }: Account): string {
  return `${asset} ${wallet}`;
}

/** What a service asks of buyers in one token, in the token's smallest unit. */
export interface AskedTerms extends Account {
  /** CAIP-2. */
  readonly network: string;
  readonly units: bigint;
  /** Whether buyers pay this much at most, as with the scheme `upto`. */
  readonly isLimit: boolean;
}

/** A payment that the chain shows to have been made by x402. `tx` and `index` together identify it on its network. */
export interface Settlement extends Account {
  /** The wallet that authorized the payment. */
  readonly payer: string;
  /** In the token's smallest unit. */
  readonly units: bigint;
  /** Hash of the transaction; its signature on Solana. */
  readonly tx: string;
  /** The place of the transfer among the logs of the block; among the instructions of the transaction on Solana. */
  readonly index: number;
  /** Number of the block; the slot on Solana. */
  readonly block: number;
  readonly at: Date;
}

/**
 * What a block holds may be paid this much after the block's time: chains give whole seconds, the time at which a block was begun (a slot of
 * Ethereum takes 12 s), and their clocks are not ours.
 */
export const blockSpanMs = 12_000;

export interface BlockTime {
  readonly block: number;
  readonly at: Date;
}

/** How far a chain has come. */
export interface Tip extends BlockTime {
  /** The newest block. */
  readonly head: { readonly block: number; readonly hash: string };
}

/** Any transfer of a token. */
export interface TokenTransfer {
  readonly sender: string;
  readonly recipient: string;
  /** In the token's smallest unit; above 0. */
  readonly units: bigint;
  readonly block: number;
}

export interface ChainTransaction {
  readonly block: number;
  /** The settlements to the accounts that were asked for, by index. */
  readonly settlements: readonly Settlement[];
  /** All transfers of tokens in it; none on chains of which only settlements are read. */
  readonly transfers: readonly (TokenTransfer & Pick<Account, 'asset'>)[];
}

/** Wallets whose transfers of one token are asked for. */
export interface TransferSide {
  readonly asset: string;
  readonly side: 'sender' | 'recipient';
  readonly wallets: readonly string[];
}

/** About when a block was made, from two others: as if the chain had kept its pace between them. */
export function timeBetween(before: BlockTime, after: BlockTime, block: number): Date {
  if (after.block <= before.block || block >= after.block) return after.at;

  const part = Math.max(0, (block - before.block) / (after.block - before.block));
  return new Date(Math.round(before.at.getTime() + part * (after.at.getTime() - before.at.getTime())));
}

/** All settlements of some accounts in the blocks from `from` to `to`, both included. */
export interface Portion {
  readonly from: number;
  readonly to: number;
  /** By ascending block, then index. */
  readonly settlements: readonly Settlement[];
}
