/** Why the state database does not answer. `unreachable`: it cannot be opened, read or written. */
export type StateFault = 'busy' | 'damaged' | 'full' | 'unreachable';

/**
 * The state database cannot do what it was asked; nothing of it is kept. `message` names the file, what is wrong and the cure,
 * for the log and the command line; clients only learn that they may try again.
 */
export class StateUnavailable extends Error {
  override readonly name = 'StateUnavailable';
  readonly fault: StateFault;

  constructor(fault: StateFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
