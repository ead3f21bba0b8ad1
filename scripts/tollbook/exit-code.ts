/** What the exit code of the command says to scripts. */
const exitCodes = {
  0: 'done; "verify": the live terms are those that are declared',
  1: 'the catalog refused or did not answer; the reason is on standard error',
  2: 'called wrongly: an argument, an option, a setting or a file',
  3: '"verify" saw that it does not hold: other terms, or nobody could pay',
  4: '"verify" cannot tell: not checked yet, or checks are kept away',
} as const;

export type ExitCode = keyof typeof exitCodes;

/** The table, for `--help`. */
export function exitCodeLines(): string[] {
  return Object.entries(exitCodes).map(([code, meaning]) => `  ${code}  ${meaning}`);
}
