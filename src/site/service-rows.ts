import { findNetwork } from '../domain/network.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import type { Status } from '../domain/status.ts';
import { excerpt } from './excerpt.ts';

/** One service as lists show it. */
export interface ServiceRow {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly category: string;
  readonly network: string;
  readonly price: string;
  readonly currency: string;
  readonly status: Status;
}

const summaryLength = 200;

export function serviceRows(
  entries: readonly Entry[],
  categories: Pick<Snapshot, 'categoryName'>,
): ServiceRow[] {
  return entries.map(({ declared, observed }) => ({
    id: declared.id,
    name: declared.name,
    summary: excerpt(declared.description, summaryLength),
    category: categories.categoryName(declared.category),
    network: findNetwork(declared.x402Config.network)?.title ?? declared.x402Config.network,
    price: declared.pricing.pricePerRequest,
    currency: declared.pricing.currency,
    status: observed.status,
  }));
}
