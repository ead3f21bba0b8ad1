import { z } from 'zod/mini';
import type { Snapshot } from './snapshot.ts';

/** The `build.json` of a built site. */
export const Build = z.strictObject({
  /** The catalog commit that it was built from. */
  commit: z.string(),
  builtAt: z.iso.datetime(),
  services: z.int(),
  /** The version of Tollbook that built it. */
  version: z.string(),
  /** Names the code and the settings that its pages show. Absent from builds of earlier versions. */
  maker: z.optional(z.string()),
});
export type Build = Readonly<z.infer<typeof Build>>;

/** Whether a build by this maker would show something else: another catalog, newer checks, or pages of other code or settings. */
export function isOutdated({ builtAt, maker: last }: Build, snapshot: Snapshot, maker: string): boolean {
  return (
    last !== maker ||
    snapshot.version.unbuilt > 0 ||
    [...snapshot.entries()].some(({ observed }) => (observed.lastChecked ?? '') > builtAt)
  );
}
