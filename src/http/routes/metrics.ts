import { plain, plainHeaders, refusals } from '../describe.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { unsharedHeaders } from '../headers.ts';
import type { Definition, Route } from '../route.ts';
import { sharedRun } from '../shared-run.ts';

const example =
  '# HELP tollbook_services Listed services.\n# TYPE tollbook_services gauge\ntollbook_services 60\n';

export const metricsDefinition: Definition = {
  method: 'get',
  path: '/metrics',
  operationId: 'getMetrics',
  tag: 'Server',
  summary: 'Get figures for monitoring',
  description:
    'Returns what happened since the start and what is so at the moment, in the text format of Prometheus. Only where the operator turned it on (`METRICS=1`). No rate limit applies.',
  responses: {
    200: plain('text/plain', example, 'The figures.', plainHeaders),
    ...refusals('path_unknown'),
  },
};

/** Where metrics are off, the path is as unknown as any other. */
export function metricsRoutes({ metrics }: RouteDependencies): Route[] {
  if (!metrics) return [];

  const textNow = sharedRun(() => metrics.text());
  const handle: Route['handle'] = async (c) =>
    new Response(await textNow(), {
      headers: { ...unsharedHeaders(c), 'Content-Type': metrics.contentType },
    });
  return [{ definition: metricsDefinition, counted: false, handle }];
}
