import { z } from 'zod';
import { CategoryId } from '../domain/category.ts';
import { Currency, PricePerRequest } from '../domain/money.ts';
import { Status } from '../domain/status.ts';
import { type IntentAnswer, type Nearest, rankedBy, rankingVersion } from '../search/search.ts';
import { sortOrders } from '../search/query/question.ts';
import { Service, serviceView } from './service.ts';

export const Intent = z
  .strictObject({
    keywords: z.array(z.string()).meta({ description: 'What it is about; these rank.' }),
    category: z.array(CategoryId).optional().meta({ description: 'What it is probably about; ranks.' }),
    chain: z
      .array(z.string())
      .optional()
      .meta({ description: 'Any of these. This member and those below filter.' }),
    minPrice: z.optional(PricePerRequest),
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
  .meta({ description: 'What Tollbook understood.' });

const Result = z.strictObject({
  service: Service,
  score: z.number(),
  why: z.array(z.string()).meta({ description: 'Reasons that a person can check.' }),
});

/** The services found for a sentence, and how the sentence was understood. */
export const IntentView = z.strictObject({
  query: z.string(),
  intent: Intent,
  total: z.int().min(0),
  results: z.array(Result),
  nearest: z
    .strictObject({
      dropped: z.array(z.string()).meta({ description: 'The members of `intent` that were left out.' }),
      total: z.int().min(1),
      results: z.array(Result).max(3),
    })
    .optional()
    .meta({
      description: 'Only beside a `total` of 0: what the sentence finds without one of its demands.',
    }),
  ranking: z
    .strictObject({
      version: z.string().meta({ description: 'Version of the rules behind scores and reasons.' }),
      by: z.array(z.enum(rankedBy)).meta({
        description:
          'What took part. Without `meaning`, words alone answered: the sentence is nothing but demands, or its meaning was not known.',
      }),
      complete: z.boolean().meta({
        description:
          'False when the same sentence may soon be answered in another order: its meaning was not known in time, or some services are not read yet. Do not cache it.',
      }),
    })
    .meta({ description: 'The same sentence, catalog and ranking give the same answer.' }),
});

export function intentView(query: string, { intent, total, hits, by, nearest, isComplete }: IntentAnswer) {
  // The peg of a price is internal: the API contract has no such member.
  const { peg: _peg, ...understood } = intent;

  return {
    query,
    intent: understood,
    total,
    results: hits.map(resultOf),
    ...(nearest ? { nearest: nearestView(nearest) } : {}),
    ranking: { version: rankingVersion, by, complete: isComplete },
  };
}

function resultOf({ entry, score, why }: IntentAnswer['hits'][number]) {
  return { service: serviceView(entry), score, why };
}

function nearestView({ dropped, total, hits }: Nearest) {
  return { dropped: droppedNames(dropped), total, results: hits.map(resultOf) };
}

/** What was left out of a sentence; a limit of the price goes by one name, whatever else belongs to it. */
export function droppedNames(dropped: Nearest['dropped']): string[] {
  return dropped.filter((name) => name !== 'peg' && name !== 'maxPriceExclusive');
}
