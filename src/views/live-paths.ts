/** Feeds, by their path without a language. */
export const feedPath = /^(?:\/(?:categories|services)\/[^/]+|\/search)?\/feed\.(?:atom|json)$/;

const livePath = /^\/(search|compare|status|badge|docs\/search)(\/|$)/;

/**
 * Whether a page, by its path without a language, shows the catalog as it is now: a server renders it for each reader, and needs no file of it. Builds
 * for static hosts have one.
 */
export function isLive(path: string): boolean {
  return livePath.test(path) || feedPath.test(path);
}
