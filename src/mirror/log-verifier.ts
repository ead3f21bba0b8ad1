import type { LogState } from './log-state.ts';

/** Follows the log of a catalog. */
export interface LogVerifier {
  /** How far it was read, and what was signed then; undefined before the first visit. */
  readonly state: LogState | undefined;
  /**
   * Reads what is new in the log. Checks that it is signed, and that it continues what was read before. Returns the digests of the ids
   * that the new entries are about.
   * @throws {MirrorFault} with the code `log`
   */
  advance(): Promise<ReadonlySet<string>>;
  /** The terms in the last entry of a service; null where that says that it is listed no more, undefined where it has none. */
  lastTerms(idDigest: string): string | null | undefined;
  /** The digests of all records of outcomes in the log, with the times (ISO 8601) of their entries. */
  readonly outcomes: ReadonlyMap<string, string>;
  /** The digests of all ids that the log has entries of. */
  ids(): Iterable<string>;
}
