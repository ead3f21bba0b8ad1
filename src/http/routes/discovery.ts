import { z } from 'zod';
import { findNetwork } from '../../domain/network.ts';
import type { Snapshot } from '../../domain/snapshot.ts';
import { Status } from '../../domain/status.ts';
import { bodyOf, listView, Service } from '../../domain/views.ts';
import type { Facets, Suggestion } from '../../search/search.ts';
import { makeAnswer, send } from '../answer.ts';
import { AnswerCache } from '../answer-cache.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { json, notModified, readHeaders, refusals } from '../describe.ts';
import { forService } from '../for-service.ts';
import {
  FacetParameters,
  IdParameter,
  knownParameters,
  parametersOf,
  readParameters,
  SuggestParameters,
  toFilters,
} from '../parameters.ts';
import type { Definition, Route } from '../route.ts';

const Counted = z.strictObject({ id: z.string(), name: z.string(), count: z.int() });

export const FacetsView = z.strictObject({
  total: z.int(),
  category: z.array(Counted).meta({ description: 'Most services first.' }),
  chain: z
    .array(Counted)
    .meta({ description: 'Most services first; a service counts for each of its chains.' }),
  status: z.array(z.strictObject({ id: Status, count: z.int() })),
  price: z.array(
    z.strictObject({
      upTo: z
        .string()
        .nullable()
        .meta({ description: 'Highest price that counts here and not before; null for all that is dearer.' }),
      count: z.int(),
    }),
  ),
});

export const Suggestions = z.array(
  z.strictObject({
    text: z.string(),
    kind: z.enum(['service', 'category', 'term']),
    href: z.string().meta({ description: 'Path of its page on the site.' }),
  }),
);

const facetsDefinition: Definition = {
  method: 'get',
  path: '/api/facets',
  operationId: 'countFacets',
  tag: 'Search',
  summary: 'Count the services behind each filter',
  description:
    'Takes the filters of the list and counts the services of each category, chain, status and price range. Each facet is counted without its own filter.',
  requestParams: { query: FacetParameters },
  responses: {
    200: json(FacetsView, 'Services of each kind.', readHeaders),
    304: notModified(),
    ...refusals('parameter_invalid', 'too_many_requests', 'unavailable'),
  },
};

const suggestDefinition: Definition = {
  method: 'get',
  path: '/api/suggest',
  operationId: 'suggest',
  tag: 'Search',
  summary: 'Complete a query',
  description: 'Returns categories, words and names of services that complete what has been typed so far.',
  requestParams: { query: SuggestParameters },
  responses: {
    200: json(Suggestions, 'At most 8: categories, words, and names of services.', readHeaders),
    304: notModified(),
    ...refusals('parameter_invalid', 'too_many_requests', 'unavailable'),
  },
};

const similarDefinition: Definition = {
  method: 'get',
  path: '/api/services/{id}/similar',
  operationId: 'listSimilarServices',
  tag: 'Services',
  summary: 'List similar services',
  description: 'Returns services that resemble this one in what they do.',
  requestParams: { path: IdParameter },
  responses: {
    200: json(z.array(Service), 'At most 10, the most alike first.', readHeaders),
    304: notModified(),
    ...refusals('service_unknown', 'service_deleted', 'too_many_requests', 'unavailable'),
  },
};

export const discoveryDefinitions = [facetsDefinition, suggestDefinition, similarDefinition];

/** Counts kept for one snapshot. */
const facetsLimit = { answers: 500, bytes: 4 * 1024 * 1024 };

/** Ways to go on from where one is: other filters, other words, other services. */
export function discoveryRoutes(dependencies: RouteDependencies): Route[] {
  const { store, refuse, inTurn } = dependencies;
  const counts = new AnswerCache(facetsLimit);

  function facets(c: Context): Response | Promise<Response> {
    const { snapshot } = store;
    const parameters = knownParameters(FacetParameters, parametersOf(c));
    const question = parameters.toString();
    const known = counts.find(snapshot, question);
    if (known) return send(c, known, snapshot.version);

    const given = readParameters(FacetParameters, parameters);
    if ('problems' in given) return refuse(c, { code: 'parameter_invalid', errors: given.problems });

    return inTurn(c, () => {
      const { snapshot, search } = store;
      const answer = counts.findOrMake(snapshot, question, () =>
        makeAnswer(bodyOf(facetsView(search.facets(toFilters(given.value)), snapshot))),
      );
      return send(c, answer, snapshot.version);
    });
  }

  function suggestions(c: Context): Response | Promise<Response> {
    const given = readParameters(SuggestParameters, parametersOf(c));
    if ('problems' in given) return refuse(c, { code: 'parameter_invalid', errors: given.problems });

    return inTurn(c, () => {
      const found = store.search.suggest(given.value.query ?? '');
      return send(c, makeAnswer(bodyOf(found.map(suggestionView))), store.snapshot.version);
    });
  }

  const similar = forService(dependencies, (c, entry, { version }) =>
    inTurn(c, () => send(c, makeAnswer(bodyOf(listView(store.search.similar(entry)))), version)),
  );

  return [
    { definition: facetsDefinition, counted: true, handle: facets },
    { definition: suggestDefinition, counted: true, handle: suggestions },
    { definition: similarDefinition, counted: true, handle: similar },
  ];
}

function facetsView({ total, category, chain, status, price }: Facets, snapshot: Snapshot) {
  return {
    total,
    category: category.map(({ id, count }) => ({ id, name: snapshot.categoryName(id), count })),
    chain: chain.map(({ id, count }) => ({ id, name: findNetwork(id)?.title ?? id, count })),
    status,
    price,
  };
}

function suggestionView(suggestion: Suggestion): z.infer<typeof Suggestions>[number] {
  const { text, kind } = suggestion;

  switch (kind) {
    case 'service':
      return { text, kind, href: `/services/${suggestion.id}/` };
    case 'category':
      return { text, kind, href: `/categories/${suggestion.id}/` };
    case 'term':
      return { text, kind, href: `/search?${new URLSearchParams({ query: text }).toString()}` };
  }
}
