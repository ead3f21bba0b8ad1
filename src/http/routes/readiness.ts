import { Readiness } from '../../views/readiness.ts';
import { bodyOf } from '../../views/body.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { json, plainHeaders, strictRefusals } from '../describe.ts';
import { unsharedHeaders } from '../headers.ts';
import type { Definition, Route } from '../route.ts';

export const readinessDefinition: Definition = {
  method: 'get',
  path: '/ready',
  operationId: 'getReadiness',
  tag: 'Server',
  summary: 'Ask whether the server takes requests',
  description:
    'Answers 200 while the server can answer reads. Answers 503 once it is stopping, and while it lacks what another server of the same catalog shows. For load balancers, which send their requests elsewhere then. No rate limit applies.',
  responses: {
    200: json(Readiness, 'The server takes requests.', plainHeaders),
    ...strictRefusals('request_malformed', 'unavailable'),
  },
};

const retryAfterSeconds = 5;

export function readinessRoutes({ isStopping, isStaleReplica, refuse }: RouteDependencies): Route[] {
  const obstacle = (): string | undefined => {
    if (isStopping()) return 'The server is stopping.';

    return isStaleReplica() ? 'This server lacks what another server of this catalog shows.' : undefined;
  };
  const handle: Route['handle'] = (c) => {
    const detail = obstacle();

    return detail === undefined
      ? new Response(bodyOf({ status: 'ready' } satisfies Readiness), { headers: unsharedHeaders(c) })
      : refuse(c, { code: 'unavailable', detail, retryAfterSeconds });
  };

  return [{ definition: readinessDefinition, counted: false, handle }];
}
