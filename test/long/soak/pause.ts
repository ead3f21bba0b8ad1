/**
 * The pace of a soak: how often its clients ask, and how long until the next server is disturbed. Most pauses are random, and nothing is expected of any
 * of them.
 */
// eslint-disable-next-line no-restricted-imports -- A soak has to last.
export { setTimeout as pause } from 'node:timers/promises';
