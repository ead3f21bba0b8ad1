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
});
export type Build = Readonly<z.infer<typeof Build>>;

/** Whether a build by this version of Tollbook would show something else: another catalog, or newer checks. */
export function isOutdated(
  { builtAt, version: builder }: Build,
  snapshot: Snapshot,
  version: string,
): boolean {
  return (
    builder !== version ||
    snapshot.version.unbuilt > 0 ||
    [...snapshot.entries()].some(({ observed }) => (observed.lastChecked ?? '') > builtAt)
  );
}
