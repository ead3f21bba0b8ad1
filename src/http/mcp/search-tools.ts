import { z } from 'zod';
import { byTextFilter } from '../../domain/declared-fields.ts';
import type { Entry } from '../../domain/snapshot.ts';
import type { Nearest } from '../../search/search.ts';
import { droppedNames } from '../../views/intent.ts';
import { nextListCursor, readListCursor } from '../list-cursor.ts';
import { IntentParameters, ListParameters, readParameters, toListQuery } from '../parameters.ts';
import { decimalLike, flagLike, listLike, numberLike, queryOf, refusalOf, textLike } from './arguments.ts';
import { briefOf, knownServices, ServiceBrief } from './service-brief.ts';
import { defineTool } from './tool.ts';

/** Few, because agents pay for every word that they read. */
const results = { default: 5, most: 20 };

const page = {
  limit: z
    .int()
    .min(1)
    .max(results.most)
    .default(results.default)
    .meta({ description: `Results per answer: 1 to ${String(results.most)}.` }),
  cursor: z
    .string()
    .refine(
      (text) => readListCursor(text) !== undefined,
      'give the nextCursor of the last answer, or leave it out',
    )
    .optional()
    .meta({ description: 'The nextCursor of the last answer, for the next page.' }),
};

type Page = z.infer<z.ZodObject<typeof page>>;

const Found = z.object({
  total: z.int(),
  results: z.array(ServiceBrief),
  nextCursor: z.string().optional().meta({ description: 'Absent on the last page.' }),
});

const { shape } = ListParameters;

const SearchInput = z.strictObject({
  query: textLike(shape.query),
  category: listLike(shape.category),
  chain: listLike(shape.chain),
  status: listLike(shape.status),
  state: listLike(shape.state),
  ...byTextFilter((name) => listLike(shape[name])),
  minPricePerRequest: decimalLike(shape.minPricePerRequest),
  maxPricePerRequest: decimalLike(shape.maxPricePerRequest),
  currency: textLike(shape.currency),
  mainnet: flagLike(shape.mainnet),
  freeQuota: flagLike(shape.freeQuota),
  minUptime: numberLike(shape.minUptime),
  delivered: numberLike(shape.delivered),
  paid: flagLike(shape.paid),
  host: textLike(shape.host),
  payTo: textLike(shape.payTo),
  sortBy: textLike(shape.sortBy),
  sortOrder: textLike(shape.sortOrder),
  ...page,
});

export const searchServices = defineTool({
  name: 'search_services',
  title: 'Search paid APIs',
  description:
    'Lists APIs that charge per request through x402, by words and exact filters. For a need in a sentence, use find_by_intent. Before paying, heed the verdict of each.',
  input: SearchInput,
  output: Found,
  call: async ({ limit, cursor, ...filters }, catalog) => {
    const given = readParameters(ListParameters, queryOf(filters));
    if ('problems' in given) return refusalOf(given.problems);

    return catalog.asking(async () => {
      const { snapshot, search } = catalog.store;
      const asked = await toListQuery(given.value, { search, snapshot });
      const { total, entries } = await search.list({ ...asked, limit, offset: placeOf(cursor) });
      return { answer: found({ total, entries }, { limit, cursor }, catalog.clock()) };
    });
  },
});

export const findByIntent = defineTool({
  name: 'find_by_intent',
  title: 'Find paid APIs for a need',
  description:
    'Finds APIs that charge per request through x402 for a need in plain words, like “weather forecast under $0.01 on Base”. Prices, chains and other demands filter; meaning ranks. Before paying, heed the verdict of each.',
  input: z.strictObject({
    q: z.string().meta({ description: IntentParameters.shape.q.description }),
    ...page,
  }),
  output: Found.extend({
    understood: z.record(z.string(), z.unknown()).meta({ description: 'What was read out of the sentence.' }),
    nearest: z
      .object({ dropped: z.array(z.string()), total: z.int(), results: z.array(ServiceBrief) })
      .optional()
      .meta({
        description:
          'Only where nothing was found: what one demand less would find, by the members of `understood` that were left out.',
      }),
  }),
  call: async ({ q, limit, cursor }, catalog) => {
    const given = readParameters(IntentParameters, queryOf({ q }));
    if ('problems' in given) return refusalOf(given.problems);

    const read = await catalog.asking(() => catalog.store.search.readSentence(given.value.q));
    // Waiting for a model takes nobody's turn.
    const sentence = await catalog.addMeaning(read);
    return catalog.asking(async () => {
      const answer = await catalog.store.search.intent(sentence, { limit, offset: placeOf(cursor) });
      const entries = answer.hits.map(({ entry }) => entry);
      const { keywords: _keywords, peg: _peg, ...understood } = answer.intent;
      const body = found({ total: answer.total, entries }, { limit, cursor }, catalog.clock());
      const { nearest } = answer;
      return {
        answer: {
          ...body,
          understood,
          ...(nearest ? { nearest: briefNearest(nearest, catalog.clock()) } : {}),
        },
      };
    });
  },
});

function briefNearest({ dropped, total, hits }: Nearest, now: Date) {
  const entries = hits.map(({ entry }) => entry);

  return {
    dropped: droppedNames(dropped),
    total,
    results: knownServices(entries).map((each) => briefOf(each, now)),
  };
}

/** How many results come before the page. */
function placeOf(cursor: string | undefined): number {
  return cursor === undefined ? 0 : (readListCursor(cursor) ?? 0);
}

function found(
  { total, entries }: { readonly total: number; readonly entries: readonly Entry[] },
  { cursor }: Page,
  now: Date,
): z.infer<typeof Found> {
  const nextCursor = nextListCursor(placeOf(cursor), entries.length, total);

  return {
    total,
    results: knownServices(entries).map((each) => briefOf(each, now)),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  };
}
