import type { State } from './state.ts';
import type { Status } from './status.ts';

/** The states that pages show for a status in a sentence or in an old link. A status lags behind: it outlives a changed price for a day. */
export const statesForStatus: Readonly<Record<Status, readonly State[]>> = {
  verified: ['verified'],
  unverified: ['price_differs', 'terms_differ', 'varies', 'uncheckable', 'unchecked'],
  inactive: ['down'],
};
