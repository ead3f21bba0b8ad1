import type { State } from '../domain/state.ts';

/** A shape for each state, so that nobody has to tell colours apart: the path of a stroke in a box of 12 by 12. */
export const stateMarks: Readonly<Record<State, string>> = {
  verified: 'M2.5 6.5 5 9l4.5-5.5',
  price_differs: 'M3 4.75h6M3 7.25h6M7.5 2.5l-3 7',
  terms_differ: 'M6 2.5v4.25M6 9.4v.1',
  varies: 'M2.5 7.25q1.75-4 3.5-1.25t3.5-1.25',
  uncheckable: 'M4.25 4.4a1.75 1.75 0 1 1 2.6 1.5Q6 6.4 6 7.2M6 9.4v.1',
  unchecked: 'M3 6h.1M6 6h.1M9 6h.1',
  down: 'm3 3 6 6m0-6L3 9',
};
