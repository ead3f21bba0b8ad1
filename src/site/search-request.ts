import { searchProblems } from '#texts/search.ts';
import { byTextFilter, type TextFilter, textFilters } from '../domain/declared-fields.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import { Currency } from '../domain/money.ts';
import { chainKey } from '../domain/network.ts';
import { codePoints, quoted } from '../domain/plain-text.ts';
import { State, states } from '../domain/state.ts';
import { Status, statuses } from '../domain/status.ts';
import {
  filterValues,
  isEmptyRange,
  maxFilterValues,
  maxQueryLength,
  type SortKey,
} from '../search/query/question.ts';
import { askedText, listPath } from './links.ts';
import { readPrice } from './price-field.ts';
import { localPath } from '../texts/local-path.ts';

/** Sort keys of the pages, in the order of their links. */
export const pageSortKeys = [
  'trustScore',
  'price',
  'name',
  'createdAt',
  'payments',
] as const satisfies readonly SortKey[];

/** The parameters of `/search` with their values in the URL. Those that `GET /api/services` has too are named alike. */
export interface SearchValues extends Readonly<Record<TextFilter, readonly string[]>> {
  readonly query: string;
  readonly category: readonly string[];
  readonly chain: readonly string[];
  readonly status: readonly string[];
  /** In place of `status`, which old links hold. */
  readonly state: readonly string[];
  /** Plain decimals where they can be read as prices; else as the visitor typed them. */
  readonly minPricePerRequest: string;
  readonly maxPricePerRequest: string;
  readonly currency: string;
  /** `true` for services on a network that is no test network. */
  readonly mainnet: string;
  /** `true` for services whose first requests are free. */
  readonly freeQuota: string;
  /** In percent, a whole number. */
  readonly minUptime: string;
  /** A share from 0 to 1. */
  readonly delivered: string;
  /** `true` for services with a payment that was counted. */
  readonly paid: string;
  readonly sortBy: string;
  /** Names of understood demands that the visitor removed; see `Demand`. */
  readonly ignore: readonly string[];
}

/** The only value of `paid`, `mainnet` and `freeQuota`. */
export const chosenValue = 'true';

const switches = ['mainnet', 'freeQuota', 'paid'] as const;
/** The ends of the price range, the lowest first. */
export const priceNames = ['minPricePerRequest', 'maxPricePerRequest'] as const;
const emptyRange = 'price_range_empty';

const lists = ['category', 'chain', 'status', 'state', ...textFilters, 'ignore'] as const;

export const emptySearch: SearchValues = {
  query: '',
  category: [],
  chain: [],
  status: [],
  state: [],
  ...byTextFilter(() => []),
  minPricePerRequest: '',
  maxPricePerRequest: '',
  currency: '',
  mainnet: '',
  freeQuota: '',
  minUptime: '',
  delivered: '',
  paid: '',
  sortBy: '',
  ignore: [],
};

/** A request for a page of the list. */
export interface SearchRequest {
  readonly values: SearchValues;
  readonly page: number;
  /** Problems with the values. The catalog is searched without those that have one; see `usableValues`. */
  readonly problems: readonly FieldProblem[];
}

export function readSearch(parameters: URLSearchParams): SearchRequest {
  const values = valuesOf(parameters);

  return { values, page: pageOf(parameters), problems: problemsOf(values) };
}

/** The values of a request without those that have a problem. */
export function usableValues({ values, problems }: SearchRequest): SearchValues {
  if (problems.length === 0) return values;

  const wrong = new Set(problems.flatMap(({ pointer, code }) => wrongNames(pointer.slice(1), code)));
  const right = Object.entries(values).filter(([name]) => !wrong.has(name));
  return { ...emptySearch, ...Object.fromEntries(right), status: statusesOf(values) };
}

/** What is wrong with a value, for the field that it was typed into; undefined when nothing is. */
export function problemWith({ problems }: SearchRequest, name: keyof SearchValues): FieldProblem | undefined {
  return problems.find(({ pointer, code }) => wrongNames(pointer.slice(1), code).includes(name));
}

/** The path of a page of results. Leaves out empty values; without any value, it is the path of all services. */
export function searchPath(values: Partial<SearchValues>, page = 1): string {
  const given = Object.entries({ ...emptySearch, ...values }).flatMap(([name, value]) =>
    [value].flat().flatMap((each) => (each === '' ? [] : [[name, each]])),
  );
  if (given.length === 0) return listPath(page);

  const parameters = new URLSearchParams([...given, ...(page === 1 ? [] : [['page', String(page)]])]);
  return localPath(`/search?${parameters.toString()}`);
}

/** The valid statuses among the values. */
export function statusesOf({ status }: SearchValues): Status[] {
  return status.flatMap((each) => Status.safeParse(each).data ?? []);
}

/** The valid states among the values. */
export function statesOf({ state }: SearchValues): State[] {
  return state.flatMap((each) => State.safeParse(each).data ?? []);
}

/** The order that the visitor chose; undefined when there is none. */
export function sortKeyOf({ sortBy }: SearchValues): SortKey | undefined {
  return pageSortKeys.find((key) => key === sortBy);
}

/** The values, with one value of a list added or, if present, removed. */
export function toggled(values: SearchValues, name: (typeof lists)[number], value: string): SearchValues {
  const has = isChosen(values, name, value);

  return {
    ...values,
    [name]: has ? values[name].filter((each) => !isSame(name, each, value)) : [...values[name], value],
  };
}

export function isChosen(values: SearchValues, name: (typeof lists)[number], value: string): boolean {
  return values[name].some((each) => isSame(name, each, value));
}

/** Compares chains by key, since a chain goes by several names. */
function isSame(name: string, a: string, b: string): boolean {
  return name === 'chain' ? chainKey(a) === chainKey(b) : a === b;
}

function valuesOf(parameters: URLSearchParams): SearchValues {
  const one = (name: string): string => (parameters.get(name) ?? '').trim();
  const price = (name: (typeof priceNames)[number]): string => readPrice(one(name)) ?? one(name);
  const many = (name: string): string[] => filterValues(parameters.getAll(name));

  return {
    query: askedText(parameters),
    category: many('category'),
    chain: many('chain'),
    status: many('status'),
    state: many('state'),
    ...byTextFilter(many),
    minPricePerRequest: price('minPricePerRequest'),
    maxPricePerRequest: price('maxPricePerRequest'),
    currency: one('currency').toUpperCase(),
    mainnet: one('mainnet'),
    freeQuota: one('freeQuota'),
    minUptime: one('minUptime'),
    delivered: one('delivered'),
    paid: one('paid'),
    sortBy: one('sortBy'),
    ignore: many('ignore'),
  };
}

function problemsOf(values: SearchValues): FieldProblem[] {
  const { query, status, state, sortBy, currency, minUptime, delivered } = values;
  const strange = status.find((each) => !Status.safeParse(each).success);
  const strangeState = state.find((each) => !State.safeParse(each).success);

  return [
    codePoints(query) > maxQueryLength &&
      problem('query', 'query_too_long', searchProblems.query_too_long({ max: maxQueryLength })),
    ...lists.map(
      (name) =>
        values[name].length > maxFilterValues &&
        problem(name, 'too_many_values', searchProblems.too_many_values({ name, max: maxFilterValues })),
    ),
    strange !== undefined && notInList('status', strange, statuses),
    strangeState !== undefined && notInList('state', strangeState, states),
    ...switches.map((name) => {
      const value = values[name];
      return value !== '' && value !== chosenValue && notInList(name, value, [chosenValue]);
    }),
    sortBy !== '' && !sortKeyOf(values) && notInList('sortBy', sortBy, pageSortKeys),
    ...priceProblems(values),
    currency !== '' &&
      !Currency.safeParse(currency).success &&
      problem('currency', 'currency_invalid', searchProblems.currency_invalid({ value: shown(currency) })),
    minUptime !== '' &&
      !/^(?:[1-9]\d?|100)$/.test(minUptime) &&
      problem('minUptime', 'percent_invalid', searchProblems.percent_invalid({ value: shown(minUptime) })),
    delivered !== '' &&
      !/^(?:0(?:\.\d{1,6})?|1)$/.test(delivered) &&
      problem('delivered', 'share_invalid', searchProblems.share_invalid({ value: shown(delivered) })),
  ].filter((problem) => problem !== false);
}

function priceProblems(values: SearchValues): FieldProblem[] {
  const wrong = priceNames.filter((name) => values[name] !== '' && readPrice(values[name]) === undefined);
  if (wrong.length > 0) {
    return wrong.map((name) =>
      problem(
        name,
        'price_not_decimal',
        searchProblems.price_not_decimal({ name, typed: shown(values[name]) }),
      ),
    );
  }

  const [lowest, highest] = priceNames.map((name) => (values[name] === '' ? undefined : values[name]));
  return lowest !== undefined && highest !== undefined && isEmptyRange(lowest, highest)
    ? [problem('minPricePerRequest', emptyRange, searchProblems.price_range_empty({ lowest, highest }))]
    : [];
}

/** The values that a problem is about. An empty range is a problem of both its ends. */
function wrongNames(name: string, code: string): readonly string[] {
  return code === emptyRange ? priceNames : [name];
}

function notInList(name: keyof SearchValues, value: string, list: readonly string[]): FieldProblem {
  return problem(
    name,
    'not_in_list',
    searchProblems.not_in_list({ name, value: shown(value), list: list.join(', ') }),
  );
}

/** What a visitor typed, for the quotation marks of a message. */
function shown(typed: string): string {
  return quoted(typed).slice(1, -1);
}

/** What is wrong with a value: the code of the API, in a sentence of the page. */
function problem(name: keyof SearchValues, code: keyof typeof searchProblems, detail: string): FieldProblem {
  return { pointer: `/${name}`, code, detail };
}

/** The page number; 1 unless the URL gives a positive one. */
function pageOf(parameters: URLSearchParams): number {
  const text = parameters.get('page') ?? '';

  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
