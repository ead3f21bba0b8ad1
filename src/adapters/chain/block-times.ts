import type { BlockTime } from '../../domain/settlement.ts';
import { z } from 'zod';
import { type EvmLog, Quantity, quantityOf, Seconds, Word } from './evm-log.ts';
import { mapParallel } from '../each-concurrently.ts';
import { impossible, otherVersion } from './rpc-fault.ts';
import { type Rpc, shaped } from './rpc.ts';

/** When Ethereum, the first of these chains, began. Earlier times in logs stand for "unknown". */
const firstSeconds = Date.UTC(2015, 6, 30) / 1000;
const parallelCalls = 8;
/** With at most this many blocks, asks for each. */
const few = 4;

/**
 * When the blocks of some logs were made. Takes the times from the logs where the provider gives them, computes them where blocks have
 * the same distance all over the range, and else asks for each block once. The logs are by ascending block, and of one version of the chain.
 */
export async function blockTimes(
  blocks: EvmBlocks,
  logs: readonly EvmLog[],
): Promise<ReadonlyMap<number, Date>> {
  const hashes = new Map(logs.map(({ block, blockHash }) => [block, blockHash]));
  if (areLogged(logs)) return new Map(logs.map(({ block, seconds = 0 }) => [block, dateOf(seconds)]));

  const numbers = [...hashes.keys()];
  const ask = async (number: number): Promise<[number, Date]> => {
    const { hash, at } = await blocks.get(number);
    if (hash !== hashes.get(number)) throw otherVersion();
    return [number, at];
  };
  return numbers.length <= few
    ? new Map(await mapParallel(numbers, parallelCalls, ask))
    : ((await evenTimes(numbers, ask)) ?? new Map(await mapParallel(numbers, parallelCalls, ask)));
}

/** Whether the logs name plausible times: none before there were such chains, none in the future, one for each block, and none runs back. */
function areLogged(logs: readonly EvmLog[]): boolean {
  const latest = Date.now() / 1000 + 3_600;

  return logs.every(({ block, seconds = 0 }, i) => {
    const before = logs[i - 1];
    if (seconds < firstSeconds || seconds > latest) return false;
    return (
      before === undefined ||
      (block === before.block ? seconds === before.seconds : seconds >= (before.seconds ?? 0))
    );
  });
}

/** The times of blocks in a range where the first, the middle and the last one have the same distance, in whole seconds for each block. */
async function evenTimes(
  numbers: readonly number[],
  ask: (number: number) => Promise<[number, Date]>,
): Promise<ReadonlyMap<number, Date> | undefined> {
  const samples = [numbers[0], numbers[numbers.length >> 1], numbers.at(-1)].map((number = 0) => ask(number));
  const [first, middle, last] = await Promise.all(samples);
  if (!first || !middle || !last) return undefined;

  const seconds = secondsBetween(first, last);
  if (!Number.isInteger(seconds) || secondsBetween(first, middle) !== seconds) return undefined;
  const [start, at] = first;
  return new Map(
    numbers.map((number) => [number, new Date(at.getTime() + (number - start) * seconds * 1000)]),
  );
}

function secondsBetween([a, from]: [number, Date], [b, to]: [number, Date]): number {
  return (to.getTime() - from.getTime()) / 1000 / (b - a);
}

interface EvmBlock extends BlockTime {
  readonly hash: string;
}

const method = 'eth_getBlockByNumber';
const Block = z
  .object({ number: Quantity, hash: Word, timestamp: Seconds })
  .transform(({ number, hash, timestamp }): EvmBlock => ({ block: number, hash, at: dateOf(timestamp) }));
const readBlock = shaped(method, Block);
const readBlockOrNull = shaped(method, Block.nullable());

/** The blocks of a chain of the EVM. Rejects with `LedgerFault`. */
export class EvmBlocks {
  readonly #rpc: Rpc;

  constructor(rpc: Rpc) {
    this.#rpc = rpc;
  }

  async latest(): Promise<EvmBlock> {
    return this.#rpc.call(method, ['latest', false], readBlock);
  }

  async get(number: number): Promise<EvmBlock> {
    return this.#rpc.call(method, [quantityOf(number), false], (result) =>
      withNumber(readBlock(result), number),
    );
  }

  async find(number: number): Promise<EvmBlock | undefined> {
    return this.#rpc.call(method, [quantityOf(number), false], (result) => {
      const block = readBlockOrNull(result);
      return block === null ? undefined : withNumber(block, number);
    });
  }
}

function withNumber(block: EvmBlock, number: number): EvmBlock {
  if (block.block !== number) throw impossible(method, 'another block');

  return block;
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000);
}
