/** What kind of thing does not hold, for programs. */
export type MirrorFaultCode =
  /** What was asked for makes no sense, such as an address that is none. */
  | 'usage'
  /** The catalog does not answer, or not in time. */
  | 'unreachable'
  /** There is no catalog at the address, or it answers with something else than it should. */
  | 'answer_invalid'
  /** An answer is larger than its budget. */
  | 'too_large'
  /** The signature of the manifest does not hold. */
  | 'signature'
  /** The copy, or a file of the catalog, differs from the manifest. */
  | 'manifest'
  /** The log is forked, shrunk or wrongly signed, or differs from the copy. */
  | 'log'
  /** A summary of what buyers say does not follow from the record, or a record is not in the log. */
  | 'outcomes'
  /** The folder of the mirror cannot be used. */
  | 'folder';

/** Something does not hold. The message names the thing, the fault and the cure, and is safe to print. */
export class MirrorFault extends Error {
  override readonly name = 'MirrorFault';
  readonly code: MirrorFaultCode;

  constructor(code: MirrorFaultCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
