import { z } from 'zod';
import { parseHost } from '../domain/endpoint-url.ts';
import { filterSchemas } from '../domain/declaration.ts';
import { byTextFilter, picked, textFilters } from '../domain/declared-fields.ts';
import { readCursor } from '../domain/feed-position.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import { Currency, PricePerRequest } from '../domain/money.ts';
import { chainKey } from '../domain/network.ts';
import { OwnerId } from '../domain/owner.ts';
import { payeesAt } from '../domain/payee.ts';
import { addressFault } from '../domain/payment-address.ts';
import { codePoints } from '../domain/plain-text.ts';
import { ServiceId } from '../domain/service-id.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { railNames } from '../domain/rail.ts';
import { State } from '../domain/state.ts';
import { Status } from '../domain/status.ts';
import { readTime } from '../domain/timestamp.ts';
import {
  defaultLimit,
  filterValues,
  type ListQuery,
  maxFilterValues,
  maxLimit,
  isEmptyRange,
  maxQueryLength,
  type Question,
  sortKeys,
  sortOrders,
} from '../search/query/question.ts';
import { parameterProblem, parameterProblems } from '../views/parameter-problem.ts';
import { serviceFields } from '../views/service.ts';
import type { Search } from '../search/search.ts';
import type { Context } from './bindings.ts';

/** A text that is searched for. */
export const text = (error?: string) =>
  z.string({ error }).refine((value) => codePoints(value) <= maxQueryLength, {
    error: 'query_too_long',
    params: { max: maxQueryLength },
  });

/** A whole number within bounds, both included; `error` is the code of the problem with anything else. */
export const wholeNumber = (error: string, least: number, most = Number.MAX_SAFE_INTEGER) =>
  z.int({ error }).min(least, { error }).max(most, { error }).optional();

const limit = wholeNumber('limit_invalid', 1, maxLimit).meta({
  description: `Entries per page: 1 to ${String(maxLimit)}, by default ${String(defaultLimit)}.`,
  examples: [20],
});

export const offset = wholeNumber('offset_invalid', 0).meta({
  description: 'Entries to skip. Past the end, the page is empty.',
  examples: [0],
});

const fields = {
  fields: z
    .array(z.enum(serviceFields))
    .optional()
    .meta({
      description: 'Names of the fields to answer with; by default all twelve.',
      examples: [['id', 'pricing']],
    }),
};

/** Parameters of one service. */
export const ServiceParameters = z.object(fields);

/** The path parameter that names a service. */
export const IdParameter = z.object({ id: ServiceId });

/** The address of a wallet, on whatever network. */
export const wallet = (error?: string) =>
  z
    .string({ error })
    .refine((text) => addressFault('other', text) === undefined, { error: 'pay_to_invalid' });

export const walletMeta = {
  description:
    'Address of a wallet. Matches services that declare it, for themselves or an offer, and those whose live 402 names it; EVM addresses in any letter case.',
  examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
};

/** The parameters of the list by themselves. An array is given by repeating the parameter, as a comma-separated list, or both. */
const listParameters = z.object({
  query: text()
    .optional()
    .meta({
      description: 'Words to find in name, description, host and category. Typos are tolerated.',
      examples: ['weather'],
      maxLength: maxQueryLength,
    }),
  category: z
    .array(z.string())
    .optional()
    .meta({
      description: 'Category ids. Matches services in any of these categories.',
      examples: [['weather-environment']],
      maxItems: maxFilterValues,
    }),
  chain: z
    .array(z.string())
    .optional()
    .meta({
      description:
        'Short names or CAIP-2 ids of networks, in any letter case. Matches services that take payment on any of them.',
      examples: [['base-sepolia']],
      maxItems: maxFilterValues,
    }),
  status: z
    .array(Status)
    .optional()
    .meta({
      description: 'Matches services with any of these statuses.',
      examples: [['unverified']],
      maxItems: maxFilterValues,
    }),
  state: z
    .array(State)
    .optional()
    .meta({
      description: 'Matches services in any of these states, which are finer than statuses.',
      examples: [['price_differs']],
      maxItems: maxFilterValues,
    }),
  rail: z
    .array(z.enum(railNames))
    .optional()
    .meta({
      description:
        'Protocols of payment. Matches services that checks last saw to be paid by any of them; those from `cloudflare` on cannot be paid by a wallet.',
      examples: [['mpp']],
      maxItems: maxFilterValues,
    }),
  ...byTextFilter((name) =>
    z.array(filterSchemas[name]).optional().meta({
      description: 'Matches services that declare any of these.',
      maxItems: maxFilterValues,
    }),
  ),
  minPricePerRequest: z.optional(PricePerRequest).meta({
    description: 'Lowest price per request, inclusive, as a plain decimal.',
    examples: ['0.001'],
  }),
  maxPricePerRequest: z.optional(PricePerRequest).meta({
    description:
      'Highest price per request, inclusive, as a plain decimal: of the live price, where a check found another one than declared.',
    examples: ['0.01'],
  }),
  currency: z.optional(Currency).meta({
    description: 'Symbol of the token that this price is in.',
    examples: ['USDC'],
  }),
  mainnet: onlyTrue('`true` matches services that take payment on a network that is no test network.'),
  freeQuota: onlyTrue('`true` matches services whose first requests are free.'),
  minUptime: wholeNumber('percent_invalid', 1, 100).meta({
    description: 'Lowest uptime over the last 30 days, in percent. Unmeasured uptime does not match.',
    examples: [99],
  }),
  delivered: z
    .number({ error: 'share_invalid' })
    .min(0, { error: 'share_invalid' })
    .max(1, { error: 'share_invalid' })
    .optional()
    .meta({
      description:
        'Lowest share of payments that was delivered, as buyers say: the lower bound counts, and services of which too few buyers say anything do not match.',
      examples: [0.95],
    }),
  paid: onlyTrue('`true` matches services with at least one payment that was counted on chain.'),
  owner: z
    .optional(OwnerId)
    .meta({ description: 'Matches services that this owner has.', examples: ['acme'] }),
  host: z
    .string()
    .refine((text) => parseHost(text) !== undefined, { error: 'host_invalid' })
    .optional()
    .meta({
      description: 'Matches services whose endpoint has this host, in any letter case and without a port.',
      examples: ['api.example.com'],
    }),
  payTo: wallet().optional().meta(walletMeta),
  sortBy: z
    .enum(sortKeys)
    .optional()
    .meta({
      description:
        'By default relevance when there is a `query`, otherwise `trustScore`. Equal services are ordered by name, then by id.',
      examples: ['price'],
    }),
  sortOrder: z
    .enum(sortOrders)
    .optional()
    .meta({
      description: 'By default `asc` for `price` and `name`, `desc` for `trustScore`.',
      examples: ['asc'],
    }),
  limit,
  offset,
});

/** Parameters of the list. */
export const ListParameters = withPriceRange(listParameters.extend(fields));

/** Parameters of the facets: the filters of the list, without order and page. */
export const FacetParameters = withPriceRange(
  listParameters.omit({ sortBy: true, sortOrder: true, limit: true, offset: true }),
);

/** Parameters of completions. */
export const SuggestParameters = z.object({
  query: text()
    .optional()
    .meta({
      description: 'What has been typed so far.',
      examples: ['wea'],
      maxLength: maxQueryLength,
    }),
});

/** Parameters of intent search. */
export const IntentParameters = z.object({
  q: text('query_missing')
    .refine((value) => value.trim() !== '', { error: 'query_missing' })
    .meta({
      description: 'A sentence that says what is needed.',
      examples: ['weather forecast for a city'],
      minLength: 1,
      maxLength: maxQueryLength,
    }),
  limit,
  offset,
});

const since = z
  .string()
  .refine((text) => readCursor(text) !== undefined, { error: 'cursor_invalid' })
  .optional()
  .meta({
    description: 'A cursor, after which to go on. By default, the oldest retained change comes first.',
  });

/** Parameters of the changes of the catalog. */
export const ChangesParameters = z.object({
  since,
  limit: wholeNumber('change_limit_invalid', 1, 1000).meta({
    description: 'Changes per answer: 1 to 1000, by default 100.',
    examples: [100],
  }),
  wait: wholeNumber('wait_invalid', 0, 30).meta({
    description: 'Seconds to wait for a change before answering that there is none.',
    examples: [30],
  }),
});

/** Parameters of the audit trail. */
export const AuditParameters = z.object({
  since: z
    .string()
    .refine((text) => readTime(text) !== undefined, { error: 'time_unreadable' })
    .optional()
    .meta({ description: 'Only lines from this day (UTC) or time on.', examples: ['2026-01-31'] }),
  owner: z.optional(OwnerId).meta({ description: 'Only what this owner did.', examples: ['acme'] }),
  service: z
    .string()
    .optional()
    .meta({ description: 'Only what was done to this service.', examples: ['rain-radar-7x3k9m2p'] }),
  before: wholeNumber('offset_invalid', 0).meta({
    description: 'Only lines before the one with this number.',
    examples: [4096],
  }),
  limit: ChangesParameters.shape.limit.meta({
    description: 'Lines per answer: 1 to 1000, by default 100.',
    examples: [100],
  }),
});

/** Parameters of the stream of changes. */
export const StreamParameters = z.object({
  since: since.meta({ description: 'A cursor, after which to go on. By default, the stream begins now.' }),
});

/** Parameters of the changes of a service. */
export const HistoryParameters = z.object({ limit, offset });

export const defaultDays = 30;

function onlyTrue(description: string) {
  return z
    .enum(['true'])
    .optional()
    .meta({ description, examples: ['true'] });
}

interface PriceRange {
  readonly minPricePerRequest?: string | undefined;
  readonly maxPricePerRequest?: string | undefined;
}

/** Refuses a range of prices in which no price is. */
function withPriceRange<Parameters extends z.ZodType<PriceRange>>(parameters: Parameters): Parameters {
  return parameters.check((context) => {
    const { minPricePerRequest: lowest, maxPricePerRequest: highest } = context.value;
    if (!isEmptyRange(lowest, highest)) return;

    context.issues.push({
      code: 'custom',
      message: 'price_range_empty',
      path: ['minPricePerRequest'],
      input: context.value,
    });
  });
}

/** Parameters of the checks of a service. */
export const ChecksParameters = daysUpTo(366);

/** Parameters of the payments of a service. */
export const PaymentsParameters = daysUpTo(365);

export type DaysParameters = typeof ChecksParameters;

function daysUpTo(most: number) {
  return z.object({
    days: wholeNumber('days_invalid', 1, most).meta({
      description: `Days to look back: 1 to ${String(most)}, by default ${String(defaultDays)}.`,
      examples: [30],
    }),
  });
}

/** Parameters of what buyers say of a service. */
export const OutcomesParameters = z.object({
  limit,
  before: z
    .string()
    .max(64)
    .optional()
    .meta({
      description: 'Id of a statement: only older ones.',
      examples: ['0m9tq2c7x5e1r8b4k6w3'],
    }),
});

/** Names a statement. */
export const OutcomeParameter = z.object({
  outcome: z.string().meta({ description: 'Id of a statement.', examples: ['0m9tq2c7x5e1r8b4k6w3'] }),
});

/** Parameters of a statement. */
export const ReplaceParameter = z.object({
  replace: z
    .enum(['true', 'false'])
    .optional()
    .meta({
      description:
        '`true`: another outcome replaces what the same payer stated within the last 7 days; both stay on record.',
      examples: ['true'],
    }),
});

/** Parameters of writes. */
export const WriteParameters = z.object({
  dryRun: z
    .enum(['true', 'false'])
    .optional()
    .meta({
      description: '`true` answers as if the change were made, and writes nothing.',
      examples: ['true'],
    }),
});

export type Read<T> = { readonly value: T } | { readonly problems: readonly FieldProblem[] };

export type ParameterSchema<T> = z.ZodType<T> & { readonly shape: Readonly<Record<string, z.ZodType>> };

/** The query of a request. */
export function parametersOf(c: Context): URLSearchParams {
  // `new URL` would throw: this URL holds the client's Host header, which need not be a valid host.
  const [, query = ''] = /\?([^#]*)/.exec(c.req.url) ?? [];

  return new URLSearchParams(query);
}

/**
 * The parameters of a query that the schema knows, spelled in one way, so that equal questions share a cached answer: in the order of the schema,
 * without empty values, and with the values of lists sorted.
 */
export function knownParameters(
  { shape }: Pick<ParameterSchema<unknown>, 'shape'>,
  given: URLSearchParams,
): URLSearchParams {
  if (given.size === 0) return given;

  return new URLSearchParams(
    Object.entries(shape).flatMap(([name, type]) => {
      const values = given.getAll(name);
      const spelled = isList(type)
        ? values.map((value) => filterValues([value]).sort().join()).sort()
        : values;
      return spelled.filter((value) => value !== '').map((value) => [name, value]);
    }),
  );
}

/**
 * Reads the query of a URL by a schema. Treats an empty value as absent, since HTML forms send one for an empty field, and leaves unknown
 * parameters alone. `problemsOf` knows the codes of the schema's rules.
 */
export function readParameters<T>(
  schema: ParameterSchema<T>,
  given: URLSearchParams,
  problemsOf: typeof parameterProblems = parameterProblems,
): Read<T> {
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
    : [...faults, ...problemsOf(parsed.error, raw).filter(({ pointer }) => !named.has(pointer))];
  return parsed.success && problems.length === 0 ? { value: parsed.data } : { problems };
}

/** The catalog that parameters are read against. */
interface Asked {
  readonly search: Pick<Search, 'readKeywords'>;
  readonly snapshot: Pick<Snapshot, 'idsAt' | 'idsPaidTo'>;
}

export async function toListQuery(given: z.infer<typeof ListParameters>, asked: Asked): Promise<ListQuery> {
  const { sortBy, sortOrder } = given;

  return {
    ...(await toQuestion(given, asked)),
    limit: given.limit ?? defaultLimit,
    offset: given.offset ?? 0,
    ...(sortBy ? { sortBy } : {}),
    ...(sortOrder ? { sortOrder } : {}),
  };
}

/** The question of the parameters, without page and order. */
export async function toQuestion(
  given: z.infer<typeof FacetParameters>,
  { search, snapshot }: Asked,
): Promise<Question> {
  const { query, category, chain, status, state, maxPricePerRequest, currency, owner } = given;
  const { minPricePerRequest, mainnet, freeQuota, minUptime, delivered, paid } = given;

  return {
    ...(query === undefined || query.trim() === '' ? {} : { wanted: await search.readKeywords(query) }),
    ...(category?.length ? { categories: category } : {}),
    ...(chain?.length ? { chains: chain.map(chainKey) } : {}),
    ...(status?.length ? { statuses: status } : {}),
    ...(state?.length ? { states: state } : {}),
    ...(given.rail?.length ? { rails: given.rail } : {}),
    ...textsAsked(given),
    ...(maxPricePerRequest === undefined ? {} : { maxPrice: maxPricePerRequest }),
    ...(currency === undefined ? {} : { currency }),
    ...(owner === undefined ? {} : { owner }),
    ...(given.host === undefined && given.payTo === undefined ? {} : { among: idsAmong(given, snapshot) }),
    ...(minPricePerRequest === undefined ? {} : { minPrice: minPricePerRequest }),
    ...(mainnet ? { isMainnet: true } : {}),
    ...(freeQuota ? { freeQuota: true } : {}),
    ...(minUptime === undefined ? {} : { minUptime }),
    ...(delivered === undefined ? {} : { minDelivered: delivered }),
    ...(paid ? { isPaid: true } : {}),
  };
}

function textsAsked(given: z.infer<typeof FacetParameters>): Pick<Question, 'texts'> {
  const asked = textFilters.filter((name) => given[name]?.length);
  const texts: Record<string, string[] | undefined> = picked(given, asked);

  return asked.length === 0 ? {} : { texts };
}

/** The services at a host, those that a wallet is paid for, or those that are both. */
function idsAmong(
  { host, payTo }: Pick<z.infer<typeof FacetParameters>, 'host' | 'payTo'>,
  snapshot: Asked['snapshot'],
): ReadonlySet<string> {
  const at = host === undefined ? undefined : new Set(snapshot.idsAt(parseHost(host) ?? ''));
  if (payTo === undefined) return at ?? new Set();

  const paid = idsPaidAt(payTo, snapshot);
  return new Set(at ? paid.filter((id) => at.has(id)) : paid);
}

/** The services that a wallet is paid for, on whatever network. */
export function idsPaidAt(address: string, snapshot: Pick<Snapshot, 'idsPaidTo'>): string[] {
  return payeesAt(address).flatMap((payee) => snapshot.idsPaidTo(payee));
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

/** The number that a text of at most 15 digits, and 6 after a point, stands for; any other text stays as it is, for the schema to refuse. */
function numberOf(value: string | undefined): unknown {
  return value !== undefined && /^\d{1,15}(?:\.\d{1,6})?$/.test(value) ? Number(value) : value;
}
