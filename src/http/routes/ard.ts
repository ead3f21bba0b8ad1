import { z } from 'zod';
import type { FieldProblem } from '../../domain/field-problem.ts';
import { type Entry, idOf } from '../../domain/snapshot.ts';
import { filtersOf } from '../../search/intent/intent.ts';
import type { Sentence } from '../../search/intent/read-sentence.ts';
import type { Filters, Page } from '../../search/query/question.ts';
import {
  ArdEntry,
  ardEntry,
  ardResult,
  ArdResult,
  type ArdSite,
  withAccepts,
} from '../../views/ard-entry.ts';
import { registryType } from '../../views/ard-manifest.ts';
import { publisherOf, readIdentifier, serviceIdIn } from '../../views/ard-identifier.ts';
import { ardProblem, ardProblems } from '../../views/ard-problem.ts';
import { bodyOf } from '../../views/body.ts';
import type { Problem } from '../../views/problem.ts';
import { makeAnswer, send } from '../answer.ts';
import { ArdFields } from '../ard-fields.ts';
import { type ListOrder, pageByUpdate, readExpression, readOrder } from '../ard-list.ts';
import { countFacets, readFacets, readFilter } from '../ard-matches.ts';
import {
  ArdExploreRequest,
  ArdListParameters,
  ArdSearchRequest,
  entriesPerPage,
  IdentifierParameter,
  resultsPerPage,
} from '../ard-requests.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { ardRefusals, changeHeaders, json, notModified, readHeaders } from '../describe.ts';
import { writtenHeaders } from '../headers.ts';
import { parametersOf, readParameters } from '../parameters.ts';
import { passing, type Test } from '../matching-entries.ts';
import { nextListCursor, readListCursor } from '../list-cursor.ts';
import { readBody } from '../request-body.ts';
import type { Definition, Route } from '../route.ts';
import { unknownProblem } from '../../views/unknown-parameter.ts';
import { findNow } from '../up-to-date.ts';

const nextToken = z.string().optional().meta({ description: 'For the next page; absent on the last one.' });

const Referral = z.strictObject({
  identifier: z.string(),
  displayName: z.string(),
  type: z.literal(registryType),
  url: z.url(),
});

const SearchView = z.strictObject({
  results: z.array(ArdResult),
  referrals: z.array(Referral).optional().meta({
    description: 'Empty, and only where `federation` asks for referrals: this registry knows no other one.',
  }),
  pageToken: nextToken,
});
const ExploreView = z.strictObject({
  resultType: z.literal('facets'),
  facets: z.record(
    z.string(),
    z.strictObject({
      buckets: z
        .array(z.strictObject({ value: z.string(), count: z.int() }))
        .meta({ description: 'Most entries first.' }),
      otherCount: z.int().meta({ description: 'Entries in the buckets beyond the limit.' }),
    }),
  ),
});
const ListView = z.strictObject({ items: z.array(ArdEntry), total: z.int(), pageToken: nextToken });

const reads = ['parameter_invalid', 'too_many_requests', 'unavailable'] as const;
const bodies = ['body_not_json', 'body_too_large', 'media_type_unsupported'] as const;

const searchDefinition: Definition = {
  method: 'post',
  path: '/ard/search',
  operationId: 'searchArd',
  tag: 'ARD',
  summary: 'Search the registry',
  description:
    'Finds services by a sentence, ranked like every search of this catalog; what the sentence demands of price, network and the like filters. `score` is the relevance as a share of that of the best match, in percent: it compares the results of one query, and says nothing about trust.',
  requestBody: {
    required: true,
    content: { 'application/json': { schema: ArdSearchRequest.meta({ id: 'ArdSearchRequest' }) } },
  },
  responses: {
    200: json(SearchView, 'A page of entries, best first.', changeHeaders),
    ...ardRefusals(...reads, ...bodies),
  },
};

const exploreDefinition: Definition = {
  method: 'post',
  path: '/ard/explore',
  operationId: 'exploreArd',
  tag: 'ARD',
  summary: 'Count the entries of each kind',
  description:
    'Counts the values of fields over all entries that a search with the same query would find on all its pages; without a query, over the whole registry.',
  requestBody: {
    required: true,
    content: { 'application/json': { schema: ArdExploreRequest.meta({ id: 'ArdExploreRequest' }) } },
  },
  responses: {
    200: json(ExploreView, 'The values of each field that was asked for.', changeHeaders),
    ...ardRefusals(...reads, ...bodies),
  },
};

const listDefinition: Definition = {
  method: 'get',
  path: '/ard/agents',
  operationId: 'listArdEntries',
  tag: 'ARD',
  summary: 'List all entries',
  description: 'Returns the services as entries of ARD, by default those listed first at first.',
  requestParams: { query: ArdListParameters },
  responses: {
    200: json(ListView, 'A page of entries.', readHeaders),
    304: notModified(),
    ...ardRefusals(...reads),
  },
};

const entryDefinition: Definition = {
  method: 'get',
  path: '/ard/agents/{identifier}',
  operationId: 'getArdEntry',
  tag: 'ARD',
  summary: 'Get an entry',
  description:
    'Returns one complete entry, with the live 402 where a check read it. Identifiers that begin with `urn:ai:`, as before July 2026, are understood.',
  requestParams: { path: IdentifierParameter },
  responses: {
    200: json(ArdEntry, 'The entry.', readHeaders),
    304: notModified(),
    ...ardRefusals(...reads, 'service_unknown'),
  },
};

export const ardDefinitions = [searchDefinition, exploreDefinition, listDefinition, entryDefinition];

const absent: Problem = {
  code: 'service_unknown',
  detail:
    'This registry has no entry with this identifier. Find the identifiers of entries with POST /ard/search.',
};

/** So that clients soon find what is listed after they asked. */
const shortLived = { 'Cache-Control': 'public, max-age=5' };

/** The catalog as a registry of ARD (Agentic Resource Discovery), v0.91. */
export function ardRoutes(dependencies: RouteDependencies): Route[] {
  const { store, history, addMeaning, siteUrl, assets, turns, refuse, inTurn, asking } = dependencies;
  const site: ArdSite = { siteUrl, publisher: publisherOf(siteUrl), assets };
  const fields = new ArdFields(site);

  const viewOf = (entry: Entry): ArdEntry => ardEntry(entry, store.snapshot, site);
  const sendFresh = (c: Context, view: unknown): Response =>
    new Response(bodyOf(view), { headers: writtenHeaders(c, { store }) });

  async function understood(c: Context, text: string): Promise<Sentence> {
    const read = await asking(c, () => store.search.readSentence(text));
    // Waiting for a model takes nobody's turn.
    return addMeaning(read);
  }

  /** All entries that a sentence finds, in no order; without one, all. */
  async function matches(sentence: Sentence | undefined): Promise<Iterable<Entry>> {
    const { snapshot, search } = store;
    if (!sentence) return snapshot.entries();
    if (!sentence.wanted) return [];

    return search.matching({ ...filtersOf(sentence.constraints), wanted: sentence.wanted });
  }

  /** Filters that pass the same entries as the tests. */
  async function narrowed(tests: readonly Test[], sentence?: Sentence): Promise<Filters> {
    if (tests.length === 0) return {};

    const passed = await passing(await matches(sentence), tests, turns);
    return { among: new Set(passed.map(idOf)) };
  }

  async function find(c: Context): Promise<Response> {
    const given = await readRequest(c.req.raw, ArdSearchRequest);
    if ('problem' in given) return refuse(c, given.problem);
    const { query, federation, pageSize: limit = resultsPerPage, pageToken } = given.value;
    const filter = readFilter(query, fields);
    if ('problems' in filter) return refuse(c, invalid(filter.problems));

    const sentence = await understood(c, query.text);
    return asking(c, async () => {
      const filters = await narrowed(filter.value, sentence);
      const page = { limit, offset: placeOf(pageToken) };
      const { total, hits, best } = await store.search.intent(sentence, page, filters);
      return sendFresh(c, {
        results: hits.map(({ entry, score }) => ardResult(viewOf(entry), { score, best, siteUrl })),
        ...(federation === 'referrals' ? { referrals: [] } : {}),
        ...tokenAfter(page, hits.length, total),
      });
    });
  }

  async function explore(c: Context): Promise<Response> {
    const given = await readRequest(c.req.raw, ArdExploreRequest);
    if ('problem' in given) return refuse(c, given.problem);
    const { query = {}, resultType } = given.value;
    const filter = readFilter(query, fields);
    if ('problems' in filter) return refuse(c, invalid(filter.problems));
    const facets = readFacets(resultType.facets, query['@context'], fields);
    if ('problems' in facets) return refuse(c, invalid(facets.problems));

    const sentence = query.text === undefined ? undefined : await understood(c, query.text);
    return asking(c, async () => {
      const passed = await passing(await matches(sentence), filter.value, turns);
      const counted = await countFacets(passed, facets.value, turns);
      return sendFresh(c, { resultType: 'facets', facets: counted });
    });
  }

  async function entriesOf(
    order: ListOrder,
    tests: readonly Test[],
    page: Page,
  ): Promise<{ readonly total: number; readonly entries: readonly Entry[] }> {
    if ('byIndex' in order) {
      return store.search.list({ ...(await narrowed(tests)), ...order.byIndex, ...page });
    }

    const entries = await passing(store.snapshot.entries(), tests, turns);
    return { total: entries.length, entries: pageByUpdate(entries, order.byUpdate, page) };
  }

  function list(c: Context): Response | Promise<Response> {
    const unknown = unknownProblem(parametersOf(c), Object.keys(ArdListParameters.shape));
    if (unknown) return refuse(c, unknown);
    const given = readParameters(ArdListParameters, parametersOf(c), ardProblems);
    if ('problems' in given) return refuse(c, invalid(given.problems));
    const { filter, orderBy, pageSize: limit = entriesPerPage, pageToken } = given.value;
    const tests = readExpression(filter, site.publisher.domain);
    if ('problems' in tests) return refuse(c, invalid(tests.problems));
    const order = readOrder(orderBy);
    if ('problems' in order) return refuse(c, invalid(order.problems));

    return inTurn(c, async () => {
      const page = { limit, offset: placeOf(pageToken) };
      const { total, entries } = await entriesOf(order.value, tests.value, page);
      const view = { items: entries.map(viewOf), total, ...tokenAfter(page, entries.length, total) };
      return send(c, makeAnswer(bodyOf(view)), store.snapshot.version);
    });
  }

  async function retrieve(c: Context): Promise<Response> {
    const given = c.req.param('identifier') ?? '';
    const identifier = readIdentifier(given);
    if (identifier === undefined) {
      return refuse(c, invalid([ardProblem('identifier_invalid', ['identifier'], { value: given })]));
    }
    const id = serviceIdIn(identifier, site.publisher);
    const entry = id === undefined ? undefined : await findNow(id, dependencies);
    if (!entry) return refuse(c, absent, shortLived);

    return inTurn(c, async () => {
      const live = await history.sentChallenges([entry]);
      const view = withAccepts(viewOf(entry), live.get(entry.declared.id));
      return send(c, makeAnswer(bodyOf(view)), store.snapshot.version);
    });
  }

  return [
    { definition: searchDefinition, counted: true, handle: find },
    { definition: exploreDefinition, counted: true, handle: explore },
    { definition: listDefinition, counted: true, handle: list },
    { definition: entryDefinition, counted: true, handle: retrieve },
  ];
}

async function readRequest<T>(
  request: Request,
  schema: z.ZodType<T>,
): Promise<{ readonly value: T } | { readonly problem: Problem }> {
  const body = await readBody(request);
  if ('problem' in body) return body;

  const parsed = schema.safeParse(body.value);
  return parsed.success
    ? { value: parsed.data }
    : { problem: invalid(ardProblems(parsed.error, body.value)) };
}

function invalid(errors: readonly FieldProblem[]): Problem {
  return { code: 'parameter_invalid', errors };
}

function placeOf(token: string | undefined): number {
  return token === undefined ? 0 : (readListCursor(token) ?? 0);
}

function tokenAfter({ offset }: Page, shown: number, total: number): { readonly pageToken?: string } {
  const next = nextListCursor(offset, shown, total);

  return next === undefined ? {} : { pageToken: next };
}
