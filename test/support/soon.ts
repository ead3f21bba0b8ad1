/** With `CI_SLOW=1`, everything gets three times as long: on machines that share their processors with others. */
const patience = process.env['CI_SLOW'] === '1' ? 3 : 1;

/** How long to wait for what comes by itself, and how often to look, in milliseconds. */
export const soon = { timeout: 10_000 * patience, interval: 50 };

/** How long one test may take, in milliseconds. */
export const testTimeoutMs = 30_000 * patience;
