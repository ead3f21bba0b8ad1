/** Why an import stopped, for programs. */
export type ImportFaultCode =
  /** What was asked for makes no sense, such as an address that is none. */
  | 'usage'
  /** The source does not answer, or asks to be left alone for long. What was read is stored for the next run. */
  | 'unreachable'
  /** There is no catalog at the address, or it answers with something else than it should. */
  | 'answer_invalid'
  /** Another import from the same source is running. */
  | 'busy';

/** An import cannot go on. The message names the thing, the fault and the cure, and is safe to print. */
export class ImportFault extends Error {
  override readonly name = 'ImportFault';
  readonly code: ImportFaultCode;

  constructor(code: ImportFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
