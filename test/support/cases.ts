/** Chooses the random cases of a suite; a failure prints it. FUZZ_SEED sets another one. */
export const seed = Number(process.env['FUZZ_SEED'] ?? 402);

/** How many times the usual number of cases are tried. `npm run bench -- robustness` tries several times as many as `npm test`. */
const effort = Number(process.env['FUZZ_RUNS'] ?? 1);

export function caseCount(usual: number): number {
  return Math.ceil(usual * effort);
}
