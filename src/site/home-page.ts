import { exampleQueries } from '#texts/home.ts';
import type { Entry } from '../domain/snapshot.ts';
import { categoriesView } from '../views/categories.ts';
import { type CatalogNumber, catalogNumbers } from './catalog-numbers.ts';
import { findsAnything } from './catalog-listing.ts';
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
  /** Empty while every score is 0, when an order by trust would be meaningless. */
  readonly mostTrusted: readonly ServiceRow[];
  /** Without those above. */
  readonly newest: readonly ServiceRow[];
  readonly categories: readonly ShownCategory[];
  /** Whether every service is a sample, whose host is one that nobody can have. */
  readonly isSample: boolean;
}

/** A category with the number of its services. */
export interface ShownCategory {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly serviceCount: number;
}

const shown = 5;

const examplesShown = 3;

export async function homePage(catalog: SiteCatalog): Promise<HomePage> {
  const { search, at } = catalog;
  const trusted = await mostTrusted(catalog);
  const { entries: newestFirst } = await search.list({ sortBy: 'createdAt', limit: 2 * shown, offset: 0 });
  const newest = newestFirst.filter((entry) => !trusted.includes(entry));

  return {
    numbers: await catalogNumbers(catalog),
    changes: await latestChanges(catalog),
    asOf: at.toISOString(),
    examples: await examplesOf(catalog),
    mostTrusted: await serviceRows(trusted, catalog),
    newest: await serviceRows(newest.slice(0, shown), catalog),
    isSample: isSample(catalog),
    categories: categoriesView(catalog).map(({ id, name, serviceCount }) => ({ id, name, serviceCount })),
  };
}

/** The first examples that find anything. Each costs a search, so no others are tried. */
async function examplesOf(catalog: SiteCatalog): Promise<string[]> {
  const examples: string[] = [];
  for (const query of exampleQueries) {
    if (examples.length === examplesShown) break;
    if (await findsAnything(query, catalog)) examples.push(query);
  }
  return examples;
}

/**
 * Tokens of test networks are worth nothing, so nobody has trusted a service there with money. Only a catalog of nothing else shows the most
 * trusted of those.
 */
async function mostTrusted({ search }: SiteCatalog): Promise<Entry[]> {
  const { mainnet } = await search.facets({});
  const { entries } = await search.list({
    ...(mainnet === 0 ? {} : { isMainnet: true }),
    sortBy: 'trustScore',
    limit: shown,
    offset: 0,
  });

  return entries.filter(({ observed }) => observed.trustScore > 0);
}

/** Names for examples, which belong to nobody: RFC 2606, section 3. */
const exampleHost = /(?:^|\.)example(?:\.com|\.net|\.org)?$/;

function isSample({ snapshot }: SiteCatalog): boolean {
  const entries = [...snapshot.entries()];

  return (
    entries.length > 0 &&
    entries.every(({ declared }) => exampleHost.test(new URL(declared.endpoint).hostname))
  );
}
