import { z } from 'zod';

/** What a mirror remembers of the log, beside the entries in a file of their own. It is enough to notice when the past changes. */
export const LogState = z.strictObject({
  /** The key that signs the log: as it was given, or the one of the first visit. */
  key: z.string().max(500),
  /** The number of entries. */
  size: z.int().nonnegative(),
  /** Of their Merkle tree, in base64. */
  root: z.base64().max(44),
  /** The length of the file of entries that belongs to this size. What follows was not verified. */
  entryBytes: z.int().nonnegative(),
  /** The signed statement about this size: the evidence, should the log ever contradict it. */
  checkpoint: z.string().max(16_384),
});
export type LogState = Readonly<z.infer<typeof LogState>>;
