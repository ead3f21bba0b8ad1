import { z } from 'zod';
import { maxFilterValues, maxQueryLength } from '../search/query/question.ts';
import { codePoints } from '../domain/plain-text.ts';
import { printListCursor, readListCursor } from './list-cursor.ts';
import { wholeNumber } from './parameters.ts';

/** Entries on one page of a search, and of the list. */
export const resultsPerPage = 10;
export const entriesPerPage = 20;
const maxPerPage = 100;

const maxFilters = 20;
const maxFacets = 10;
const maxBuckets = 1000;
const longestExpression = 500;

const pageSize = (usual: number) =>
  wholeNumber('page_size_invalid', 1, maxPerPage).meta({
    description: `Entries per page: 1 to ${String(maxPerPage)}, by default ${String(usual)}.`,
    examples: [usual],
  });

const pageToken = z
  .string()
  .refine((text) => readListCursor(text) !== undefined, { error: 'page_token_invalid' })
  .optional()
  .meta({
    description: 'The `pageToken` of the last answer, for the next page.',
    examples: [printListCursor(0)],
  });

const text = z
  .string({ error: (issue) => (issue.input === undefined ? 'text_missing' : undefined) })
  .refine((given) => given.trim() !== '', { error: 'text_missing' })
  .refine((given) => codePoints(given) <= maxQueryLength, {
    error: 'query_too_long',
    params: { max: maxQueryLength },
  })
  .meta({ description: 'What is needed, in a sentence.', examples: ['weather forecast for a city'] });

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const manyValues = z
  .array(scalar)
  .min(1, { error: 'filter_value_invalid' })
  .max(maxFilterValues, { error: 'filter_value_invalid' });

const filter = z
  .record(z.string(), z.union([scalar, manyValues], { error: 'filter_value_invalid' }))
  .refine((given) => Object.keys(given).length <= maxFilters, { error: 'too_many_filters' })
  .optional()
  .meta({
    description:
      'Values by path. An entry must have one of the values of each path; another path is refused with those that are known. A prefixed path is matched by its IRI.',
    examples: [{ tags: ['weather-environment'], 'pay:network': ['eip155:8453'] }],
  });

/** Remote contexts are never fetched: only what an object binds counts. */
const context = z
  .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .optional()
  .meta({
    description: 'Binds the prefixes of the filter (JSON-LD). Addresses of contexts are not fetched.',
    examples: [{ pay: 'https://agenticresourcediscovery.org/ns/payment#' }],
  });

/** What an answer is about: by a sentence, by filters, or both. */
export const ArdQuery = z.strictObject({ '@context': context, text: text.optional(), filter });
export type ArdQuery = z.infer<typeof ArdQuery>;

/** The body of a search. */
export const ArdSearchRequest = z.strictObject({
  query: z.strictObject({ '@context': context, text, filter }),
  federation: z
    .enum(['auto', 'referrals', 'none'])
    .optional()
    .meta({ description: 'This registry asks no other one, and refers to none, whatever is given.' }),
  pageSize: pageSize(resultsPerPage),
  pageToken,
});

const facet = z.strictObject({
  field: z.string().meta({ description: 'A path, as in a filter.', examples: ['tags'] }),
  limit: wholeNumber('facet_limit_invalid', 1, maxBuckets).meta({
    description: 'Buckets at most: 1 to 1000, by default 20.',
  }),
  minCount: wholeNumber('count_invalid', 0).meta({ description: 'Leaves out buckets with fewer entries.' }),
});
export type FacetRequest = z.infer<typeof facet>;

/** The body of an exploration. */
export const ArdExploreRequest = z.strictObject({
  query: ArdQuery.optional(),
  resultType: z.strictObject({
    facets: z
      .array(facet)
      .refine(({ length }) => length >= 1 && length <= maxFacets, { error: 'facets_invalid' }),
  }),
});

/** Parameters of the list. */
export const ArdListParameters = z.object({
  filter: z
    .string()
    .max(longestExpression, { error: 'expression_invalid' })
    .optional()
    .meta({
      description:
        'Conditions joined by AND: `displayName` (a part of it, in any letter case), `type`, `publisherId`, `tags` (each a list of values separated by commas), `createdAfter`, `updatedAfter`.',
      examples: ['displayName="rain" AND updatedAfter>"2026-01-01"'],
    }),
  orderBy: z
    .string()
    .max(longestExpression, { error: 'order_invalid' })
    .optional()
    .meta({
      description:
        '`displayName`, `createdAt` or `updatedAt`, with `ASC` or `DESC` behind it. By default those listed first come first.',
      examples: ['updatedAt DESC'],
    }),
  pageSize: pageSize(entriesPerPage),
  pageToken,
});

/** The path parameter that names an entry. */
export const IdentifierParameter = z.object({
  identifier: z.string().meta({
    description: 'The identifier of an entry, percent-encoded once.',
    examples: ['urn:air:tollbook.example:service:rain-radar-7x3k9m2p'],
  }),
});
