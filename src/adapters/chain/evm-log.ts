import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { z } from 'zod';
import { impossible } from './rpc-fault.ts';

/** A log of a contract, checked for its form. All hex in lower case. */
export interface EvmLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly block: number;
  readonly blockHash: string;
  readonly tx: string;
  /** Its place among the logs of the block. */
  readonly index: number;
  /** Seconds since 1970, from providers that say when the block was made. */
  readonly seconds: number | undefined;
}

/** Which logs to ask for: any of the addresses, any of the events, and, at one place of its topics, any of the values. */
export interface LogFilter {
  readonly addresses: readonly string[];
  /** Hashes of event signatures, the first topic. */
  readonly events: readonly string[];
  readonly indexed?: { readonly place: 1 | 2; readonly values: readonly string[] };
}

/** ERC-20. */
export const transferEvent = eventTopic('Transfer(address,address,uint256)');
/** EIP-3009. */
export const authorizationEvent = eventTopic('AuthorizationUsed(address,bytes32)');

const word = z.string().regex(/^0x[0-9a-f]{64}$/i);
const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,16}$/i)
  .transform(Number)
  .refine(Number.isSafeInteger);

/** A number of a block, or seconds since 1970 that a `Date` can hold. */
export const Quantity = quantity;
export const Seconds = quantity.refine((seconds) => seconds <= 8.64e12);
export const Word = word.transform((hex) => hex.toLowerCase());

const Log = z
  .object({
    address: z.string().regex(/^0x[0-9a-f]{40}$/i),
    topics: z.array(word).max(4),
    data: z.string().regex(/^0x(?:[0-9a-f]{2})*$/i),
    blockNumber: quantity,
    blockHash: word,
    transactionHash: word,
    logIndex: quantity,
    blockTimestamp: z.unknown().optional(),
    removed: z.literal(false).optional(),
  })
  .transform((log): EvmLog => ({
    address: log.address.toLowerCase(),
    topics: log.topics.map((topic) => topic.toLowerCase()),
    data: log.data,
    block: log.blockNumber,
    blockHash: log.blockHash.toLowerCase(),
    tx: log.transactionHash.toLowerCase(),
    index: log.logIndex,
    seconds: Seconds.safeParse(log.blockTimestamp).data,
  }));
export const Logs = z.array(Log);

/** The parameter of `eth_getLogs`. */
export function logQuery({ addresses, events, indexed }: LogFilter, from: number, to: number): object {
  const others = indexed === undefined ? [] : [...(indexed.place === 2 ? [null] : []), indexed.values];

  return {
    address: addresses,
    topics: [events, ...others],
    fromBlock: quantityOf(from),
    toBlock: quantityOf(to),
  };
}

export function withValues(filter: LogFilter, values: readonly string[]): LogFilter {
  return filter.indexed === undefined ? filter : { ...filter, indexed: { ...filter.indexed, values } };
}

export function matcher({ addresses, events, indexed }: LogFilter): (log: EvmLog) => boolean {
  const [asked, signatures, values] = [new Set(addresses), new Set(events), new Set(indexed?.values)];

  return ({ address, topics }) =>
    asked.has(address) &&
    signatures.has(topics[0] ?? '') &&
    (indexed === undefined || values.has(topics[indexed.place] ?? ''));
}

export function byPlace(a: EvmLog, b: EvmLog): number {
  return a.block - b.block || a.index - b.index;
}

export function topicOf(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`;
}

/** The first topic of an event's logs. Takes its signature without spaces: `Transfer(address,address,uint256)`. */
export function eventTopic(signature: string): string {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(signature)))}`;
}

/** A number as JSON-RPC writes it: hex without leading zeros. */
export function quantityOf(number: number): string {
  return `0x${number.toString(16)}`;
}

export interface Transfer {
  readonly asset: string;
  readonly payer: string;
  readonly wallet: string;
  readonly units: bigint;
  readonly log: EvmLog;
}

/** Whether a log has the form of an ERC-20 transfer; ERC-721 has the same event with one topic more, and no data. */
export function isTransfer({ topics, data }: EvmLog): boolean {
  return topics[0] === transferEvent && topics.length === 3 && data.length === 66;
}

/** @throws {LedgerFault} when it is no transfer of an ERC-20 token */
export function transferOf(log: EvmLog): Transfer {
  if (!isTransfer(log)) throw impossible('eth_getLogs', 'a malformed transfer');

  return {
    asset: log.address,
    payer: addressIn(log.topics[1]),
    wallet: addressIn(log.topics[2]),
    units: BigInt(log.data),
    log,
  };
}

/** The address in a topic: its last 20 bytes. */
function addressIn(topic = ''): string {
  return `0x${topic.slice(-40)}`;
}
