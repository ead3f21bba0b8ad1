import { z } from 'zod';
import { type EvmLog, Logs, Quantity, Word } from './evm-log.ts';
import { impossible } from './rpc-fault.ts';
import { type Rpc, shaped } from './rpc.ts';

const method = 'eth_getTransactionReceipt';
const readReceipt = shaped(method, z.object({ transactionHash: Word, logs: Logs }));

/** All logs of a transaction in their order. `known` are some that it must hold. Rejects with `LedgerFault`. */
export async function receiptLogs(rpc: Rpc, tx: string, known: readonly EvmLog[]): Promise<EvmLog[]> {
  return rpc.call(method, [tx], (result) => {
    const { transactionHash, logs } = readReceipt(result);
    const byIndex = new Map(logs.map((log) => [log.index, log]));
    const isWhole = known.every(({ index, blockHash }) => byIndex.get(index)?.blockHash === blockHash);
    if (transactionHash !== tx || !isWhole || logs.some((log) => log.tx !== tx)) {
      throw impossible(method, 'another transaction');
    }
    return logs.sort((a, b) => a.index - b.index);
  });
}

const readStatus = shaped(
  method,
  z
    .object({ transactionHash: Word, blockNumber: Quantity, status: z.enum(['0x0', '0x1']), logs: Logs })
    .nullable(),
);
const readKnown = shaped('eth_getTransactionByHash', z.object({ hash: Word }).nullable());

/** A transaction with all its logs in their order; `pending` while no block has it, undefined where it is unknown or failed. */
export async function receiptOf(
  rpc: Rpc,
  tx: string,
): Promise<{ readonly block: number; readonly logs: readonly EvmLog[] } | 'pending' | undefined> {
  const receipt = await rpc.call(method, [tx], readStatus);
  if (receipt === null) {
    return (await rpc.call('eth_getTransactionByHash', [tx], readKnown)) === null ? undefined : 'pending';
  }

  const { transactionHash, blockNumber: block, status, logs } = receipt;
  if (transactionHash !== tx || logs.some((log) => log.tx !== tx || log.block !== block)) {
    throw impossible(method, 'another transaction');
  }
  return status === '0x1' ? { block, logs: logs.sort((a, b) => a.index - b.index) } : undefined;
}
