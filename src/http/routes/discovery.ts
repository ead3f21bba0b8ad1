import { z } from 'zod';
import { bodyOf } from '../../views/body.ts';
import { FacetsView, facetsView } from '../../views/facets.ts';
import { listView, Service } from '../../views/service.ts';
import { SuggestionsView, suggestionsView } from '../../views/suggestions.ts';
import { makeAnswer, send, sendHot } from '../answer.ts';
import { AnswerCache } from '../answer-cache.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { readAnswers, readHeaders, serviceAnswers } from '../describe.ts';
import { forService } from '../for-service.ts';
import {
  FacetParameters,
  IdParameter,
  knownParameters,
  parametersOf,
  readParameters,
  SuggestParameters,
  toQuestion,
} from '../parameters.ts';
import type { Definition, Route } from '../route.ts';

const facetsDefinition: Definition = {
  method: 'get',
  path: '/api/facets',
  operationId: 'countFacets',
  tag: 'Search',
  summary: 'Count the services behind each filter',
  description:
    'Takes the filters of the list and counts the services of each category, chain, status, price range, currency and uptime, those that were paid, those on mainnets, and those with free requests. Each facet is counted without its own filter.',
  requestParams: { query: FacetParameters },
  responses: readAnswers(FacetsView, 'Services of each kind.', readHeaders, 'parameter_invalid'),
};

const suggestDefinition: Definition = {
  method: 'get',
  path: '/api/suggest',
  operationId: 'suggest',
  tag: 'Search',
  summary: 'Complete a query',
  description: 'Returns categories, words and names of services that complete what has been typed so far.',
  requestParams: { query: SuggestParameters },
  responses: readAnswers(
    SuggestionsView,
    'At most 8: categories, words, and names of services.',
    readHeaders,
    'parameter_invalid',
  ),
};

const similarDefinition: Definition = {
  method: 'get',
  path: '/api/services/{id}/similar',
  operationId: 'listSimilarServices',
  tag: 'Services',
  summary: 'List similar services',
  description: 'Returns services that resemble this one in what they do.',
  requestParams: { path: IdParameter },
  responses: serviceAnswers(z.array(Service), 'At most 10, the most alike first.'),
};

export const discoveryDefinitions = [facetsDefinition, suggestDefinition, similarDefinition];

/** The cache budget for as long as lists stay the same. */
const facetsLimit = { answers: 500, bytes: 4 * 1024 * 1024 };

/** Facet counts, completions and similar services. */
export function discoveryRoutes(dependencies: RouteDependencies): Route[] {
  const { store, watchCache, refuse, inTurn, asking } = dependencies;
  const counts = new AnswerCache(facetsLimit);
  watchCache?.('facets', counts.counts);

  function facets(c: Context): Response | Promise<Response> {
    const { snapshot } = store;
    const asked = parametersOf(c);
    const parameters = knownParameters(FacetParameters, asked);
    const question = parameters.toString();
    const known = counts.find(store.lists, question);
    if (known) return sendHot(c, known, snapshot.version);

    const given = readParameters(FacetParameters, asked);
    if ('problems' in given) return refuse(c, { code: 'parameter_invalid', errors: given.problems });

    const turn = given.value.query === undefined ? inTurn : asking;
    return turn(c, async () => {
      const { snapshot, search } = store;
      const answer = await counts.findOrAsk(store.lists, question, async () => {
        const facets = await search.facets(await toQuestion(given.value, { search, snapshot }));
        return makeAnswer(bodyOf(facetsView(facets, snapshot)));
      });
      return sendHot(c, answer, snapshot.version);
    });
  }

  function suggestions(c: Context): Response | Promise<Response> {
    const given = readParameters(SuggestParameters, parametersOf(c));
    if ('problems' in given) return refuse(c, { code: 'parameter_invalid', errors: given.problems });

    return asking(c, async () => {
      const { version } = store.snapshot;
      const found = await store.search.suggest(given.value.query ?? '');
      return send(c, makeAnswer(bodyOf(suggestionsView(found))), version);
    });
  }

  const similar = forService(dependencies, (c, entry, { version }) =>
    asking(c, async () => {
      const similar = await store.search.similar(entry);
      return send(c, makeAnswer(bodyOf(listView(similar))), version);
    }),
  );

  return [
    { definition: facetsDefinition, counted: true, handle: facets },
    { definition: suggestDefinition, counted: true, handle: suggestions },
    { definition: similarDefinition, counted: true, handle: similar },
  ];
}
