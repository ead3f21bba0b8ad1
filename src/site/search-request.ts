import { fieldProblem } from '../domain/field-problem.ts';
import { PricePerRequest } from '../domain/money.ts';
import { chainKey } from '../domain/network.ts';
import { codePoints } from '../domain/plain-text.ts';
import type { FieldProblem } from '../domain/problem.ts';
import { Status, statuses } from '../domain/status.ts';
import {
  defaultLimit,
  type ListQuery,
  maxQueryLength,
  type SortKey,
  sortKeys,
} from '../search/list-query.ts';

/** Parameters of `/search`, named as those of `GET /api/services`. */
const names = ['query', 'category', 'chain', 'status', 'maxPricePerRequest', 'sortBy'] as const;

/** What stands in each field of the search form. */
export type SearchValues = Readonly<Record<(typeof names)[number], string>>;

const emptySearch: SearchValues = {
  query: '',
  category: '',
  chain: '',
  status: '',
  maxPricePerRequest: '',
  sortBy: '',
};

/** What a request to `/search` asks for. */
export interface SearchRequest {
  readonly values: SearchValues;
  readonly page: number;
  /** What is wrong with the values; the catalog is not asked then. */
  readonly problems: readonly FieldProblem[];
  readonly query: ListQuery;
}

export function readSearch(parameters: URLSearchParams): SearchRequest {
  const values = valuesOf(parameters);
  const status = Status.safeParse(values.status).data;
  const sortBy = sortKeys.find((key) => key === values.sortBy);
  const page = pageOf(parameters);

  return {
    values,
    page,
    problems: problemsOf(values, status, sortBy),
    query: {
      limit: defaultLimit,
      offset: (page - 1) * defaultLimit,
      ...(values.query === '' ? {} : { text: values.query }),
      ...(values.category === '' ? {} : { categories: [values.category] }),
      ...(values.chain === '' ? {} : { chains: [chainKey(values.chain)] }),
      ...(status ? { statuses: [status] } : {}),
      ...(values.maxPricePerRequest === '' ? {} : { maxPrice: values.maxPricePerRequest }),
      ...(sortBy ? { sortBy } : {}),
    },
  };
}

/** The path of a search; what is not asked for is left out of it. */
export function searchPath(values: Partial<SearchValues>, page = 1): string {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  const parameters = new URLSearchParams([...given, ...(page === 1 ? [] : [['page', String(page)]])]);

  return parameters.size === 0 ? '/search' : `/search?${parameters.toString()}`;
}

function valuesOf(parameters: URLSearchParams): SearchValues {
  const given = names.map((name) => [name, (parameters.get(name) ?? '').trim()] as const);

  return { ...emptySearch, ...Object.fromEntries(given) };
}

function problemsOf(
  values: SearchValues,
  status: Status | undefined,
  sortBy: SortKey | undefined,
): FieldProblem[] {
  const { query, maxPricePerRequest: price } = values;

  return [
    codePoints(query) > maxQueryLength && fieldProblem('query_too_long', ['query'], { max: maxQueryLength }),
    values.status !== '' && !status && notInList('status', values.status, statuses),
    values.sortBy !== '' && !sortBy && notInList('sortBy', values.sortBy, sortKeys),
    price !== '' &&
      !PricePerRequest.safeParse(price).success &&
      fieldProblem('price_not_decimal', ['maxPricePerRequest'], { value: price }),
  ].filter((problem) => problem !== false);
}

function notInList(name: string, value: string, list: readonly string[]): FieldProblem {
  return fieldProblem('not_in_list', [name], { value, expected: list.join(', ') });
}

/** A page that is not a number from 1 on counts as the first. */
function pageOf(parameters: URLSearchParams): number {
  const text = parameters.get('page') ?? '';

  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
}
