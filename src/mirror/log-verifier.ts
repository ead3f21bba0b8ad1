import { z } from 'zod';

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
  ids(): Iterable<string>;
}

/** What a mirror remembers of the log, beside the entries in a file of their own. It is enough to notice when the past changes. */
export const LogState = z.strictObject({
  /** The key that signs the log: as it was given, or the one of the first visit. */
  key: z.string().max(500),
  size: z.int().nonnegative(),
  /** Of their Merkle tree, in base64. */
  root: z.base64().max(44),
  /** The length of the file of entries that belongs to this size. What follows was not verified. */
  entryBytes: z.int().nonnegative(),
  /** The signed statement about this size: the evidence, should the log ever contradict it. */
  checkpoint: z.string().max(16_384),
});
export type LogState = Readonly<z.infer<typeof LogState>>;
