import { z } from 'zod';
import { CategoryId } from '../../domain/category.ts';
import { Currency, PricePerRequest } from '../../domain/money.ts';
import { Status } from '../../domain/status.ts';
import { bodyOf, Service, serviceView } from '../../domain/views.ts';
import { rankingVersion } from '../../search/intent/rank.ts';
import { defaultLimit, sortOrders } from '../../search/list-query.ts';
import { makeAnswer, send } from '../answer.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { json, notModified, readHeaders, refusals } from '../describe.ts';
import { IntentParameters, parametersOf, readParameters } from '../parameters.ts';
import type { Definition, Route } from '../route.ts';

export const Intent = z
  .strictObject({
    keywords: z.array(z.string()).meta({ description: 'What it is about; these rank.' }),
    category: z.array(CategoryId).optional().meta({ description: 'What it is probably about; ranks.' }),
    chain: z
      .array(z.string())
      .optional()
      .meta({ description: 'Any of these; a filter, as all that follow.' }),
    maxPrice: z.optional(PricePerRequest),
    maxPriceExclusive: z
      .literal(true)
      .optional()
      .meta({ description: 'The price must stay under `maxPrice` (“less than”), not reach it (“at most”).' }),
    currency: z.optional(Currency),
    status: z.optional(Status),
    freeQuota: z
      .union([z.literal(true), z.int().min(0)])
      .optional()
      .meta({ description: 'Free requests at least; `true`: any.' }),
    minTrustScore: z.int().min(0).max(100).optional(),
    sortBy: z.enum(['price', 'trustScore', 'createdAt', 'name']).optional(),
    sortOrder: z.enum(sortOrders).optional(),
    excludes: z
      .strictObject({ chain: z.array(z.string()).optional(), category: z.array(CategoryId).optional() })
      .optional(),
  })
  .meta({ description: 'What the sentence was understood to ask for.' });

export const IntentAnswer = z.strictObject({
  query: z.string(),
  intent: Intent,
  total: z.int().min(0),
  results: z.array(
    z.strictObject({
      service: Service,
      score: z.number(),
      why: z.array(z.string()).meta({ description: 'Reasons that a person can check.' }),
    }),
  ),
  ranking: z.string().meta({ description: 'Version of the rules behind scores and reasons.' }),
});

export const intentDefinition: Definition = {
  method: 'get',
  path: '/api/services/search/intent',
  operationId: 'searchByIntent',
  tag: 'Search',
  summary: 'Find services by a sentence',
  description:
    'Reads a sentence like “weather forecast under $0.01 on Base”. Price, chain, currency, status, free quota, trust score and exclusions filter the services; category and keywords rank them. The results are empty when nothing fits, and the same for the same sentence and catalog.',
  requestParams: { query: IntentParameters },
  responses: {
    200: json(IntentAnswer, 'Services that fit, best first; none when nothing does.', readHeaders),
    304: notModified(),
    ...refusals('parameter_invalid', 'too_many_requests', 'unavailable'),
  },
};

export function intentRoutes({ store, refuse, inTurn }: RouteDependencies): Route[] {
  return [
    {
      definition: intentDefinition,
      counted: true,
      handle(c) {
        const given = readParameters(IntentParameters, parametersOf(c));
        if ('problems' in given) return refuse(c, { code: 'parameter_invalid', errors: given.problems });

        const { q, limit = defaultLimit, offset = 0 } = given.value;
        return inTurn(c, () => {
          const { intent, total, hits } = store.search.intent(q, { limit, offset });
          const results = hits.map(({ entry, score, why }) => ({ service: serviceView(entry), score, why }));
          return send(
            c,
            makeAnswer(bodyOf({ query: q, intent, total, results, ranking: rankingVersion })),
            store.snapshot.version,
          );
        });
      },
    },
  ];
}
