import { z } from 'zod/mini';

/** An entry of the log of who is paid, and the proof that it is one. */
export const ProvenLeaf = z.strictObject({
  index: z.int().check(z.minimum(0), z.meta({ description: 'Its place in the log.', examples: [0] })),
  leaf: z.string().check(
    z.maxLength(1024),
    z.meta({
      description: 'The entry as the log has it.',
      examples: [`tollbook/1 2026-01-31T12:00:00.000Z ${'a'.repeat(64)} ${'b'.repeat(64)}`],
    }),
  ),
  hashes: z.array(z.string().check(z.regex(/^[\w+/]{43}=$/))).check(
    z.maxLength(63),
    z.meta({
      description: 'The inclusion proof up to the size of the checkpoint, in base64 (RFC 9162, 2.1.3).',
      examples: [[]],
    }),
  ),
});
export type ProvenLeaf = Readonly<z.infer<typeof ProvenLeaf>>;
