import { z } from 'zod';
import { type EvmLog, Logs, Word } from './evm-log.ts';
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
