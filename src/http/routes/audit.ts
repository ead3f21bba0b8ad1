import { readTime } from '../../domain/timestamp.ts';
import { AuditPage, auditPage } from '../../views/audit.ts';
import { bodyOf } from '../../views/body.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { json, keyRefusals, plainHeaders, strictRefusals } from '../describe.ts';
import { unsharedHeaders } from '../headers.ts';
import { AuditParameters, parametersOf, readParameters } from '../parameters.ts';
import type { Definition, Route } from '../route.ts';
import { withKey } from '../with-key.ts';

export const auditDefinition: Definition = {
  method: 'get',
  path: '/api/audit',
  operationId: 'listAuditLines',
  tag: 'Server',
  summary: 'List who did what',
  description:
    'Returns the audit trail, newest first: each write and each act on a key of the last 90 days, with who did it, from where, and what became of it. Only for keys with the scope `operate`, which the operator makes. To go on, send `next` as `before`.',
  security: [{ bearer: [] }],
  requestParams: { query: AuditParameters },
  responses: {
    200: json(AuditPage, 'The lines.', plainHeaders),
    ...strictRefusals('parameter_invalid', ...keyRefusals, 'too_many_requests', 'unavailable'),
  },
};

const defaultLimit = 100;

/** The audit trail, by keys of the operator. */
export function auditRoutes(dependencies: RouteDependencies): Route[] {
  const { audit, refuse } = dependencies;

  async function list(c: Context): Promise<Response> {
    const given = readParameters(AuditParameters, parametersOf(c));
    if ('problems' in given) return refuse(c, { code: 'parameter_invalid', errors: given.problems });

    const { since, limit = defaultLimit, ...filter } = given.value;
    const lines = await audit.page(
      { ...filter, since: since === undefined ? since : readTime(since) },
      limit,
    );
    return new Response(bodyOf(auditPage(lines, limit)), { headers: unsharedHeaders(c) });
  }

  return [{ definition: auditDefinition, counted: false, handle: withKey(dependencies, list, 'operate') }];
}
