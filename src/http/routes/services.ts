import { z } from 'zod';
import type { Entry } from '../../domain/snapshot.ts';
import { bodyOf } from '../../views/body.ts';
import { Declaration, declarationView } from '../../views/declaration.ts';
import { listView, partialView, Service, serviceView } from '../../views/service.ts';
import { StatusRecord, statusView } from '../../views/status-record.ts';
import { makeAnswer, send, sendHot } from '../answer.ts';
import { AnswerCache } from '../answer-cache.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { listHeaders, readAnswers, serviceAnswers } from '../describe.ts';
import { forService } from '../for-service.ts';
import { linkHeader } from '../link-header.ts';
import {
  IdParameter,
  knownParameters,
  ListParameters,
  parametersOf,
  readParameters,
  ServiceParameters,
  toListQuery,
} from '../parameters.ts';
import type { Definition, Route } from '../route.ts';

const listPath = '/api/services';

const listDefinition: Definition = {
  method: 'get',
  path: listPath,
  operationId: 'listServices',
  tag: 'Services',
  summary: 'Search and list services',
  description:
    'Returns one page of services. Filters combine with AND, several values of one filter with OR. `X-Total-Count` holds the number of matches on all pages, `Link` the addresses of the other pages.',
  requestParams: { query: ListParameters },
  responses: readAnswers(z.array(Service), 'A page of services.', listHeaders, 'parameter_invalid'),
};

const serviceDefinition: Definition = {
  method: 'get',
  path: `${listPath}/{id}`,
  operationId: 'getService',
  tag: 'Services',
  summary: 'Get a service',
  description:
    'Returns the twelve fields of a service. An id never changes and is never given to another service.',
  requestParams: { path: IdParameter, query: ServiceParameters },
  responses: serviceAnswers(Service, 'The service, or the fields that were asked for.', 'parameter_invalid'),
};

const statusDefinition: Definition = {
  method: 'get',
  path: `${listPath}/{id}/status`,
  operationId: 'getServiceStatus',
  tag: 'Services',
  summary: 'Get the status record of a service',
  description:
    'Returns a summary of what Tollbook observed: the status, the trust score, the uptime and the time of the last check.',
  requestParams: { path: IdParameter },
  responses: serviceAnswers(StatusRecord, 'The status record.'),
};

const declarationDefinition: Definition = {
  method: 'get',
  path: `${listPath}/{id}/declaration`,
  operationId: 'getDeclaration',
  tag: 'Services',
  summary: 'Get what the owner of a service declares',
  description:
    'Returns the content of the file of a service in git: also who owns it and how that was proven, who may change it, what it offers beside its main route, and whether it is deprecated. Its ETag changes only when the declaration changes.',
  requestParams: { path: IdParameter },
  responses: serviceAnswers(Declaration, 'The declaration.'),
};

export const serviceDefinitions = [
  listDefinition,
  serviceDefinition,
  statusDefinition,
  declarationDefinition,
];

/** The cache budget for as long as lists stay the same, needed because clients choose the queries. */
const listLimit = { answers: 1000, bytes: 16 * 1024 * 1024 };

/** The list, one service, and its status record. */
export function serviceRoutes(dependencies: RouteDependencies): Route[] {
  const { store, watchCache, refuse, inTurn, asking } = dependencies;
  const lists = new AnswerCache(listLimit);
  watchCache?.('lists', lists.counts);

  function list(c: Context): Response | Promise<Response> {
    const { snapshot } = store;
    const asked = parametersOf(c);
    const parameters = knownParameters(ListParameters, asked);
    const question = parameters.toString();
    const known = lists.find(store.lists, question);
    if (known) return sendHot(c, known, snapshot.version);

    const given = readParameters(ListParameters, asked);
    if ('problems' in given) return refuse(c, { code: 'parameter_invalid', errors: given.problems });

    const turn = given.value.query === undefined ? inTurn : asking;
    return turn(c, async () => {
      const { snapshot, search } = store;
      const answer = await lists.findOrAsk(store.lists, question, async () => {
        const query = await toListQuery(given.value, { search, snapshot });
        const { total, entries } = await search.list(query);
        const headers = {
          'X-Total-Count': String(total),
          Link: linkHeader(listPath, parameters, query, total),
        };
        return makeAnswer(bodyOf(listView(entries, given.value.fields)), headers);
      });
      return sendHot(c, answer, snapshot.version);
    });
  }

  /** Makes a route that answers with a view of one service. */
  function view(make: (entry: Entry) => unknown): Route['handle'] {
    return forService(dependencies, (c, entry, { version }) =>
      sendHot(c, makeAnswer(bodyOf(make(entry))), version),
    );
  }

  const whole = view(serviceView);
  const part = forService(dependencies, (c, entry, { version }) => {
    const given = readParameters(ServiceParameters, parametersOf(c));
    if ('problems' in given) return refuse(c, { code: 'parameter_invalid', errors: given.problems });

    return send(c, makeAnswer(bodyOf(partialView(entry, given.value.fields))), version);
  });
  const one: Route['handle'] = (c) => (parametersOf(c).has('fields') ? part(c) : whole(c));

  return [
    { definition: listDefinition, counted: true, handle: list },
    { definition: serviceDefinition, counted: true, handle: one },
    { definition: statusDefinition, counted: true, handle: view(statusView) },
    {
      definition: declarationDefinition,
      counted: true,
      handle: view(({ declared }) => declarationView(declared)),
    },
  ];
}
