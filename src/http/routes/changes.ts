import { type FeedPosition, printCursor, readCursor } from '../../domain/feed-position.ts';
import { retentionDays } from '../../live/change-feed.ts';
import { bodyOf } from '../../views/body.ts';
import { ChangePage, changePageView } from '../../views/change.ts';
import { parameterProblem } from '../../views/parameter-problem.ts';
import { makeAnswer, send } from '../answer.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { cursorHeaders, json, plain, strictRefusals, streamHeaders } from '../describe.ts';
import { baseHeaders, requestHeader } from '../headers.ts';
import { ChangesParameters, parametersOf, readParameters, StreamParameters } from '../parameters.ts';
import type { Definition, Route } from '../route.ts';
import { shortageProblem } from '../shares.ts';

const changesDefinition: Definition = {
  method: 'get',
  path: '/api/changes',
  operationId: 'listChanges',
  tag: 'Mirrors',
  summary: 'List the changes of the catalog',
  description:
    'Returns the changes after a place in the feed, oldest first: declared and observed ones in one order, deletions included. To follow the catalog, take an export, and go on from its `X-Catalog-Cursor`, each time from the `next` of the last answer. Apply a change by its `service`: keep that, or drop the service where it is null; doing so twice does no harm.',
  requestParams: { query: ChangesParameters },
  responses: {
    200: json(ChangePage, 'The changes.', cursorHeaders),
    ...strictRefusals('parameter_invalid', 'cursor_expired', 'too_many_requests', 'unavailable'),
  },
};

const eventExample = 'id: ZmVl…\nevent: updated\ndata: {"kind":"updated",…}\n\n';

const streamDefinition: Definition = {
  method: 'get',
  path: '/api/changes/stream',
  operationId: 'streamChanges',
  tag: 'Mirrors',
  summary: 'Get the changes of the catalog as they happen',
  description:
    'The same changes as server-sent events: `id` is the cursor, `event` the kind, `data` the change. Begins after `since` or `Last-Event-ID`, otherwise now. A comment is sent every 15 seconds, so that you notice a dead connection.',
  requestParams: { query: StreamParameters },
  responses: {
    200: plain('text/event-stream', eventExample, 'The events. The stream has no end.', streamHeaders),
    ...strictRefusals('parameter_invalid', 'cursor_expired', 'too_many_requests', 'unavailable'),
  },
};

export const changeDefinitions = [changesDefinition, streamDefinition];

const defaultLimit = 100;

/** When to try again while too many streams are open, or too many requests wait. */
const retryAfterSeconds = 30;

/** The feed of changes, by page and as a stream. */
export function changeRoutes(dependencies: RouteDependencies): Route[] {
  const { store, feed, streams, admission, refuse, inTurn, clock } = dependencies;

  async function list(c: Context): Promise<Response> {
    const given = readParameters(ChangesParameters, parametersOf(c));
    if ('problems' in given) return refuse(c, { code: 'parameter_invalid', errors: given.problems });

    const { since, limit = defaultLimit, wait = 0 } = given.value;
    const from = since === undefined ? undefined : readCursor(since);
    const page = await inTurn(c, () => pageAfter(from, limit));
    const end = wait > 0 && page?.changes.length === 0 ? readCursor(page.next) : undefined;
    const shortage = end && admission.polls.shortage(c.env.client);
    if (shortage) return refuse(c, shortageProblem(shortage, 'waiting requests', retryAfterSeconds));
    if (end) await changedAfter(end, c, wait);

    const answer = end ? await inTurn(c, () => pageAfter(from, limit)) : page;
    if (!answer) return refuse(c, { code: 'cursor_expired' });
    return send(c, makeAnswer(bodyOf(answer), { 'X-Catalog-Cursor': answer.next }), store.snapshot.version);
  }

  /** Resolves when there may be changes after a place, or after so many seconds. */
  async function changedAfter(place: FeedPosition, c: Context, seconds: number): Promise<void> {
    const release = admission.polls.hold(c.env.client);
    await feed.changed(place, endOf(c, seconds)).finally(release);
  }

  /** Undefined when some changes after a cursor were pruned. */
  async function pageAfter(since: FeedPosition | undefined, limit: number) {
    const found = await feed.after(since, limit);
    if (found === 'expired') return undefined;

    const { changes, state } = found;
    const page = { changes, since, end: state.position, retentionDays, now: clock() };
    return changePageView(page, store.snapshot);
  }

  async function stream(c: Context): Promise<Response> {
    const given = readParameters(StreamParameters, parametersOf(c));
    if ('problems' in given) return refuse(c, { code: 'parameter_invalid', errors: given.problems });

    const lastId = requestHeader(c, 'last-event-id');
    const cursor = lastId ?? given.value.since ?? printCursor(feed.position);
    const since = readCursor(cursor);
    if (!since) {
      const errors = [parameterProblem('cursor_invalid', ['Last-Event-ID'], { value: cursor })];
      return refuse(c, { code: 'parameter_invalid', errors });
    }
    const found = await inTurn(c, () => feed.after(since, 1));
    if (found === 'expired') return refuse(c, { code: 'cursor_expired' });

    const { client } = c.env;
    const shortage = admission.streams.shortage(client);
    if (shortage) return refuse(c, shortageProblem(shortage, 'streams', retryAfterSeconds));

    const isAsked = c.req.method !== 'HEAD';
    const body = isAsked ? streams.open(since, client, admission.streams.hold(client)) : null;
    return new Response(body, { headers: { ...baseHeaders(c), ...eventHeaders } });
  }

  return [
    { definition: changesDefinition, counted: true, handle: list },
    { definition: streamDefinition, counted: true, handle: stream },
  ];
}

const eventHeaders = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // Has nginx pass on each event as it comes.
  'X-Accel-Buffering': 'no',
};

/** When to stop waiting: after so many seconds, or when nobody waits for the answer any more. */
function endOf(c: Context, seconds: number): AbortSignal {
  return AbortSignal.any([AbortSignal.timeout(seconds * 1000), c.req.raw.signal]);
}
