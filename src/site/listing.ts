import { percentText } from '../texts/formats.ts';
import { filterGroups, filterWords, sortLabels } from '#texts/search.ts';
import { stateWords, statusLabels } from '#texts/status.ts';
import { picked, textFilters } from '../domain/declared-fields.ts';
import { chainKey } from '../domain/network.ts';
import { statesForStatus } from '../domain/state.ts';
import { filtersOf, orderOf, type Reading, withoutDemands } from '../search/intent/intent.ts';
import {
  defaultLimit,
  type Filters,
  type ListQuery,
  type Question,
  type SortKey,
} from '../search/query/question.ts';
import type { FoundPage } from '../search/row-search.ts';
import type { Constraints, Dropped, Facets, Match } from '../search/search.ts';
import { hostPath } from './links.ts';
import { facetGroups, type FacetGroup } from './facet-groups.ts';
import {
  chosenValue,
  pageSortKeys,
  searchPath,
  type SearchRequest,
  type SearchValues,
  sortKeyOf,
  statesOf,
  statusesOf,
  toggled,
  usableValues,
} from './search-request.ts';
import type { ServiceRow } from './service-rows.ts';
import { whyText } from './why-text.ts';
import { demandsOf, droppedBy, networkTitle, subjectsOf } from './understood.ts';
import { categoryTitle } from '../texts/category-title.ts';

type CategoryNames = Pick<ListSource<unknown>, 'categoryName'>;

/** A link that removes a filter. */
interface Chip {
  readonly label: string;
  readonly href: string;
  /** Whether the query implies the filter, rather than the visitor having chosen it. */
  readonly isUnderstood: boolean;
}

/** The same, with the search that is left without the filter. */
interface RemovableFilter extends Chip {
  readonly without: SearchValues;
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
  /** What the visitor asked for, with what is wrong with it. */
  readonly request: SearchRequest;
  /** What was searched for: the request without the values that are wrong. */
  readonly values: SearchValues;
  readonly total: number;
  readonly number: number;
  /** The number of the last page. */
  readonly last: number;
  readonly rows: readonly ServiceRow[];
  readonly chips: readonly Chip[];
  /** Where nothing fits: the first filter without which something does, and how much. */
  readonly nearest: { readonly label: string; readonly href: string; readonly total: number } | undefined;
  readonly sorts: readonly SortLink[];
  /** False while the meaning of the text is not known, so that the same search may soon give another order. */
  readonly isComplete: boolean;
  readonly facets: readonly FacetGroup[];
}

/** Where the services of a list come from: a running catalog, a build, or a copy in a browser. `Found`: a service as it is known there. */
export interface ListSource<Found> {
  readonly list: (
    query: ListQuery,
  ) => Promise<Omit<FoundPage, 'rows'> & { readonly found: readonly Found[] }>;
  readonly hostOf: (found: Found) => string;
  readonly facets: (question: Question) => Promise<Facets>;
  /** Reads what a visitor searches for, without what the visitor dropped. */
  readonly understand: (text: string, dropped?: Dropped) => Promise<Reading>;
  readonly categoryName: (id: string) => string;
  readonly rowsOf: (found: readonly Found[]) => Promise<ServiceRow[]>;
  /** What of a text each of these services has. */
  readonly matches: (reading: Reading, found: readonly Found[]) => readonly Match[];
}

/** The question that a search puts to the catalog. */
interface SiteQuestion {
  readonly question: Question;
  /** Constraints that the text was understood to state, without those that the visitor removed. */
  readonly understood: Constraints;
}

/** What a source finds for a visitor. */
export async function listingFrom<Found>(
  source: ListSource<Found>,
  request: SearchRequest,
): Promise<Listing> {
  const { page } = request;
  const values = usableValues(request);
  const reading =
    values.query === '' ? undefined : await source.understand(values.query, droppedBy(values.ignore));
  const { question, understood } = questionOf(values, reading);
  const offset = (page - 1) * defaultLimit;
  const list = await source.list({ ...question, limit: defaultLimit, offset });
  const { total, countHosts, found, byMeaning, hasAllMeanings } = list;
  const rows = await rowsOf(found, reading, byMeaning, source);
  const facets = await source.facets(question);
  const chips = [...understoodChips(values, understood, reading, source), ...chosenChips(values, source)];
  return {
    request,
    values,
    total,
    number: page,
    last: Math.max(1, Math.ceil(total / defaultLimit)),
    rows: withHosts(rows, found.map(source.hostOf), countHosts()),
    chips: chips.map(({ label, href, isUnderstood }) => ({ label, href, isUnderstood })),
    nearest: total === 0 ? await nearestOf(chips, values, reading, source) : undefined,
    sorts: sortLinks(values, question.sortBy, facets),
    isComplete: !reading?.gist || (byMeaning && hasAllMeanings),
    facets: facetGroups(facets, values, source),
  };
}

/** Says at the last row of a host how many further ones it has, where the list shows several. */
function withHosts(
  rows: readonly ServiceRow[],
  hosts: readonly string[],
  found: ReadonlyMap<string, number>,
): ServiceRow[] {
  return rows.map((row, at) => {
    const host = hosts[at] ?? '';
    const shown = hosts.filter((each) => each === host).length;
    const count = (found.get(host) ?? 0) - shown;
    const path = hostPath(host);
    const isLast = hosts.lastIndexOf(host) === at;
    return isLast && shown > 1 && count > 0 && path ? { ...row, further: { count, path } } : row;
  });
}

async function nearestOf<Found>(
  chips: readonly RemovableFilter[],
  values: SearchValues,
  reading: Reading | undefined,
  source: ListSource<Found>,
): Promise<Listing['nearest']> {
  for (const { label, href, without } of chips) {
    if (isOneOfSeveral(without, values)) continue;

    const { question } = questionOf(without, reading);
    const { total } = await source.list({ ...question, limit: 1, offset: 0 });
    if (total > 0) return { label, href, total };
  }
  return undefined;
}

/** Whether a search lacks only one of several values, any of which will do: then it finds no more than with all of them. */
function isOneOfSeveral(without: SearchValues, values: SearchValues): boolean {
  return (['category', 'chain'] as const).some(
    (name) => without[name].length > 0 && without[name].length < values[name].length,
  );
}

/** The rows of a page. Those of a text say what of it each service has. */
async function rowsOf<Found>(
  found: readonly Found[],
  reading: Reading | undefined,
  byMeaning: boolean,
  source: ListSource<Found>,
): Promise<ServiceRow[]> {
  const rows = await source.rowsOf(found);
  if (!reading?.wanted) return rows;

  const matches = source.matches(reading, found);
  return rows.map((row, place) => ({ ...row, why: whyText(matches[place], row.category, byMeaning) }));
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
  const understood = withoutDemands(constraints, values.ignore);
  const order = sortBy ? { sortBy } : orderOf(understood);
  return { question: { ...filtersUnderstood(understood), ...chosen, ...order, wanted }, understood };
}

/** Pages speak of states, also where a sentence names a status. */
function filtersUnderstood(understood: Constraints): Filters {
  const { statuses, ...others } = filtersOf(understood);

  return {
    ...others,
    ...(statuses ? { states: statuses.flatMap((status) => statesForStatus[status]) } : {}),
  };
}

function chosenFilters(values: SearchValues): Filters {
  const { category, chain, maxPricePerRequest, minPricePerRequest, currency, minUptime, delivered } = values;
  const states = [...statesOf(values), ...statusesOf(values).flatMap((status) => statesForStatus[status])];

  return {
    ...(category.length > 0 ? { categories: category } : {}),
    ...(chain.length > 0 ? { chains: chain.map(chainKey) } : {}),
    ...(states.length > 0 ? { states } : {}),
    ...textsChosen(values),
    ...(maxPricePerRequest === '' ? {} : { maxPrice: maxPricePerRequest, maxPriceExclusive: false }),
    ...(minPricePerRequest === '' ? {} : { minPrice: minPricePerRequest }),
    ...(currency === '' ? {} : { currency }),
    ...(values.mainnet === chosenValue ? { isMainnet: true } : {}),
    ...(values.freeQuota === chosenValue ? { freeQuota: true } : {}),
    ...(minUptime === '' ? {} : { minUptime: Number(minUptime) }),
    ...(delivered === '' ? {} : { minDelivered: Number(delivered) }),
    ...(values.paid === chosenValue ? { isPaid: true } : {}),
  };
}

function textsChosen(values: SearchValues): Pick<Filters, 'texts'> {
  const chosen = textFilters.filter((name) => values[name].length > 0);

  return chosen.length > 0 ? { texts: picked(values, chosen) } : {};
}

/** What was understood of a text. The category that it is probably about says nothing where the visitor chose one. */
function understoodChips(
  values: SearchValues,
  understood: Constraints,
  reading: Reading | undefined,
  catalog: CategoryNames,
): RemovableFilter[] {
  const { category } = values;
  const subjects = reading
    ? subjectsOf(category.length > 0 ? { ...reading, category: undefined } : reading, catalog)
    : [];

  return [...demandsOf(understood, catalog), ...subjects].map(({ name, label }) =>
    chipOf(label, toggled(values, 'ignore', name), true),
  );
}

function chipOf(label: string, without: SearchValues, isUnderstood: boolean): RemovableFilter {
  return { label, href: searchPath(without), without, isUnderstood };
}

function chosenChips(values: SearchValues, catalog: CategoryNames): RemovableFilter[] {
  const chip = (label: string, without: SearchValues): RemovableFilter => chipOf(label, without, false);
  const { category, chain, minPricePerRequest: lowest, maxPricePerRequest: highest } = values;
  const { currency, minUptime, delivered } = values;

  return [
    ...category.map((id) => chip(categoryTitle(catalog.categoryName(id)), toggled(values, 'category', id))),
    ...chain.map((id) => chip(networkTitle(id), toggled(values, 'chain', id))),
    ...statusesOf(values).map((id) => chip(statusLabels[id], toggled(values, 'status', id))),
    ...statesOf(values).map((id) => chip(stateWords[id].label, toggled(values, 'state', id))),
    ...textFilters.flatMap((name) =>
      values[name].map((text) => chip(`${filterGroups[name]}: ${text}`, toggled(values, name, text))),
    ),
    ...(lowest === ''
      ? []
      : [chip(filterWords.atLeast({ price: lowest }), { ...values, minPricePerRequest: '' })]),
    ...(highest === ''
      ? []
      : [chip(filterWords.atMost({ price: highest }), { ...values, maxPricePerRequest: '' })]),
    ...(currency === ''
      ? []
      : [chip(filterWords.currency({ symbol: currency }), { ...values, currency: '' })]),
    ...(minUptime === ''
      ? []
      : [chip(filterWords.uptime({ percent: Number(minUptime) }), { ...values, minUptime: '' })]),
    ...(delivered === ''
      ? []
      : [
          chip(filterWords.delivered({ share: percentText(100 * Number(delivered)) }), {
            ...values,
            delivered: '',
          }),
        ]),
    ...(['mainnet', 'freeQuota', 'paid'] as const).flatMap((name) =>
      values[name] === chosenValue ? [chip(filterWords[name], { ...values, [name]: '' })] : [],
    ),
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
    id: `sort-${key || 'match'}`,
    label: sortLabels[key || 'match'],
    href: searchPath({ ...values, sortBy: key === keys[0] ? '' : key }),
    isCurrent: key === (current ?? keys[0]),
  }));
}
