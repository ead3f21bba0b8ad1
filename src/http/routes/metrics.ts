import type { Context } from '../bindings.ts';
import { keyRefusals, plain, plainHeaders, strictRefusals } from '../describe.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { unsharedHeaders } from '../headers.ts';
import type { Definition, Route } from '../route.ts';
import { sharedRun } from '../shared-run.ts';
import { withKey } from '../with-key.ts';

const example =
  '# HELP tollbook_services Listed services.\n# TYPE tollbook_services gauge\ntollbook_services 60\n';

export const metricsDefinition: Definition = {
  method: 'get',
  path: '/metrics',
  operationId: 'getMetrics',
  tag: 'Server',
  summary: 'Get figures for monitoring',
  description:
    'Returns what happened since the start and what is so at the moment, in the text format of Prometheus. Only where the operator turned it on: with `METRICS=1` for everybody, without a rate limit; with `METRICS=key` for keys with the scope `operate`.',
  responses: {
    200: plain('text/plain', example, 'The figures.', plainHeaders),
    ...strictRefusals('path_unknown', ...keyRefusals, 'too_many_requests', 'unavailable'),
  },
};

/** Where metrics are off, the path is as unknown as any other. */
export function metricsRoutes(dependencies: RouteDependencies): Route[] {
  const { metrics, metricsNeedKey } = dependencies;
  if (!metrics) return [];

  const textNow = sharedRun(() => metrics.text());
  const answer = async (c: Context): Promise<Response> =>
    new Response(await textNow(), {
      headers: { ...unsharedHeaders(c), 'Content-Type': metrics.contentType },
    });
  const handle = metricsNeedKey ? withKey(dependencies, answer, 'operate') : answer;
  return [{ definition: metricsDefinition, counted: false, handle }];
}
