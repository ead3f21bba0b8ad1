/** Why the state database is unavailable. `unreachable` means that it cannot be opened, read or written. */
export type StateFault = 'busy' | 'damaged' | 'full' | 'unreachable';

/**
 * The state database could not perform an operation, and changed nothing. `message` names the file, the fault and the cure
 * for the log and the command line; clients only learn that they may retry.
 */
export class StateUnavailable extends Error {
  override readonly name = 'StateUnavailable';
  readonly fault: StateFault;

  constructor(fault: StateFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

/** The RPC provider of a chain failed, throttled, or answered what cannot be. The message is one sentence for the operator, without the provider's URL. */
export class LedgerFault extends Error {
  override readonly name = 'LedgerFault';
}

/** A database of the catalog cannot be made, for example because the disk is full. */
export class DatabaseFailure extends Error {
  override readonly name = 'DatabaseFailure';
}

/** Words and meanings cannot be asked now: they are being loaded again, or too many questions wait. Lists without a text go on. */
export class SearchUnavailable extends Error {
  override readonly name = 'SearchUnavailable';
}
