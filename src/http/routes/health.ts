import { z } from 'zod';
import type { Health } from '../../live/health.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { json, plainHeaders, refusals } from '../describe.ts';
import { unsharedHeaders } from '../headers.ts';
import type { Definition, Route } from '../route.ts';

export const HealthReport = z.strictObject({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  catalog: z.strictObject({
    services: z.int(),
    commit: z.string(),
    loadedAt: z.iso.datetime(),
    builtAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time of the build that the pages are from; null when there is none.' }),
  }),
  checks: z.record(z.string(), z.string()).meta({ description: '`ok`, or what is wrong.' }),
  uptimeSeconds: z.int(),
});

export const healthDefinition: Definition = {
  method: 'get',
  path: '/health',
  operationId: 'getHealth',
  tag: 'Server',
  summary: 'Get the health of the server',
  description: 'Reports whether each part of the server works. No rate limit applies.',
  responses: {
    200: json(HealthReport, 'It serves; `degraded` when a part is not well.', plainHeaders),
    ...refusals('request_malformed', 'unavailable'),
  },
};

const retryAfterSeconds = 5;

export function healthRoutes({ health, log, refuse }: RouteDependencies): Route[] {
  /** Whoever asks while an answer is being found gets that one: no limit counts this path. */
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
