import { byPlace, type EvmLog, type LogFilter, logQuery, Logs, matcher, withValues } from './evm-log.ts';
import { impossible, RpcFault } from './rpc-fault.ts';
import { type Rpc, shaped } from './rpc.ts';

/** What providers allow at most; many allow less. */
const maxBlocks = 10_000;
/** Values at one place of the topics: what geth allows at most. */
const maxValues = 1_000;
/** After so many answers to the widest range that was not refused, wider ones are tried again. */
const untilForgotten = 64;
/** A provider that is overloaded may answer a narrower range; one that is down will not, and each attempt takes long. */
const maxOverloads = 3;
const overloads: readonly string[] = ['slow', 'failing', 'large'];

const method = 'eth_getLogs';
const readLogs = shaped(method, Logs);

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads logs over ranges of any length. How much a provider answers at once, and how it says that it is too much, differs from one to
 * the next, so any refusal halves the range, and successes widen it again slowly. Rejects with `LedgerFault` when even one block is
 * too much, and when an answer holds what was not asked for.
 */
export class LogReader {
  readonly #rpc: Rpc;
  /** The widest range to ask for now. */
  #span = maxBlocks;
  /** The narrowest range that was refused lately. */
  #refused = Infinity;
  #successes = 0;
  #maxValues = maxValues;
  #overloads = 0;

  constructor(rpc: Rpc) {
    this.#rpc = rpc;
  }

  /** Reads the first part of a range: as many blocks as the provider answers at once. */
  async first(filter: LogFilter, from: number, to: number): Promise<{ logs: EvmLog[]; to: number }> {
    for (;;) {
      const end = Math.min(to, from + this.#span - 1);
      try {
        const range = { from, to: end };
        const logs = end === from ? await this.all(filter, range) : await this.#batches(filter, range);
        this.#widen(end - from + 1);
        return { logs, to: end };
      } catch (error) {
        // What is refused for a single block was not refused for its length.
        if (end === from) this.#forget();
        if (end === from || !isTooMuch(error)) throw error;
        this.#narrow(end - from + 1);
      }
    }
  }

  /** Reads a whole range, in as many calls as the provider demands. */
  async all(filter: LogFilter, range: Range): Promise<EvmLog[]> {
    try {
      return await this.#batches(filter, range);
    } catch (error) {
      if (!isTooMuch(error)) throw error;
    }

    const { from, to } = range;
    if (from === to) return this.#oneBlock(filter, range);
    const middle = Math.floor((from + to) / 2);
    const older = await this.all(filter, { from, to: middle });
    return older.concat(await this.all(filter, { from: middle + 1, to }));
  }

  /** Reads a block that the provider refused to search for so many values. */
  async #oneBlock(filter: LogFilter, range: Range): Promise<EvmLog[]> {
    const values = filter.indexed?.values ?? [];
    if (values.length <= 1) return this.#ask(filter, range, { mayFail: false });

    const half = Math.ceil(Math.min(values.length, this.#maxValues) / 2);
    const logs = await this.all(withValues(filter, values.slice(0, half)), range);
    if (half < this.#maxValues) this.#askForFewer(half);
    return logs.concat(await this.all(withValues(filter, values.slice(half)), range)).sort(byPlace);
  }

  /** Asks for no more values at once than the provider takes. */
  async #batches(filter: LogFilter, range: Range): Promise<EvmLog[]> {
    const values = filter.indexed?.values ?? [];
    if (values.length <= this.#maxValues) return this.#ask(filter, range);

    const logs: EvmLog[][] = [];
    for (let at = 0; at < values.length; at += this.#maxValues) {
      logs.push(await this.#ask(withValues(filter, values.slice(at, at + this.#maxValues)), range));
    }
    return logs.flat().sort(byPlace);
  }

  async #ask(filter: LogFilter, range: Range, options = { mayFail: true }): Promise<EvmLog[]> {
    const read = (result: unknown): EvmLog[] => checked(readLogs(result), filter, range);
    try {
      const logs = await this.#rpc.call(method, [logQuery(filter, range.from, range.to)], read, options);
      this.#overloads = 0;
      return logs;
    } catch (error) {
      throw isOverload(error) ? this.#overload(error) : error;
    }
  }

  #overload(fault: RpcFault): RpcFault {
    this.#overloads += 1;
    if (this.#overloads <= maxOverloads) return fault;

    this.#overloads = 0;
    return new RpcFault('broken', fault.message);
  }

  #narrow(span: number): void {
    this.#refused = span;
    this.#span = Math.ceil(span / 2);
    this.#successes = 0;
  }

  /** It was the values that were too many, and not the blocks. */
  #askForFewer(values: number): void {
    this.#maxValues = values;
    this.#forget();
  }

  #forget(): void {
    this.#span = maxBlocks;
    this.#refused = Infinity;
    this.#successes = 0;
  }

  /** Widens by a quarter, but comes no nearer than an eighth to what was refused. */
  #widen(span: number): void {
    if (span < this.#span) return;

    this.#successes += 1;
    if (this.#successes >= untilForgotten) [this.#refused, this.#successes] = [Infinity, 0];
    const wider = Math.min(maxBlocks, Math.ceil(span * 1.25));
    if (wider < this.#refused * (7 / 8)) this.#span = wider;
  }
}

function isTooMuch(error: unknown): boolean {
  return isOverload(error) || (error instanceof RpcFault && error.kind === 'refused');
}

function isOverload(error: unknown): error is RpcFault {
  return error instanceof RpcFault && overloads.includes(error.kind);
}

/** Logs by their place, each once. @throws {LedgerFault} when one was not asked for, or two of them contradict each other. */
function checked(logs: readonly EvmLog[], filter: LogFilter, { from, to }: Range): EvmLog[] {
  const isAskedFor = matcher(filter);
  const byKey = new Map<string, EvmLog>();

  for (const log of logs) {
    if (log.block < from || log.block > to || !isAskedFor(log)) {
      throw impossible(method, 'a log nobody asked for');
    }
    const key = `${String(log.block)} ${String(log.index)}`;
    const other = byKey.get(key);
    if (other && !isSame(log, other)) throw impossible(method, 'two different logs in one place');
    byKey.set(key, log);
  }
  return [...byKey.values()].sort(byPlace);
}

function isSame(a: EvmLog, b: EvmLog): boolean {
  return (
    a.tx === b.tx &&
    a.blockHash === b.blockHash &&
    a.address === b.address &&
    a.data === b.data &&
    a.topics.join() === b.topics.join()
  );
}
