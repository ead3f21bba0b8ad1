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
