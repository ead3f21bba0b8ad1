import { Health } from '../../views/health.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { json, plainHeaders, strictRefusals } from '../describe.ts';
import { unsharedHeaders } from '../headers.ts';
import type { Definition, Route } from '../route.ts';
import { sharedRun } from '../shared-run.ts';

export const healthDefinition: Definition = {
  method: 'get',
  path: '/health',
  operationId: 'getHealth',
  tag: 'Server',
  summary: 'Get the health of the server',
  description: 'Reports whether each part of the server works. No rate limit applies.',
  responses: {
    200: json(Health, 'The server works; `degraded` when a part of it does not.', plainHeaders),
    ...strictRefusals('request_malformed', 'unavailable'),
  },
};

const retryAfterSeconds = 5;

export function healthRoutes({ health, log, refuse }: RouteDependencies): Route[] {
  const healthNow = sharedRun(health);

  async function report(c: Context): Promise<Response> {
    try {
      return new Response(JSON.stringify(await healthNow()), { headers: unsharedHeaders(c) });
    } catch (error) {
      log.error({ error, requestId: c.env.requestId }, 'the health report failed');
      return refuse(c, { code: 'unavailable', retryAfterSeconds });
    }
  }

  return [{ definition: healthDefinition, counted: false, handle: report }];
}
