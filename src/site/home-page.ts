import { categoriesView } from '../views/categories.ts';
import type { SortKey } from '../search/query/question.ts';
import { listPath } from './links.ts';
import { findsAnything } from './listing.ts';
import { searchPath } from './search-request.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { type ServiceRow, serviceRows } from './service-rows.ts';

/** Everything that the front page shows. */
export interface HomePage {
  readonly counts: readonly { readonly name: string; readonly count: number; readonly href: string }[];
  /** Example queries that find something in this catalog. */
  readonly examples: readonly string[];
  /** Empty while every score is 0, when an order by trust would be meaningless. */
  readonly mostTrusted: readonly ServiceRow[];
  readonly newest: readonly ServiceRow[];
  readonly categories: readonly {
    readonly id: string;
    readonly name: string;
    readonly serviceCount: number;
  }[];
}

const shown = 5;

const examples = [
  'weather forecast under $0.01',
  'verified, on Base, cheapest first',
  'translate text, some requests free',
  'stock prices at most 0.05',
  'map or route, not on Solana',
];
const examplesShown = 3;

export async function homePage(catalog: SiteCatalog): Promise<HomePage> {
  const { snapshot, search } = catalog;
  const facets = search.facets({});
  const first = (sortBy: SortKey) => search.list({ sortBy, limit: shown, offset: 0 }).entries;
  const verified = facets.status.find(({ id }) => id === 'verified')?.count ?? 0;
  const trusted = first('trustScore').filter(({ observed }) => observed.trustScore > 0);

  return {
    counts: [
      countOf(snapshot.size, ['service', 'services'], listPath()),
      countOf(verified, ['verified', 'verified'], searchPath({ status: ['verified'] })),
      countOf(facets.category.length, ['category', 'categories'], '/categories/'),
      countOf(facets.chain.length, ['network', 'networks'], listPath()),
    ],
    examples: examples.filter((query) => findsAnything(query, catalog)).slice(0, examplesShown),
    mostTrusted: await serviceRows(trusted, catalog),
    newest: await serviceRows(first('createdAt'), catalog),
    categories: categoriesView(snapshot).map(({ id, name, serviceCount }) => ({ id, name, serviceCount })),
  };
}

function countOf(
  count: number,
  [one, many]: readonly [string, string],
  href: string,
): HomePage['counts'][number] {
  return { name: count === 1 ? one : many, count, href };
}
