/* What many calls cost: the calculator beside a price, whose script loads these words too. */

/** The cost of calls that are free. */
export const freeCost: string = 'nothing';

/** An amount of a token (`10 USDC`), with what it is worth (`10 US dollars`). */
export const costWithWorth = (amount: string, worth: string): string => `${amount}, or ${worth}`;

/** The answer of the calculator; `calls` is the number as it is written. */
export const costOfOne = (cost: string): string => `1 call costs ${cost}.`;
export const costOfSeveral = (calls: string, cost: string): string => `${calls} calls cost ${cost}.`;

/** Where a text is no number of calls. */
export const callsWanted: string = 'Enter a whole number of calls up to 1 trillion, like 1000, 1,000 or 1k.';

/** How people write thousands and millions after a number, in lower case, with the zeros that each stands for. */
export const scales: ReadonlyMap<string, number> = new Map([
  ['k', 3],
  ['thousand', 3],
  ['m', 6],
  ['million', 6],
]);
