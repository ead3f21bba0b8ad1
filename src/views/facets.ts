import { z } from 'zod';
import { byTextFilter } from '../domain/declared-fields.ts';
import { findNetwork } from '../domain/network.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { State } from '../domain/state.ts';
import { Status } from '../domain/status.ts';
import { maxTexts } from '../search/rows/facets.ts';
import type { Facets } from '../search/search.ts';

const Counted = z.strictObject({ id: z.string(), name: z.string(), count: z.int() });

/** The number of services that each filter would leave. */
export const FacetsView = z.strictObject({
  total: z.int(),
  category: z.array(Counted).meta({ description: 'Most services first.' }),
  chain: z
    .array(Counted)
    .meta({ description: 'Most services first; a service counts for each of its chains.' }),
  status: z.array(z.strictObject({ id: Status, count: z.int() })),
  state: z.array(z.strictObject({ id: State, count: z.int() })),
  price: z.array(
    z.strictObject({
      upTo: z
        .string()
        .nullable()
        .meta({ description: 'Highest price in this range; null in the last range.' }),
      count: z.int(),
    }),
  ),
  paid: z.int().meta({ description: 'Services with at least one payment that was counted on chain.' }),
  mainnet: z.int().meta({ description: 'Services that take payment on a network that is no test network.' }),
  currency: z
    .array(z.strictObject({ id: z.string(), count: z.int() }))
    .meta({ description: 'Most services first.' }),
  ...byTextFilter(() =>
    z.array(z.strictObject({ id: z.string(), count: z.int() })).meta({
      description: `Most services first; at most ${String(maxTexts)}, and those that were asked for.`,
    }),
  ),
  free: z.int().meta({ description: 'Services whose first requests are free.' }),
  uptime: z.array(
    z.strictObject({
      atLeast: z.number().meta({ description: 'Percent over the last 30 days.' }),
      count: z.int().meta({ description: 'Services with this uptime or more.' }),
    }),
  ),
  delivered: z.array(
    z.strictObject({
      atLeast: z
        .number()
        .meta({ description: 'The share of payments that at least was delivered, from 0 to 1.' }),
      count: z.int().meta({ description: 'Services of which buyers say as much or more.' }),
    }),
  ),
});
export type FacetsView = z.infer<typeof FacetsView>;

export function facetsView(facets: Facets, snapshot: Pick<Snapshot, 'categoryName'>): FacetsView {
  const { total, category, chain, status, state, price, paid, mainnet, currency, texts, free } = facets;

  return {
    total,
    category: category.map(({ id, count }) => ({ id, name: snapshot.categoryName(id), count })),
    chain: chain.map(({ id, count }) => ({ id, name: findNetwork(id)?.title ?? id, count })),
    status: [...status],
    state: [...state],
    price: [...price],
    paid,
    mainnet,
    currency: [...currency],
    ...byTextFilter((name) => [...texts[name]]),
    free,
    uptime: [...facets.uptime],
    delivered: [...facets.delivered],
  };
}
