import type { AuditedAct, ClientOrigin } from '../domain/audit.ts';
import type { Context } from './bindings.ts';
import type { RouteDependencies } from './dependencies.ts';

/** Acts on something else than a service that their path names. */
const onSubjects: ReadonlySet<AuditedAct> = new Set([
  'revoke_key',
  'remove_webhook',
  'test_webhook',
  'rotate_webhook',
  'enable_webhook',
  'replay_delivery',
]);

/** Acts that `dryRun=true` only tries. All others are done, whatever else their query says. */
const tried: ReadonlySet<AuditedAct> = new Set([
  'register',
  'register_batch',
  'update',
  'remove',
  'restore',
  'transfer',
]);

/**
 * Wraps a route that changes something, so that it begins only with a line in the audit trail. A dry run changes nothing, and has none. The route may
 * `c.set('auditDetails', …)` the details.
 */
export function audited<Given extends readonly unknown[]>(
  { audit }: Pick<RouteDependencies, 'audit'>,
  act: AuditedAct,
  handle: (c: Context, ...given: Given) => Promise<Response>,
): (c: Context, ...given: Given) => Promise<Response> {
  return (c, ...given) => {
    if (tried.has(act) && c.req.query('dryRun') === 'true') return handle(c, ...given);

    const { key } = c.var;
    const id = c.req.param('id');
    const about = onSubjects.has(act) ? { subject: id } : { service: id };
    return audit.record(
      { act, owner: key?.owner, key: key?.id, ...about, ...originOf(c) },
      () => handle(c, ...given),
      () => ({ outcome: c.var.refusal ?? 'done', ...c.var.auditDetails }),
    );
  };
}

/** Where a request comes from, as the audit trail tells it. */
export function originOf({ env: { client, requestId } }: Context): ClientOrigin {
  return { client, requestId };
}
