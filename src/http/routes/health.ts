import { Health } from '../../views/health.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { json, plainHeaders, refusals } from '../describe.ts';
import { unsharedHeaders } from '../headers.ts';
import type { Definition, Route } from '../route.ts';

export const healthDefinition: Definition = {
  method: 'get',
  path: '/health',
  operationId: 'getHealth',
  summary: 'How the server does',
  responses: {
    200: json(Health, 'It serves; `degraded` when a part is not well.', plainHeaders),
    ...refusals('unavailable'),
  },
};

const retryAfterSeconds = 5;

export function healthRoutes({ health, log, refuse }: RouteDependencies): Route[] {
  /** Concurrent requests share one answer, because no rate limit counts this path. */
  let running: Promise<Health> | undefined;
  const healthNow = (): Promise<Health> =>
    (running ??= health().finally(() => {
      running = undefined;
    }));

  async function report(c: Context): Promise<Response> {
    try {
      return new Response(JSON.stringify(await healthNow()), { headers: unsharedHeaders(c) });
    } catch (error) {
      log.error({ error, requestId: c.env.requestId }, 'the server cannot tell how it does');
      return refuse(c, { code: 'unavailable', retryAfterSeconds });
    }
  }

  return [{ definition: healthDefinition, counted: false, handle: report }];
}
