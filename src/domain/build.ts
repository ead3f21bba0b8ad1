import { z } from 'zod/mini';

/** A built site, as the `build.json` beside it says. */
export const Build = z.strictObject({
  /** Catalog commit it was made from. */
  commit: z.string(),
  builtAt: z.iso.datetime(),
  services: z.int(),
  /** Version of the Tollbook that made it. */
  version: z.string(),
});
export type Build = Readonly<z.infer<typeof Build>>;
