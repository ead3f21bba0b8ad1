import { testTimeoutMs } from './soon.ts';

/** Chooses the random cases of a suite; a failure prints it. FUZZ_SEED sets another one. */
export const seed = Number(process.env['FUZZ_SEED'] ?? 402);

/** How many times as many cases as in `npm test` are tried: ten times in `npm run test:long`, thirty in `npm run bench -- robustness`. */
const effort = Number(process.env['FUZZ_RUNS'] ?? 1);

export function caseCount(usual: number): number {
  return Math.ceil(usual * effort);
}

/** How long a test with such a number of cases may take, also one that starts servers again and again. */
export const casesTimeoutMs = caseCount(4 * testTimeoutMs);

/** Numbers from 0 to 1, the same ones with the same seed: mulberry32. */
export function randomNumbers(own = 0): () => number {
  let state = seed + own * 0x9e3779b9;

  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
