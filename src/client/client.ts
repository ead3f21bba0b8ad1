import createTypedFetch, { type Client as TypedFetch } from 'openapi-fetch';
import { isObject } from '../domain/json-object.ts';
import { invalidAnswer, refusalOf } from './api-error.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import type { components, operations, paths } from './openapi.ts';
import { type ClientOptions, patienceOf } from './options.ts';
import { patientFetch } from './patient-fetch.ts';

export { ApiError, type ClientCode } from './api-error.ts';
export type { components, operations, paths } from './openapi.ts';
export type { ClientOptions } from './options.ts';

type Schemas = components['schemas'];
type ListParameters = NonNullable<operations['listServices']['parameters']['query']>;
type FindParameters = operations['searchByIntent']['parameters']['query'];

export type Service = Schemas['Service'];
export type StatusRecord = Schemas['StatusRecord'];
export type Observed = Schemas['Observed'];
export type Category = Schemas['Category'];
export type IntentAnswer = Schemas['IntentAnswer'];
export type Registration = Schemas['Registration'];
export type ValidationRequest = Schemas['ValidationRequest'];
export type Validation = Schemas['Validation'];

/** Filters and order of a list, as `GET /api/services` has them. `limit` is the size of a page, 1 to 100. */
export type ListQuery = Readonly<ListParameters>;

/** What can be set for one call. */
export interface CallOptions {
  /** Stops this call. */
  readonly signal?: AbortSignal | undefined;
}

export interface RegisterOptions extends CallOptions {
  /** Makes it safe to send the same registration again, also from another process; a new one for each call when left out. */
  readonly idempotencyKey?: string | undefined;
  /** Checks the registration and writes nothing. */
  readonly dryRun?: boolean | undefined;
}

/** One page of a list, and how many services the whole list has. */
export interface Page {
  readonly services: readonly Service[];
  readonly total: number;
}

/**
 * A client of the HTTP API. Every method throws `ApiError` when there is no answer, and the reason of the signal when that is aborted.
 * Bodies have the types of the API's description; like any data from a network, they are not checked member by member.
 */
export interface Client {
  /** Every service that fits, page by page, each once. Services that move between pages during the iteration may be missed: `tollbook/mirror` copies a catalog without gaps. */
  search(query?: Omit<ListQuery, 'offset'>, options?: CallOptions): AsyncGenerator<Service, void, undefined>;
  /** One page of the list. */
  list(query?: ListQuery, options?: CallOptions): Promise<Page>;
  /** The services that fit a sentence like “weather forecast under $0.01 on Base”, best first. */
  find(sentence: string, options?: CallOptions & Readonly<Omit<FindParameters, 'q'>>): Promise<IntentAnswer>;
  service(id: string, options?: CallOptions): Promise<Service>;
  /** A summary of what was observed. */
  status(id: string, options?: CallOptions): Promise<StatusRecord>;
  /** The live terms beside the declared ones. */
  observed(id: string, options?: CallOptions): Promise<Observed>;
  categories(options?: CallOptions): Promise<readonly Category[]>;
  /** Lists a service; needs a key. Sent again when the answer is lost, which lists it once. */
  register(registration: Registration, options?: RegisterOptions): Promise<Service>;
  /** Lets the server look at an endpoint as a buyer would. Writes nothing, and needs no key. */
  validate(request: ValidationRequest, options?: CallOptions): Promise<Validation>;
  /**
   * Any other operation, by its path: `api.GET('/api/facets', { params: { query: {} } })` resolves to `data` or `error`, with the same key,
   * retries and limits. For exports and event streams use `fetch`: here an answer is read as a whole.
   */
  readonly api: TypedFetch<paths>;
}

/** As many as a page may have. */
const maxPerPage = 100;

/** @throws {TypeError} when an option breaks its rule */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, key, patience } = patienceOf(options);
  const api = createTypedFetch<paths>({
    baseUrl,
    fetch: patientFetch(patience),
    headers: { Accept: 'application/json', ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }) },
  });

  return { api, ...reads(api), ...writes(api) };
}

function reads(
  api: TypedFetch<paths>,
): Pick<Client, 'search' | 'list' | 'find' | 'service' | 'status' | 'observed' | 'categories'> {
  const list: Client['list'] = async (query = {}, options) => {
    const { data, response } = await answered(
      api.GET('/api/services', { params: { query }, ...signalOf(options) }),
    );
    if (!Array.isArray(data) || !data.every(isObject)) {
      throw invalidAnswer(response.url, 'something that is not a list of services');
    }

    return { services: data, total: Number(response.headers.get('X-Total-Count') ?? data.length) };
  };

  return {
    list,
    search: ({ limit = maxPerPage, ...query } = {}, options) =>
      allPages(limit, (offset) => list({ ...query, limit, offset }, options)),
    find: async (q, { signal, ...query } = {}) =>
      dataOf(
        api.GET('/api/services/search/intent', {
          params: { query: { ...query, q } },
          ...signalOf({ signal }),
        }),
      ),
    service: async (id, options) =>
      dataOf(api.GET('/api/services/{id}', { params: { path: { id } }, ...signalOf(options) })),
    status: async (id, options) =>
      dataOf(api.GET('/api/services/{id}/status', { params: { path: { id } }, ...signalOf(options) })),
    observed: async (id, options) =>
      dataOf(api.GET('/api/services/{id}/observed', { params: { path: { id } }, ...signalOf(options) })),
    categories: async (options) => dataOf(api.GET('/api/categories', signalOf(options))),
  };
}

function writes(api: TypedFetch<paths>): Pick<Client, 'register' | 'validate'> {
  return {
    register: async (body, { idempotencyKey = newIdempotencyKey(), dryRun, ...options } = {}) =>
      dataOf(
        api.POST('/api/services', {
          params: {
            query: dryRun === true ? { dryRun: 'true' } : {},
            header: { 'Idempotency-Key': idempotencyKey },
          },
          body,
          ...signalOf(options),
        }),
      ),
    validate: async (body, options) => dataOf(api.POST('/api/validate', { body, ...signalOf(options) })),
  };
}

/** Ends with a page that is not full, or brings nothing new: a server cannot keep it going with the same services. */
async function* allPages(
  limit: number,
  read: (offset: number) => Promise<Page>,
): AsyncGenerator<Service, void, undefined> {
  const seen = new Set<string>();

  for (let offset = 0; ; offset += limit) {
    const { services } = await read(offset);
    const fresh = services.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    yield* fresh;
    if (fresh.length === 0 || services.length < limit) return;
  }
}

function signalOf(options: CallOptions | undefined): { readonly signal?: AbortSignal } {
  return options?.signal ? { signal: options.signal } : {};
}

/** An answer of `openapi-fetch`. */
interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

async function dataOf<Data>(asked: Promise<Answer<Data>>): Promise<Data> {
  return (await answered(asked)).data;
}

/** @throws {ApiError} for a refusal, and for an answer without JSON */
async function answered<Data>(
  asked: Promise<Answer<Data>>,
): Promise<{ readonly data: Data; readonly response: Response }> {
  const { data, error, response } = await asked.catch(asInvalid);
  if (!response.ok) throw refusalOf(response, error);
  if (typeof data !== 'object' || data === null) {
    throw invalidAnswer(response.url, 'something that is neither an object nor a list');
  }

  return { data, response };
}

/** A site that is no catalog answers with a page, which is no JSON. */
function asInvalid(error: unknown): never {
  throw error instanceof SyntaxError
    ? invalidAnswer('', 'something that is not JSON', { cause: error })
    : error;
}
