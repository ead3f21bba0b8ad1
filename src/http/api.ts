import { Hono } from 'hono';
import type { Problem } from '../views/problem.ts';
import { SearchUnavailable, StateUnavailable } from '../domain/unavailable.ts';
import type { ApiEnv, Context } from './bindings.ts';
import type { ApiDependencies, InTurn, RouteDependencies } from './dependencies.ts';
import { baseHeaders, preflightHeaders } from './headers.ts';
import { type FairQueue, QueueFull } from './fair-queue.ts';
import { problemResponse } from './problem-response.ts';
import { ownLimiter, rateLimited } from './rate-limit.ts';
import { noteRoute } from './request-times.ts';
import type { Route } from './route.ts';
import { auditRoutes } from './routes/audit.ts';
import { changeRoutes } from './routes/changes.ts';
import { categoryRoutes } from './routes/categories.ts';
import { claimRoutes } from './routes/claims.ts';
import { apiCatalogRoutes } from './routes/api-catalog.ts';
import { ardManifestRoutes } from './routes/ard-manifest.ts';
import { ardRoutes } from './routes/ard.ts';
import { bazaarRoutes } from './routes/bazaar.ts';
import { discoveryRoutes } from './routes/discovery.ts';
import { exportRoutes } from './routes/exports.ts';
import { healthRoutes } from './routes/health.ts';
import { historyRoutes } from './routes/history.ts';
import { logRoutes } from './routes/log.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { readinessRoutes } from './routes/readiness.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { keyDirectoryRoutes } from './routes/key-directory.ts';
import { keyRoutes } from './routes/keys.ts';
import { intentRoutes } from './routes/intent.ts';
import { observationRoutes } from './routes/observation.ts';
import { outcomeLimit, outcomeRoutes } from './routes/outcomes.ts';
import { proofRoutes } from './routes/proof.ts';
import { openApiRoutes } from './openapi.ts';
import { ownerRoutes } from './routes/owners.ts';
import { registrationRoutes } from './routes/registration.ts';
import { serviceRoutes } from './routes/services.ts';
import { validationLimit, validationRoutes } from './routes/validation.ts';
import { withKnownParameters } from './unknown-parameters.ts';
import { upToDate } from './up-to-date.ts';
import { webhookRoutes } from './routes/webhooks.ts';

export type Api = Hono<ApiEnv>;

/** When to try again after the state database was unavailable. */
const stateRetrySeconds = 5;

class ClientGone extends Error {}

/** The whole API as one Hono app. Tests call `api.request(…)` without a server. */
export function createApi(dependencies: ApiDependencies): Api {
  const { siteUrl, admission, limiter = ownLimiter, log } = dependencies;
  const api: Api = new Hono<ApiEnv>({ strict: false });
  const refuse = (c: Context, problem: Problem, headers?: Readonly<Record<string, string>>): Response => {
    c.set('refusal', problem.code);
    return problemResponse(c, problem, siteUrl, headers);
  };

  const shared: RouteDependencies = {
    ...dependencies,
    limiter,
    validations: limiter('validate', validationLimit),
    statements: limiter('outcomes', outcomeLimit),
    refuse,
    inTurn: turnsOf(admission.queue),
    asking: turnsOf(admission.questions),
  };
  const groups = [
    intentRoutes,
    serviceRoutes,
    discoveryRoutes,
    bazaarRoutes,
    mcpRoutes,
    ardRoutes,
    ardManifestRoutes,
    historyRoutes,
    observationRoutes,
    outcomeRoutes,
    proofRoutes,
    registrationRoutes,
    ownerRoutes,
    keyRoutes,
    claimRoutes,
    validationRoutes,
    changeRoutes,
    logRoutes,
    categoryRoutes,
    exportRoutes,
    webhookRoutes,
    auditRoutes,
    healthRoutes,
    readinessRoutes,
    metricsRoutes,
    apiCatalogRoutes,
    keyDirectoryRoutes,
    openApiRoutes,
  ];

  mount(
    api,
    groups.flatMap((routes) => routes(shared)),
    shared,
  );
  api.onError((error, c) => {
    if (error instanceof ClientGone || c.req.raw.signal.aborted) return clientGone();
    if (error instanceof QueueFull || error instanceof SearchUnavailable) return refuse(c, overloaded);

    const facts = { error, requestId: c.env.requestId, method: c.req.method, path: c.req.path };
    if (error instanceof StateUnavailable) {
      log.warn(facts, 'a request failed because the state database is unavailable');
      return refuse(c, { code: 'unavailable', retryAfterSeconds: stateRetrySeconds });
    }

    log.error(facts, 'a request failed');
    return refuse(c, { code: 'internal_error' });
  });
  return api;
}

function turnsOf(queue: FairQueue): InTurn {
  return (c, work) =>
    queue.run(c.env.client, () => {
      if (c.env.outgoing?.destroyed) throw new ClientGone('nobody waits for this answer any more');
      return work();
    });
}

/** The client has disconnected, so this is never read. */
const clientGone = (): Response => new Response(null, { status: 499 });

const overloaded: Problem = {
  code: 'unavailable',
  detail: 'More questions are waiting than can be answered soon; ask again in a second.',
  retryAfterSeconds: 1,
};

function mount(api: Api, routes: readonly Route[], shared: RouteDependencies): void {
  const { read } = shared.admission;

  for (const route of routes) {
    const checked = withKnownParameters(route.definition, route.handle, shared);
    const handle = upToDate(route.definition, checked, shared);
    api.on(
      route.definition.method.toUpperCase(),
      route.pattern ?? route.definition.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      noting(
        route.definition.path,
        route.counted && read ? rateLimited(read, shared.refuse, handle) : handle,
      ),
    );
  }
  const fallback = fallbackFor(routes, shared);
  const limited = read ? rateLimited(read, shared.refuse, fallback) : fallback;
  // Preflights do not count against the limit; the request that follows one does.
  api.notFound((c) => (c.req.method === 'OPTIONS' ? fallback(c) : limited(c)));
}

/** Has requests counted by the path of their route. */
function noting(path: string, handle: Route['handle']): Route['handle'] {
  return (c) => {
    noteRoute(c.env.outgoing, path);
    return handle(c);
  };
}

/** Answers what no route does: CORS preflights, other methods of a known path, and unknown paths. */
function fallbackFor(routes: readonly Route[], { refuse }: RouteDependencies): Route['handle'] {
  const paths = [...Map.groupBy(routes, ({ definition }) => definition.path)].map(([path, own]) => ({
    path,
    pattern: patternOf(path, own),
    allow: allowedMethods(own),
  }));

  return (c) => {
    const known = paths.find(({ pattern }) => pattern.test(c.req.path));
    if (!known) return refuse(c, { code: 'path_unknown' });
    const { path, allow } = known;
    noteRoute(c.env.outgoing, path);
    if (c.req.method !== 'OPTIONS') return refuse(c, { code: 'method_not_allowed' }, { Allow: allow });

    return new Response(null, { status: 204, headers: { ...baseHeaders(c), ...preflightHeaders(allow) } });
  };
}

/** Matches the paths of some routes. */
function patternOf(path: string, routes: readonly Route[]): RegExp {
  const parameter = routes.some(({ pattern }) => pattern !== undefined) ? '.+' : '[^/]+';

  return new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, parameter)}$`);
}

function allowedMethods(routes: readonly Route[]): string {
  const methods = routes.map(({ definition }) => definition.method.toUpperCase());

  return [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
}
