/** With `CI_SLOW=1`, everything gets three times as long: on machines that share their processors with others. */
const patience = process.env['CI_SLOW'] === '1' ? 3 : 1;

/** How long to wait for what comes by itself, and how often to look, in milliseconds. */
export const soon = { timeout: 10_000 * patience, interval: 50 };

/** How long one test may take, in milliseconds. */
export const testTimeoutMs = 30_000 * patience;

/**
 * How long a test or hook may take that builds a site, in milliseconds: the first one bundles the site, too, which takes ten seconds of a processor
 * that it may have to share.
 */
export const buildTimeoutMs = 4 * testTimeoutMs;

/** How long to wait for a build. */
export const soonBuilt = { timeout: 6 * soon.timeout, interval: soon.interval };
