/** How long to wait for what comes by itself, generous for busy machines, and how often to look, in milliseconds. */
export const soon = { timeout: 90_000, interval: 50 };
