import { findNetwork } from '../domain/network.ts';
import type { Entry } from '../domain/snapshot.ts';
import { categoriesView } from '../views/categories.ts';
import type { SortKey } from '../search/query/question.ts';
import { type CatalogNumber, catalogNumbers } from './catalog-numbers.ts';
import { findsAnything } from './listing.ts';
import { latestChanges, type LatestChange } from './latest-changes.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { type ServiceRow, serviceRows } from './service-rows.ts';

/** Everything that the front page shows. */
export interface HomePage {
  /** What shows that the catalog is real. */
  readonly numbers: readonly CatalogNumber[];
  /** What became of services in the day before `asOf`. */
  readonly changes: readonly LatestChange[];
  /** The time that the numbers and changes are as of. */
  readonly asOf: string;
  /** Example queries that find something in this catalog. */
  readonly examples: readonly string[];
  /** Services that take money that is worth something. Empty while every score is 0, when an order by trust would be meaningless. */
  readonly mostTrusted: readonly ServiceRow[];
  /** Without those above. */
  readonly newest: readonly ServiceRow[];
  readonly categories: readonly {
    readonly id: string;
    readonly name: string;
    readonly serviceCount: number;
  }[];
}

const shown = 5;
/** How many of the most trusted services are looked through for those on main networks. */
const mostLookedAt = 200;

const examples = [
  'weather forecast under $0.01',
  'verified, on Base, cheapest first',
  'translate text, some requests free',
  'stock prices at most 0.05',
  'map or route, not on Solana',
];
const examplesShown = 3;

export async function homePage(catalog: SiteCatalog): Promise<HomePage> {
  const { snapshot, search, at } = catalog;
  const first = (sortBy: SortKey, limit: number) => search.list({ sortBy, limit, offset: 0 }).entries;
  const trusted = first('trustScore', mostLookedAt).filter(isTrusted).slice(0, shown);
  const newest = first('createdAt', 2 * shown).filter((entry) => !trusted.includes(entry));

  return {
    numbers: await catalogNumbers(catalog),
    changes: latestChanges(catalog),
    asOf: at.toISOString(),
    examples: examples.filter((query) => findsAnything(query, catalog)).slice(0, examplesShown),
    mostTrusted: await serviceRows(trusted, catalog),
    newest: await serviceRows(newest.slice(0, shown), catalog),
    categories: categoriesView(snapshot).map(({ id, name, serviceCount }) => ({ id, name, serviceCount })),
  };
}

/** Tokens of test networks are worth nothing, so nobody has trusted a service there with money. */
function isTrusted({ declared, observed }: Entry): boolean {
  return observed.trustScore > 0 && findNetwork(declared.x402Config.network)?.testnet !== true;
}
