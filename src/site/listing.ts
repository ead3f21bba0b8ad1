import { chainKey } from '../domain/network.ts';
import { statesBehind } from '../domain/states-behind.ts';
import { filtersOf, orderOf, type Reading } from '../search/intent/intent.ts';
import { defaultLimit, type Filters, type Question, type SortKey } from '../search/query/question.ts';
import type { Constraints, Facets } from '../search/search.ts';
import { facetGroups, type FacetGroup, paidLabel } from './facet-groups.ts';
import {
  emptySearch,
  paidValue,
  pageSortKeys,
  searchPath,
  type SearchRequest,
  type SearchValues,
  sortKeyOf,
  statesOf,
  statusesOf,
  toggled,
} from './search-request.ts';
import { serviceRows, type ServiceRow } from './service-rows.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { stateWords, statusLabels } from './status-words.ts';
import { demandsOf, networkTitle, withoutIgnored } from './understood.ts';

/** A link that removes a filter. */
interface Chip {
  readonly label: string;
  readonly href: string;
  /** Whether the query implies the filter, rather than the visitor having chosen it. */
  readonly isUnderstood: boolean;
}

interface SortLink {
  /** The id of its element, by which a script finds it again in new results. */
  readonly id: string;
  readonly label: string;
  readonly href: string;
  readonly isCurrent: boolean;
}

/** A page of results, with all ways to narrow them. */
export interface Listing {
  readonly request: SearchRequest;
  readonly total: number;
  readonly number: number;
  /** The number of the last page. */
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
  payments: 'Payments',
};

/** The question that a search puts to the catalog. */
interface SiteQuestion {
  readonly question: Question;
  /** Constraints that the text was understood to state, without those that the visitor removed. */
  readonly understood: Constraints;
}

export async function listing(catalog: SiteCatalog, request: SearchRequest): Promise<Listing> {
  const { search, snapshot } = catalog;
  const { values, page, problems } = request;
  if (problems.length > 0) return emptyListing(request);

  const reading = values.query === '' ? undefined : catalog.understand(values.query);
  const { question, understood } = questionOf(values, reading);
  const found = search.list({ ...question, limit: defaultLimit, offset: (page - 1) * defaultLimit });
  const facets = search.facets(question);
  return {
    request,
    total: found.total,
    number: page,
    last: Math.max(1, Math.ceil(found.total / defaultLimit)),
    rows: await serviceRows(found.entries, catalog),
    chips: [...understoodChips(values, understood, catalog), ...chosenChips(values, catalog)],
    sorts: sortLinks(values, question.sortBy, facets),
    facets: facetGroups(facets, values, snapshot),
  };
}

/** Whether a text finds anything. */
export function findsAnything(query: string, { search }: SiteCatalog): boolean {
  const { question } = questionOf({ ...emptySearch, query }, search.understand(query));

  return search.list({ ...question, limit: 1, offset: 0 }).total > 0;
}

/**
 * The question behind the values of a search, whose text was read as `reading`. Filters that the visitor chose override the same constraints
 * in the text.
 */
export function questionOf(values: SearchValues, reading: Reading | undefined): SiteQuestion {
  const chosen = chosenFilters(values);
  const sortBy = sortKeyOf(values);
  if (!reading) return { question: { ...chosen, ...(sortBy ? { sortBy } : {}) }, understood: {} };

  const { constraints, wanted } = reading;
  const understood = withoutIgnored(constraints, values.ignore);
  const order = sortBy ? { sortBy } : orderOf(understood);
  return { question: { ...filtersUnderstood(understood), ...chosen, ...order, wanted }, understood };
}

/** Pages speak of states, also where a sentence names a status. */
function filtersUnderstood(understood: Constraints): Filters {
  const { statuses, ...others } = filtersOf(understood);

  return { ...others, ...(statuses ? { states: statuses.flatMap((status) => statesBehind[status]) } : {}) };
}

function chosenFilters(values: SearchValues): Filters {
  const { category, chain, maxPricePerRequest, paid } = values;
  const states = [...statesOf(values), ...statusesOf(values).flatMap((status) => statesBehind[status])];

  return {
    ...(category.length > 0 ? { categories: category } : {}),
    ...(chain.length > 0 ? { chains: chain.map(chainKey) } : {}),
    ...(states.length > 0 ? { states } : {}),
    ...(maxPricePerRequest === '' ? {} : { maxPrice: maxPricePerRequest, maxPriceExclusive: false }),
    ...(paid === paidValue ? { isPaid: true } : {}),
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
  const { category, chain, maxPricePerRequest: price, paid } = values;

  return [
    ...category.map((id) => chip(snapshot.categoryName(id), toggled(values, 'category', id))),
    ...chain.map((id) => chip(networkTitle(id), toggled(values, 'chain', id))),
    ...statusesOf(values).map((id) => chip(statusLabels[id], toggled(values, 'status', id))),
    ...statesOf(values).map((id) => chip(stateWords[id].label, toggled(values, 'state', id))),
    ...(price === '' ? [] : [chip(`at most ${price}`, { ...values, maxPricePerRequest: '' })]),
    ...(paid === paidValue ? [chip(paidLabel, { ...values, paid: '' })] : []),
  ];
}

/**
 * The first link is the default order: relevance when there is a text to search for, else trust. The order by payments is offered where a
 * service was paid.
 */
function sortLinks(values: SearchValues, current: SortKey | undefined, { paid }: Facets): SortLink[] {
  const offered = pageSortKeys.filter((key) => key !== 'payments' || paid > 0 || current === key);
  const keys = values.query === '' ? offered : (['', ...offered] as const);

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
