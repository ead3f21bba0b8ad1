import { z } from 'zod';
import type { FieldProblem } from '../../domain/field-problem.ts';
import type { Entry } from '../../domain/snapshot.ts';
import { bodyOf } from '../../views/body.ts';
import { DiscoveryResource, discoveryResource } from '../../views/discovery-resource.ts';
import { makeAnswer, send } from '../answer.ts';
import {
  bazaarFilters,
  BazaarSearchParameters,
  MerchantParameters,
  resourceLimit,
  ResourcesParameters,
  type BazaarRead,
  readBazaar,
  searchLimit,
} from '../bazaar-parameters.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { json, notModified, readHeaders, refusals } from '../describe.ts';
import { parametersOf } from '../parameters.ts';
import { nextListCursor, printListCursor, readListCursor } from '../list-cursor.ts';
import type { Definition, Route } from '../route.ts';

/** The version of x402 whose discovery this is, whatever version each resource speaks. */
const x402Version = 2;

const version = z.literal(x402Version);
const resources = z.array(DiscoveryResource);
const Pagination = z.strictObject({ limit: z.int(), offset: z.int(), total: z.int() });

const unappliedFilters = z
  .array(z.string())
  .optional()
  .meta({
    description:
      'Parameters of the request that were not applied: unknown ones, and filters with a value that cannot be read. Absent without any.',
    examples: [['curatedOnly']],
  });

const ResourcesView = z.strictObject({
  x402Version: version,
  items: resources,
  pagination: Pagination,
  unappliedFilters,
});
const SearchView = z.strictObject({
  x402Version: version,
  resources,
  partialResults: z.literal(false),
  pagination: z.strictObject({ limit: z.int(), cursor: z.string().nullable() }),
  searchMethod: z.enum(['text', 'hybrid']),
  unappliedFilters,
});
const MerchantView = z.strictObject({
  x402Version: version,
  payTo: z.string(),
  resources,
  pagination: Pagination,
  unappliedFilters,
});

const answers = (view: z.ZodType, description: string): Definition['responses'] => ({
  200: json(view, description, readHeaders),
  304: notModified(),
  ...refusals('parameter_invalid', 'too_many_requests', 'unavailable'),
});

const resourcesDefinition: Definition = {
  method: 'get',
  path: '/discovery/resources',
  operationId: 'listDiscoveryResources',
  tag: 'Bazaar',
  summary: 'List all services for clients of x402 discovery',
  description:
    'Returns services as x402 discovery shapes them, those listed first at first, so that paging meets each once while others are added. `accepts` is what the live 402 said, as its seller sent it; where none was read, what the owner declares, and `extensions.tollbook.terms` says which. Give a client the address of this site as its facilitator.',
  requestParams: { query: ResourcesParameters },
  responses: answers(ResourcesView, 'A page of services.'),
};

const searchDefinition: Definition = {
  method: 'get',
  path: '/discovery/search',
  operationId: 'searchDiscoveryResources',
  tag: 'Bazaar',
  summary: 'Search services for clients of x402 discovery',
  description:
    'Finds services by a sentence or words, ranked like every search of this catalog. What the sentence demands counts too, unless a parameter says otherwise.',
  requestParams: { query: BazaarSearchParameters },
  responses: answers(SearchView, 'A page of services, best first.'),
};

const merchantDefinition: Definition = {
  method: 'get',
  path: '/discovery/merchant',
  operationId: 'listMerchantResources',
  tag: 'Bazaar',
  summary: 'List the services that a wallet is paid for',
  description:
    'Returns the services that declare a wallet, or whose live 402 names it; none for one that nobody uses.',
  requestParams: { query: MerchantParameters },
  responses: answers(MerchantView, 'A page of services.'),
};

export const bazaarDefinitions = [resourcesDefinition, searchDefinition, merchantDefinition];

/** Those listed first come first: new ones move nobody from one page to another. */
const byAge = { sortBy: 'createdAt', sortOrder: 'asc' } as const;

/** The catalog as clients of x402 discovery (Bazaar) read it. */
export function bazaarRoutes(dependencies: RouteDependencies): Route[] {
  const { store, history, addMeaning, siteUrl, assets, turns, refuse, inTurn, asking } = dependencies;

  async function viewOf(entries: readonly Entry[]): Promise<DiscoveryResource[]> {
    const live = await history.sentChallenges(entries);

    return entries.map((entry) => discoveryResource(entry, live.get(entry.declared.id), { siteUrl, assets }));
  }

  /** Bazaar clients read `error`, in place of the members of RFC 9457. */
  function refuseParameters(c: Context, errors: readonly FieldProblem[]): Response {
    const error = errors.map(({ detail }) => detail).join('. ');

    return refuse(c, { code: 'parameter_invalid', errors, members: { error } });
  }

  /** Answers with one page of the services that pass the filters. */
  function sendPage(
    c: Context,
    { value: given, unapplied }: BazaarRead<z.infer<typeof ResourcesParameters>>,
    usualLimit: number,
    view: (resources: DiscoveryResource[], pagination: z.infer<typeof Pagination>) => object,
  ): Promise<Response> {
    const { limit = usualLimit, offset = 0 } = given;

    return inTurn(c, async () => {
      const { snapshot, search } = store;
      const filters = await bazaarFilters(given, { snapshot, assets, turns });
      const { total, entries } = await search.list({ ...filters, ...byAge, limit, offset });
      const body = { ...view(await viewOf(entries), { limit, offset, total }), ...unapplied };
      return send(c, makeAnswer(bodyOf(body)), snapshot.version);
    });
  }

  function list(c: Context): Response | Promise<Response> {
    const given = readBazaar(ResourcesParameters, parametersOf(c));
    if ('problems' in given) return refuseParameters(c, given.problems);

    return sendPage(c, given, resourceLimit.default, (items, pagination) => ({
      x402Version,
      items,
      pagination,
    }));
  }

  function listOfMerchant(c: Context): Response | Promise<Response> {
    const given = readBazaar(MerchantParameters, parametersOf(c));
    if ('problems' in given) return refuseParameters(c, given.problems);

    const { payTo } = given.value;
    return sendPage(c, given, searchLimit.default, (resources, pagination) => ({
      x402Version,
      payTo,
      resources,
      pagination,
    }));
  }

  async function find(c: Context): Promise<Response> {
    const given = readBazaar(BazaarSearchParameters, parametersOf(c));
    if ('problems' in given) return refuseParameters(c, given.problems);

    const { query, limit = searchLimit.default, cursor = printListCursor(0) } = given.value;
    const offset = readListCursor(cursor) ?? 0;
    const read = await asking(c, () => store.search.readSentence(query));
    const sentence = await addMeaning(read);
    return asking(c, async () => {
      const { snapshot, search } = store;
      const filters = await bazaarFilters(given.value, { snapshot, assets, turns });
      const { total, hits, by } = await search.intent(sentence, { limit, offset }, filters);
      const body = {
        x402Version,
        resources: await viewOf(hits.map(({ entry }) => entry)),
        partialResults: false,
        pagination: { limit, cursor: nextListCursor(offset, hits.length, total) ?? null },
        searchMethod: by.includes('meaning') ? 'hybrid' : 'text',
        ...given.unapplied,
      };
      return send(c, makeAnswer(bodyOf(body)), snapshot.version);
    });
  }

  return [
    { definition: resourcesDefinition, counted: true, handle: list },
    { definition: searchDefinition, counted: true, handle: find },
    { definition: merchantDefinition, counted: true, handle: listOfMerchant },
  ];
}
