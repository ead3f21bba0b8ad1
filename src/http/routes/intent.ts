import { defaultLimit } from '../../search/query/question.ts';
import { bodyOf } from '../../views/body.ts';
import { intentView, IntentView } from '../../views/intent.ts';
import { makeAnswer, send } from '../answer.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { readAnswers, readHeaders } from '../describe.ts';
import { IntentParameters, parametersOf, readParameters } from '../parameters.ts';
import type { Definition, Route } from '../route.ts';

export const intentDefinition: Definition = {
  method: 'get',
  path: '/api/services/search/intent',
  operationId: 'searchByIntent',
  tag: 'Search',
  summary: 'Find services by a sentence',
  description:
    'Reads a sentence like “weather forecast under $0.01 on Base”. Price, chain, currency, status, free quota, trust score and exclusions filter the services; category, keywords and meaning rank them. The results are empty when nothing fits, and the same for the same sentence, catalog and `ranking`.',
  requestParams: { query: IntentParameters },
  responses: readAnswers(
    IntentView,
    'Services that fit, best first; none when nothing does.',
    readHeaders,
    'parameter_invalid',
  ),
};

export function intentRoutes({ store, addMeaning, refuse, asking }: RouteDependencies): Route[] {
  return [
    {
      definition: intentDefinition,
      counted: true,
      async handle(c) {
        const given = readParameters(IntentParameters, parametersOf(c));
        if ('problems' in given) return refuse(c, { code: 'parameter_invalid', errors: given.problems });

        const { q, limit = defaultLimit, offset = 0 } = given.value;
        const read = await asking(c, () => store.search.readSentence(q));
        // Waiting for a model takes nobody's turn.
        const sentence = await addMeaning(read);
        return asking(c, async () => {
          const { version } = store.snapshot;
          const found = await store.search.intent(sentence, { limit, offset });
          // The same sentence has one answer; one that will not last must not be cached.
          const headers = found.isComplete ? {} : { 'Cache-Control': 'no-store' };
          return send(c, makeAnswer(bodyOf(intentView(q, found)), headers), version);
        });
      },
    },
  ];
}
