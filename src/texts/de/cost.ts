import type * as english from '../en/cost.ts';

export const freeCost: typeof english.freeCost = 'nichts';

export const costWithWorth: typeof english.costWithWorth = (amount, worth) => `${amount}, also ${worth}`;

export const costOfOne: typeof english.costOfOne = (cost) => `1 Aufruf kostet ${cost}.`;
export const costOfSeveral: typeof english.costOfSeveral = (calls, cost) =>
  `${calls} Aufrufe kosten ${cost}.`;

export const callsWanted: typeof english.callsWanted =
  'Geben Sie eine ganze Zahl von Aufrufen bis 1 Billion ein, zum Beispiel 1000, 1.000 oder 1k.';

export const scales: typeof english.scales = new Map([
  ['k', 3],
  ['tsd', 3],
  ['tsd.', 3],
  ['tausend', 3],
  ['m', 6],
  ['mio', 6],
  ['mio.', 6],
  ['million', 6],
  ['millionen', 6],
]);
