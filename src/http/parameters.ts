import { z } from 'zod';
import type { FieldProblem } from '../domain/field-problem.ts';
import { Currency, PricePerRequest } from '../domain/money.ts';
import { chainKey } from '../domain/network.ts';
import { codePoints } from '../domain/plain-text.ts';
import { ServiceId } from '../domain/service-id.ts';
import { Status } from '../domain/status.ts';
import {
  defaultLimit,
  filterValues,
  type ListQuery,
  maxFilterValues,
  maxLimit,
  maxQueryLength,
  type Question,
  sortKeys,
  sortOrders,
} from '../search/query/question.ts';
import { parameterProblem, parameterProblems } from '../views/parameter-problem.ts';
import type { Search } from '../search/search.ts';
import type { Context } from './bindings.ts';

const text = (error?: string) =>
  z.string({ error }).refine((value) => codePoints(value) <= maxQueryLength, {
    error: 'query_too_long',
    params: { max: maxQueryLength },
  });

const limit = z
  .int({ error: 'limit_invalid' })
  .min(1, { error: 'limit_invalid' })
  .max(maxLimit, { error: 'limit_invalid' })
  .optional()
  .meta({
    description: `Entries per page, 1 to ${String(maxLimit)}; ${String(defaultLimit)} by default.`,
    examples: [20],
  });

const offset = z
  .int({ error: 'offset_invalid' })
  .min(0, { error: 'offset_invalid' })
  .optional()
  .meta({ description: 'Entries to skip; past the end the page is empty.', examples: [0] });

/** The parameter of a path that names a service. */
export const IdParameter = z.object({ id: ServiceId });

/** Parameters of the list. An array may be given by repeating the parameter, by a comma list, or both. */
export const ListParameters = z.object({
  query: text()
    .optional()
    .meta({
      description: 'Words to look for in name, description, host and category; typos are forgiven.',
      examples: ['weather'],
    }),
  category: z
    .array(z.string())
    .optional()
    .meta({ description: 'Category ids; any of them.', examples: [['weather-environment']] }),
  chain: z
    .array(z.string())
    .optional()
    .meta({
      description: 'Short names or CAIP-2 ids in any letter case; any of them.',
      examples: [['base-sepolia']],
    }),
  status: z
    .array(Status)
    .optional()
    .meta({ description: 'Any of these.', examples: [['unverified']] }),
  maxPricePerRequest: z.optional(PricePerRequest).meta({
    description: 'Highest price per request, inclusive; a plain decimal.',
    examples: ['0.01'],
  }),
  currency: z.optional(Currency).meta({
    description: 'Symbol of the token the price is in.',
    examples: ['USDC'],
  }),
  sortBy: z
    .enum(sortKeys)
    .optional()
    .meta({
      description: 'Without it: relevance when there is a query, else trustScore. Ties go by name, then id.',
      examples: ['price'],
    }),
  sortOrder: z
    .enum(sortOrders)
    .optional()
    .meta({ description: '`asc` by default for price and name, `desc` for trustScore.', examples: ['asc'] }),
  limit,
  offset,
});

/** Parameters of the facets: those of the list that say what is counted. */
export const FacetParameters = ListParameters.omit({
  sortBy: true,
  sortOrder: true,
  limit: true,
  offset: true,
});

/** Parameters of completions. */
export const SuggestParameters = z.object({
  query: text()
    .optional()
    .meta({ description: 'What has been typed so far.', examples: ['wea'] }),
});

/** Parameters of intent search. */
export const IntentParameters = z.object({
  q: text('query_missing')
    .refine((value) => value.trim() !== '', { error: 'query_missing' })
    .meta({
      description: `A sentence of at most ${String(maxQueryLength)} characters that says what is needed.`,
      examples: ['weather forecast for a city'],
    }),
  limit,
  offset,
});

export const defaultDays = 30;
const maxDays = 366;

/** Parameters of the checks of a service. */
export const ChecksParameters = z.object({
  days: z
    .int({ error: 'days_invalid' })
    .min(1, { error: 'days_invalid' })
    .max(maxDays, { error: 'days_invalid' })
    .optional()
    .meta({
      description: `Days to look back on, 1 to ${String(maxDays)}; ${String(defaultDays)} by default.`,
      examples: [30],
    }),
});

export const RegistrationParameters = z.object({
  dryRun: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: '`true`: answer what would be made, and write nothing.', examples: ['true'] }),
});

export type Read<T> = { readonly value: T } | { readonly problems: readonly FieldProblem[] };

type ParameterSchema<T> = z.ZodType<T> & { readonly shape: Readonly<Record<string, z.ZodType>> };

/** What the query of a request says. */
export function parametersOf(c: Context): URLSearchParams {
  // Not by `URL`: a client's Host header is part of this one, and need not be a host.
  const [, query = ''] = /\?([^#]*)/.exec(c.req.url) ?? [];

  return new URLSearchParams(query);
}

/** The parameters of a query that a schema knows, in its order: unknown ones make no difference to an answer. */
export function knownParameters(
  { shape }: Pick<ParameterSchema<unknown>, 'shape'>,
  given: URLSearchParams,
): URLSearchParams {
  if (given.size === 0) return given;

  return new URLSearchParams(
    Object.keys(shape).flatMap((name) => given.getAll(name).map((value) => [name, value])),
  );
}

/** Reads the query of a URL by a schema. An empty value counts as not given, as HTML forms send it; unknown parameters are ignored. */
export function readParameters<T>(schema: ParameterSchema<T>, given: URLSearchParams): Read<T> {
  const raw: Record<string, unknown> = {};
  const faults: FieldProblem[] = [];

  for (const [name, type] of Object.entries(schema.shape)) {
    const values = given.getAll(name).filter((value) => value !== '');
    if (values.length === 0) continue;
    if (values.some((value) => value.includes('\ufffd'))) faults.push(parameterProblem('not_utf8', [name]));
    else if (isList(type)) {
      const each = filterValues(values);
      if (each.length <= maxFilterValues) raw[name] = each;
      else faults.push(parameterProblem('too_many_values', [name], { max: maxFilterValues }));
    } else if (values.length > 1) faults.push(parameterProblem('given_twice', [name]));
    else raw[name] = isNumber(type) ? numberOf(values[0]) : values[0];
  }

  const parsed = schema.safeParse(raw);
  const named = new Set(faults.map(({ pointer }) => pointer));
  const problems = parsed.success
    ? faults
    : [...faults, ...parameterProblems(parsed.error, raw).filter(({ pointer }) => !named.has(pointer))];
  return parsed.success && problems.length === 0 ? { value: parsed.data } : { problems };
}

export function toListQuery(
  given: z.infer<typeof ListParameters>,
  search: Pick<Search, 'readKeywords'>,
): ListQuery {
  const { sortBy, sortOrder } = given;

  return {
    ...toQuestion(given, search),
    limit: given.limit ?? defaultLimit,
    offset: given.offset ?? 0,
    ...(sortBy ? { sortBy } : {}),
    ...(sortOrder ? { sortOrder } : {}),
  };
}

/** What the parameters ask for, without page and order. */
export function toQuestion(
  given: z.infer<typeof FacetParameters>,
  search: Pick<Search, 'readKeywords'>,
): Question {
  const { query, category, chain, status, maxPricePerRequest, currency } = given;

  return {
    ...(query === undefined || query.trim() === '' ? {} : { wanted: search.readKeywords(query) }),
    ...(category?.length ? { categories: category } : {}),
    ...(chain?.length ? { chains: chain.map(chainKey) } : {}),
    ...(status?.length ? { statuses: status } : {}),
    ...(maxPricePerRequest === undefined ? {} : { maxPrice: maxPricePerRequest }),
    ...(currency === undefined ? {} : { currency }),
  };
}

function isList(type: z.ZodType): boolean {
  return bare(type) instanceof z.ZodArray;
}

function isNumber(type: z.ZodType): boolean {
  return bare(type) instanceof z.ZodNumber;
}

function bare(type: z.ZodType): unknown {
  return type instanceof z.ZodOptional ? type.unwrap() : type;
}

/** A number when it is written as a plain whole number; else the text, which the schema then refuses. */
function numberOf(value: string | undefined): unknown {
  return value !== undefined && /^\d{1,15}$/.test(value) ? Number(value) : value;
}
