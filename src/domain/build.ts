import { z } from 'zod/mini';
import type { Snapshot } from './snapshot.ts';

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
