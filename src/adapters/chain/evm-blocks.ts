import { z } from 'zod';
import type { BlockTime } from '../../domain/settlement.ts';
import { Quantity, quantityOf, Seconds, Word } from './evm-log.ts';
import { impossible } from './rpc-fault.ts';
import { type Rpc, shaped } from './rpc.ts';

/** A block as its header tells. */
export interface EvmBlock extends BlockTime {
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

export function dateOf(seconds: number): Date {
  return new Date(seconds * 1000);
}
