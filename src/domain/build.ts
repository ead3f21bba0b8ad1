import { z } from 'zod/mini';

/** The `build.json` of a built site. */
export const Build = z.strictObject({
  /** The catalog commit that it was built from. */
  commit: z.string(),
  builtAt: z.iso.datetime(),
  services: z.int(),
  /** The version of Tollbook that built it. */
  version: z.string(),
});
export type Build = Readonly<z.infer<typeof Build>>;
