import { z } from 'zod';
import { type Assets, tokensFor } from '../domain/asset.ts';
import { effectiveTerms } from '../domain/effective-terms.ts';
import type { FieldProblem } from '../domain/field-problem.ts';
import { PricePerRequest } from '../domain/money.ts';
import { chainKey, findNetwork } from '../domain/network.ts';
import { idOf, type Entry, type Snapshot } from '../domain/snapshot.ts';
import { shownText } from '../domain/plain-text.ts';
import type { Turns } from '../live/turns.ts';
import type { Filters } from '../search/query/question.ts';
import {
  idsPaidAt,
  offset,
  type ParameterSchema,
  readParameters,
  text,
  wallet,
  walletMeta,
  wholeNumber,
} from './parameters.ts';
import { passing, type Test } from './matching-entries.ts';
import { readListCursor } from './list-cursor.ts';
import { unknownNames } from '../views/unknown-parameter.ts';
import { allTags } from '../domain/tag.ts';

/** Resources on one page of the list. */
export const resourceLimit = { default: 100, most: 1000 };

/** Resources on one page of the search, and of a merchant. */
export const searchLimit = { default: 20, most: 100 };

const pageSize = ({ default: usual, most }: typeof resourceLimit, error: string) =>
  wholeNumber(error, 1, most).meta({
    description: `Resources per page: 1 to ${String(most)}, by default ${String(usual)}.`,
    examples: [20],
  });

const list = (description: string, example: string) =>
  z
    .array(z.string())
    .optional()
    .meta({ description, examples: [[example]] });

/** The filters of x402 discovery. Clients write arrays in any of the usual ways: repeated, with commas, with brackets behind the name. */
const filters = {
  type: z
    .string()
    .optional()
    .meta({
      description: 'Every service here is called by `http`; another type matches none.',
      examples: ['http'],
    }),
  payTo: wallet().optional().meta(walletMeta),
  scheme: z
    .string()
    .optional()
    .meta({
      description: 'A scheme of x402. Of services that were never read, `exact` is assumed.',
      examples: ['exact'],
    }),
  network: z
    .string()
    .optional()
    .meta({ description: 'Short name or CAIP-2 id of a network.', examples: ['eip155:8453'] }),
  extensions: list('Names of extensions of the live 402; a service must have all of them.', 'bazaar'),
};

export const ResourcesParameters = z.object({
  ...filters,
  limit: pageSize(resourceLimit, 'page_size_invalid'),
  offset,
});

export const BazaarSearchParameters = z.object({
  query: text('query_missing').meta({
    description: 'A sentence or words that say what is needed.',
    examples: ['weather forecast for a city'],
  }),
  ...filters,
  asset: z
    .string()
    .optional()
    .meta({
      description: 'Address of a token that is known here, in any letter case; another matches none.',
      examples: ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    }),
  maxUsdPrice: z.optional(PricePerRequest).meta({
    description: 'Highest price per request in US dollars, or tokens pegged to it.',
    examples: ['0.05'],
  }),
  urlSubstring: z
    .string()
    .optional()
    .meta({ description: 'A part of the URL, in any letter case.', examples: ['api.example.com'] }),
  tags: list('Category ids and tags; a service must have one of them.', 'weather-environment'),
  limit: pageSize(searchLimit, 'limit_invalid'),
  cursor: z
    .string()
    .refine((text) => readListCursor(text) !== undefined, { error: 'cursor_invalid' })
    .optional()
    .meta({ description: 'The `pagination.cursor` of the last answer, for the next page.' }),
});

export const MerchantParameters = z.object({
  payTo: wallet('pay_to_missing').meta(walletMeta),
  limit: pageSize(searchLimit, 'limit_invalid'),
  offset,
});

type Given = z.infer<typeof ResourcesParameters> & Partial<z.infer<typeof BazaarSearchParameters>>;

/** The catalog that parameters are compared with. */
interface Compared {
  readonly snapshot: Snapshot;
  readonly assets: Assets;
  readonly turns: Turns;
}

/** The filters of the parameters. Compares every service where it has to. */
export async function bazaarFilters(given: Given, compared: Compared): Promise<Filters> {
  const { type, network, maxUsdPrice } = given;
  const among = type === undefined || type === 'http' ? await idsAmong(given, compared) : new Set<string>();

  return {
    ...(network === undefined ? {} : { chains: [chainKey(network)] }),
    ...(maxUsdPrice === undefined ? {} : { maxPrice: maxUsdPrice, peg: 'USD' }),
    ...(among ? { among } : {}),
  };
}

/** Undefined where every service may be among them. */
async function idsAmong(
  given: Given,
  { snapshot, assets, turns }: Compared,
): Promise<ReadonlySet<string> | undefined> {
  const { payTo } = given;
  const tests = testsOf(given, assets);
  if (tests.length === 0) return payTo === undefined ? undefined : new Set(idsPaidAt(payTo, snapshot));

  const entries =
    payTo === undefined
      ? snapshot.entries()
      : idsPaidAt(payTo, snapshot).flatMap((id) => snapshot.find(id) ?? []);
  return new Set((await passing(entries, tests, turns)).map(idOf));
}

function testsOf({ scheme, extensions = [], asset, urlSubstring, tags }: Given, assets: Assets): Test[] {
  const part = urlSubstring?.toLowerCase();

  return [
    ...(scheme === undefined ? [] : [(entry: Entry) => schemesOf(entry).includes(scheme)]),
    ...extensions.map(
      (name) =>
        ({ observed }: Entry) =>
          observed.facts.traits.extensions.includes(name),
    ),
    ...(tags?.length ? [({ declared }: Entry) => allTags(declared).some((tag) => tags.includes(tag))] : []),
    ...(part === undefined ? [] : [(entry: Entry) => entry.declared.endpoint.toLowerCase().includes(part)]),
    ...(asset === undefined ? [] : [(entry: Entry) => isPaidIn(asset.toLowerCase(), entry, assets)]),
  ];
}

function schemesOf({ observed }: Entry): readonly string[] {
  const { schemes } = observed.facts.traits;

  return schemes.length === 0 ? ['exact'] : schemes;
}

/** Whether a service may be paid in the token at an address, in lower case: the one that its price is in, or one pegged to that. */
function isPaidIn(address: string, entry: Entry, assets: Assets): boolean {
  const { currency, network: id, isTokenUnknown } = effectiveTerms(entry);
  const network = findNetwork(id)?.caip2 ?? id;
  const tokens = isTokenUnknown ? [] : tokensFor({ currency, network }, assets);

  return tokens.some((token) => token.address.toLowerCase() === address);
}

/** The parameters read from a query, with the answer's member that names the rest. */
export interface BazaarRead<T> {
  readonly value: T;
  readonly unapplied: { readonly unappliedFilters?: readonly string[] };
}

const maxNamed = 20;
const longestName = 100;

/**
 * Reads a query as x402 discovery has it: filters that cannot be read do not count, and are named beside those that nobody knows. What is
 * wrong with the other parameters is refused.
 */
export function readBazaar<T>(
  schema: ParameterSchema<T>,
  query: URLSearchParams,
): BazaarRead<T> | { readonly problems: readonly FieldProblem[] } {
  const given = withoutBrackets(query);
  const unknown = unknownNames(given, Object.keys(schema.shape));
  const read = readParameters(schema, given);
  if ('value' in read) return { value: read.value, unapplied: naming(unknown) };

  const unreadable = read.problems.map(({ pointer }) => pointer.slice(1));
  if (!unreadable.every((name) => isFilter(name, schema))) return read;
  const rest = readParameters(
    schema,
    new URLSearchParams([...given].filter(([name]) => !unreadable.includes(name))),
  );
  return 'value' in rest ? { value: rest.value, unapplied: naming([...unreadable, ...unknown]) } : rest;
}

/** A parameter that may be left out, and says what a service must be. */
function isFilter(name: string, { shape }: ParameterSchema<unknown>): boolean {
  return !pageParameters.includes(name) && shape[name]?.safeParse(undefined).success === true;
}

const pageParameters = ['limit', 'offset', 'cursor'];

function naming(names: readonly string[]): BazaarRead<unknown>['unapplied'] {
  if (names.length === 0) return {};

  return { unappliedFilters: names.slice(0, maxNamed).map((name) => shownText(name, longestName)) };
}

/** Query parameters as clients write arrays, `tags[]=a`, in the spelling of this API. */
function withoutBrackets(given: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...given].map(([name, value]) => [name.replace(/\[\]$/, ''), value]));
}
