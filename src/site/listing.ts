import { chainKey } from '../domain/network.ts';
import { defaultLimit, type Filters, type ListQuery, type SortKey } from '../search/query/question.ts';
import type { Constraints } from '../search/search.ts';
import { facetGroups, type FacetGroup } from './facet-groups.ts';
import {
  emptySearch,
  pageSortKeys,
  searchPath,
  type SearchRequest,
  type SearchValues,
  sortKeyOf,
  statusesOf,
  toggled,
} from './search-request.ts';
import { serviceRows, type ServiceRow } from './service-rows.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { statusWords } from './status-words.ts';
import { demandedFilters, demandsOf, networkTitle, withoutIgnored } from './understood.ts';

/** A link that takes a filter away. */
interface Chip {
  readonly label: string;
  readonly href: string;
  /** Whether it was read out of the query, and not chosen. */
  readonly isUnderstood: boolean;
}

interface SortLink {
  /** Of its element: by it a script finds it again in new results. */
  readonly id: string;
  readonly label: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

/** A page of the list with everything to narrow it. */
export interface Listing {
  readonly request: SearchRequest;
  readonly total: number;
  readonly number: number;
  /** Number of the last page. */
  readonly last: number;
  readonly rows: readonly ServiceRow[];
  readonly chips: readonly Chip[];
  readonly sorts: readonly SortLink[];
  readonly facets: readonly FacetGroup[];
}

const sortLabels: Readonly<Record<(typeof pageSortKeys)[number], string>> = {
  trustScore: 'Trust',
  price: 'Price',
  name: 'Name',
  createdAt: 'Newest',
};

/** A question to the search, and what of it was read out of a sentence. */
interface Question {
  readonly query: Omit<ListQuery, 'limit' | 'offset'>;
  readonly understood: Constraints;
}

export async function listing(catalog: SiteCatalog, request: SearchRequest): Promise<Listing> {
  const { search, snapshot } = catalog;
  const { values, page, problems } = request;
  if (problems.length > 0) return emptyListing(request);

  const { query, understood } = questionOf(values, catalog);
  const found = search.list({ ...query, limit: defaultLimit, offset: (page - 1) * defaultLimit });
  return {
    request,
    total: found.total,
    number: page,
    last: Math.max(1, Math.ceil(found.total / defaultLimit)),
    rows: await serviceRows(found.entries, catalog),
    chips: [...understoodChips(values, understood, catalog), ...chosenChips(values, catalog)],
    sorts: sortLinks(values, query.sortBy),
    facets: facetGroups(search.facets(query), values, snapshot),
  };
}

/** Whether a query finds anything, without what a page would show of it. */
export function findsAnything(query: string, catalog: SiteCatalog): boolean {
  const question = questionOf({ ...emptySearch, query }, catalog);

  return catalog.search.list({ ...question.query, limit: 1, offset: 0 }).total > 0;
}

/**
 * A query is read as a sentence where it demands something ("under $0.01") or where its words alone find nothing. What was chosen
 * beside it counts instead of what it says of the same.
 */
function questionOf(values: SearchValues, { search }: SiteCatalog): Question {
  const chosen = chosenFilters(values);
  const sortBy = sortKeyOf(values);
  const sort = sortBy ? { sortBy } : {};
  if (values.query === '') return { query: { ...chosen, ...sort }, understood: {} };

  const { constraints, topic } = search.understand(values.query);
  const understood = withoutIgnored(constraints, values.ignore);
  if (Object.keys(constraints).length > 0) {
    return {
      query: {
        ...demandedFilters(understood),
        ...chosen,
        ...(topic === '' ? {} : { topic }),
        ...orderOf(understood),
        ...sort,
      },
      understood,
    };
  }

  const words = { ...chosen, ...sort, text: values.query };
  const isFound = topic === '' || search.list({ ...words, limit: 1, offset: 0 }).total > 0;
  return { query: isFound ? words : { ...chosen, ...sort, topic }, understood };
}

function orderOf({ sortBy, sortOrder }: Constraints): Pick<ListQuery, 'sortBy' | 'sortOrder'> {
  return { ...(sortBy ? { sortBy } : {}), ...(sortOrder ? { sortOrder } : {}) };
}

function chosenFilters(values: SearchValues): Filters {
  const { category, chain, maxPricePerRequest } = values;
  const statuses = statusesOf(values);

  return {
    ...(category.length > 0 ? { categories: category } : {}),
    ...(chain.length > 0 ? { chains: chain.map(chainKey) } : {}),
    ...(statuses.length > 0 ? { statuses } : {}),
    ...(maxPricePerRequest === '' ? {} : { maxPrice: maxPricePerRequest, maxPriceExclusive: false }),
  };
}

function understoodChips(values: SearchValues, understood: Constraints, { snapshot }: SiteCatalog): Chip[] {
  return demandsOf(understood, snapshot).map(({ name, label }) => ({
    label,
    href: searchPath(toggled(values, 'ignore', name)),
    isUnderstood: true,
  }));
}

function chosenChips(values: SearchValues, { snapshot }: SiteCatalog): Chip[] {
  const chip = (label: string, without: SearchValues): Chip => ({
    label,
    href: searchPath(without),
    isUnderstood: false,
  });
  const { category, chain, maxPricePerRequest: price } = values;

  return [
    ...category.map((id) => chip(snapshot.categoryName(id), toggled(values, 'category', id))),
    ...chain.map((id) => chip(networkTitle(id), toggled(values, 'chain', id))),
    ...statusesOf(values).map((id) => chip(statusWords[id].label, toggled(values, 'status', id))),
    ...(price === '' ? [] : [chip(`at most ${price}`, { ...values, maxPricePerRequest: '' })]),
  ];
}

/** The first is the order without any choice: relevance where something is looked for, else trust. */
function sortLinks(values: SearchValues, current: SortKey | undefined): SortLink[] {
  const isSearch = values.query !== '';
  const keys = isSearch ? (['', ...pageSortKeys] as const) : pageSortKeys;

  return keys.map((key) => ({
    id: `sort-${key === '' ? 'match' : key}`,
    label: key === '' ? 'Best match' : sortLabels[key],
    href: searchPath({ ...values, sortBy: key === keys[0] ? '' : key }),
    isCurrent: key === (current ?? keys[0]),
  }));
}

function emptyListing(request: SearchRequest): Listing {
  return { request, total: 0, number: 1, last: 1, rows: [], chips: [], sorts: [], facets: [] };
}
