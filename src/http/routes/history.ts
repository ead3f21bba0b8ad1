import { ServiceId } from '../../domain/service-id.ts';
import { HistoryUnavailable } from '../../live/declaration-history.ts';
import { defaultLimit } from '../../search/query/question.ts';
import { bodyOf } from '../../views/body.ts';
import { HistoryView, historyView } from '../../views/history.ts';
import { type Answer, makeAnswer, send } from '../answer.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { historyHeaders, readAnswers } from '../describe.ts';
import { FairQueue } from '../fair-queue.ts';
import { readOf } from '../for-service.ts';
import { linkHeader } from '../link-header.ts';
import {
  HistoryParameters,
  IdParameter,
  knownParameters,
  parametersOf,
  readParameters,
} from '../parameters.ts';
import type { Definition, Route } from '../route.ts';

export const historyDefinition: Definition = {
  method: 'get',
  path: '/api/services/{id}/history',
  operationId: 'getServiceHistory',
  tag: 'Services',
  summary: 'List the changes of a service',
  description:
    'Returns how the declaration of a service changed, commit by commit, newest first, also of a service that was deleted. `X-Total-Count` holds the number of all changes, `Link` the addresses of the other pages.',
  requestParams: { path: IdParameter, query: HistoryParameters },
  responses: readAnswers(
    HistoryView,
    'A page of changes.',
    historyHeaders,
    'parameter_invalid',
    'service_unknown',
  ),
};

/** Histories read at the same time, each by processes of git. */
const concurrency = 2;

/** When to try again after git failed. */
const retryAfterSeconds = 5;

/** The changes of one service. */
export function historyRoutes({ store, declarations, refuse, log }: RouteDependencies): Route[] {
  // Apart from other costly work, which should not wait for git: that takes seconds while there is no index.
  const queue = new FairQueue({ concurrency });

  async function answer(id: string, parameters: URLSearchParams, page: Page): Promise<Answer | undefined> {
    const found = await declarations.page(id, page);
    if (!found) return undefined;

    const texts = await declarations.texts([...found.versions, found.before]);
    return makeAnswer(bodyOf(historyView(id, found, texts)), {
      'X-Total-Count': String(found.total),
      Link: linkHeader(`/api/services/${id}/history`, parameters, page, found.total),
    });
  }

  async function history(c: Context): Promise<Response> {
    const id = c.req.param('id') ?? '';
    const parameters = knownParameters(HistoryParameters, parametersOf(c));
    const given = readParameters(HistoryParameters, parameters);
    if ('problems' in given) return refuse(c, { code: 'parameter_invalid', errors: given.problems });
    if (!ServiceId.safeParse(id).success) return refuse(c, { code: 'service_unknown' });

    const { limit = defaultLimit, offset = 0 } = given.value;
    try {
      const found = await queue.run(c.env.client, () => answer(id, parameters, { limit, offset }));
      if (!found) return refuse(c, { code: 'service_unknown' });

      const { snapshot } = store;
      const entry = snapshot.find(id);
      const sent = await send(c, found, snapshot.version);
      return entry ? readOf(entry, sent) : sent;
    } catch (error) {
      if (!(error instanceof HistoryUnavailable)) throw error;
      log.error({ error, id }, 'the history of a service could not be read from git');
      return refuse(c, { code: 'unavailable', retryAfterSeconds });
    }
  }

  return [{ definition: historyDefinition, counted: true, handle: history }];
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}
