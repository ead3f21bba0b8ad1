import { z } from 'zod';
import { ZodMiniObject, ZodMiniOptional } from 'zod/mini';
import { fieldProblems } from '../../domain/field-problem.ts';
import { OwnerId } from '../../domain/owner.ts';
import { editableService } from '../../domain/declaration.ts';
import type { Entry } from '../../domain/snapshot.ts';
import { StateUnavailable } from '../../domain/unavailable.ts';
import { type ApiKey, isNobody } from '../../registration/api-key.ts';
import type { Act } from '../../registration/act.ts';
import { isObject } from '../../domain/json-object.ts';
import { bodyOf } from '../../views/body.ts';
import { declarationView } from '../../views/declaration.ts';
import type { Problem } from '../../views/problem.ts';
import { Service, serviceView } from '../../views/service.ts';
import { TransferOffer, transferOfferView } from '../../views/transfer-offer.ts';
import { bodyTag } from '../body-tag.ts';
import { audited } from '../audited.ts';
import type { Context } from '../bindings.ts';
import { blockedHost } from '../blocked-host.ts';
import type { RouteDependencies } from '../dependencies.ts';
import {
  bodyRefusals,
  changedHeaders,
  changeHeaders,
  commitRefusals,
  json,
  keyRefusals,
  noContent,
  strictRefusals,
} from '../describe.ts';
import { isNamedBy, tagOf } from '../encoding.ts';
import { writtenHeaders } from '../headers.ts';
import { IdParameter, parametersOf, readParameters, WriteParameters } from '../parameters.ts';
import { type Done, isDone, problemOf } from '../refusal.ts';
import { readBody } from '../request-body.ts';
import type { Definition, Route } from '../route.ts';
import { withKey } from '../with-key.ts';

const servicePath = '/api/services/{id}';

const IfMatch = z
  .string()
  .optional()
  .meta({
    description:
      'ETag of the declaration, or of the service: makes the change only if nobody changed it since. `*` for any.',
    examples: ['"R2hLbWcxYkZ0VnB3c0FzQ1Jt"'],
  });

const conditional = {
  path: IdParameter,
  query: WriteParameters,
  header: z.object({ 'If-Match': IfMatch }),
};

const always = [
  'parameter_invalid',
  ...keyRefusals,
  'not_owner',
  'service_unknown',
  'precondition_failed',
  ...commitRefusals,
] as const;

const withBody = [...bodyRefusals, 'declaration_invalid'] as const;

const mergePatch = 'application/merge-patch+json';

const editable = editableService({ allowInsecure: false }).shape;

/** Only describes patches: the rules judge what a patch makes of the service. */
const Patch = z.object(patchOf(editable)).partial().meta({
  id: 'ServicePatch',
  description: 'What to change: a JSON Merge Patch (RFC 7396). A member that is null is removed.',
});

/** The values of each member in a patch: of an object, some of its members; null, where it may be absent. */
function patchOf(shape: Readonly<Record<string, z.core.$ZodType>>): Record<string, z.core.$ZodType> {
  return Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, memberOf(schema)]));
}

function memberOf(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof ZodMiniOptional) return z.nullable(memberOf(schema.def.innerType));

  return schema instanceof ZodMiniObject ? z.object(patchOf(schema.shape)).partial() : schema;
}

const patchBody = {
  schema: Patch,
  example: { description: 'Rain for three hours.', pricing: { pricePerRequest: '0.002', freeQuota: null } },
};

const patchDefinition: Definition = {
  method: 'patch',
  path: servicePath,
  operationId: 'changeService',
  tag: 'Owners',
  summary: 'Change a service',
  description:
    'Changes what a service declares. A 200 means that the change is committed to git and that every read returns it. A new endpoint keeps the id and frees the old one; after a new endpoint, wallet or network the service is unverified until a check sees it. Only its owner, and the maintainers whom the owner names, may change a service.',
  security: [{ bearer: [] }],
  requestParams: conditional,
  requestBody: {
    required: true,
    content: { [mergePatch]: patchBody, 'application/json': patchBody },
  },
  responses: {
    200: json(Service, 'The service as it is now.', changedHeaders),
    ...strictRefusals(
      ...always,
      ...withBody,
      'endpoint_listed',
      'endpoint_reserved',
      'host_blocked',
      'too_many_unverified',
      'service_deleted',
    ),
  },
};

const deleteDefinition: Definition = {
  method: 'delete',
  path: servicePath,
  operationId: 'deleteService',
  tag: 'Owners',
  summary: 'Withdraw a service',
  description:
    'Removes a service from the catalog: its address answers 410 from now on. Its owner can restore it for 30 days, and until then nobody else can register its endpoint. Its id is never given to another service.',
  security: [{ bearer: [] }],
  requestParams: conditional,
  responses: {
    204: noContent('It is withdrawn, and the commit is made.', changeHeaders),
    ...strictRefusals(...always, 'service_deleted'),
  },
};

const restoreDefinition: Definition = {
  method: 'post',
  path: `${servicePath}/restore`,
  operationId: 'restoreService',
  tag: 'Owners',
  summary: 'Restore a withdrawn service',
  description: 'Lists a withdrawn service again, as it was. Its owner can do this for 30 days.',
  security: [{ bearer: [] }],
  requestParams: conditional,
  responses: {
    200: json(Service, 'The service as it is now.', changedHeaders),
    ...strictRefusals(
      ...always,
      'host_blocked',
      'declaration_invalid',
      'endpoint_listed',
      'endpoint_reserved',
      'too_many_unverified',
      'service_listed',
      'restore_expired',
    ),
  },
};

const Offering = z.strictObject({ to: OwnerId });
const Acceptance = z.strictObject({ accept: z.literal(true) });
const Transfer = z
  .union([Offering, Acceptance])
  .meta({ id: 'Transfer', description: 'Either whom to offer it to, or that the caller accepts it.' });

const transferDefinition: Definition = {
  method: 'post',
  path: `${servicePath}/transfer`,
  operationId: 'transferService',
  tag: 'Owners',
  summary: 'Hand a service over',
  description:
    'Offers a service to another owner, who accepts by the same call with `{"accept": true}` within 7 days. Proofs and maintainers end with it. Another offer replaces the first; to cancel, offer it to yourself.',
  security: [{ bearer: [] }],
  requestParams: conditional,
  requestBody: { required: true, content: { 'application/json': { schema: Transfer } } },
  responses: {
    200: json(Service, 'The service, which is yours now, or whose offer you cancelled.', changedHeaders),
    202: json(TransferOffer, 'It is offered.', changeHeaders),
    ...strictRefusals(...always, ...withBody, 'not_offered', 'too_many_unverified', 'service_deleted'),
  },
};

export const ownerDefinitions = [patchDefinition, deleteDefinition, restoreDefinition, transferDefinition];

/** The acts of owners on a service that is listed, or was. */
export function ownerRoutes(dependencies: RouteDependencies): Route[] {
  const { store, committer, keys, blocks, clock, refuse } = dependencies;

  /** Makes a route that submits the act that `read` makes of a request. */
  function does(
    name: 'update' | 'remove' | 'restore' | 'transfer',
    read: (c: Context, key: ApiKey) => Act | Problem | Promise<Act | Problem>,
    answer: (c: Context, done: Done) => Response | Promise<Response>,
  ): Route['handle'] {
    const submit = async (c: Context, key: ApiKey): Promise<Response> => {
      const parameters = readParameters(WriteParameters, parametersOf(c));
      if ('problems' in parameters) {
        return refuse(c, { code: 'parameter_invalid', errors: parameters.problems });
      }
      const act = await read(c, key);
      if ('code' in act) return refuse(c, act);

      const isDryRun = parameters.value.dryRun === 'true';
      const outcome = isDryRun ? committer.try(act) : await committer.submit(act);
      return isDone(outcome) ? answer(c, outcome) : refuse(c, problemOf(outcome, 'declaration_invalid'));
    };
    return withKey(dependencies, audited(dependencies, name, submit));
  }

  async function readPatch(c: Context, key: ApiKey): Promise<Act | Problem> {
    const body = await readBody(c.req.raw, { mediaType: mergePatch });
    if ('problem' in body) return body.problem;

    const blocked = await blockedHost([body.value], blocks);
    return blocked ?? { kind: 'update', ...ofOne(c, key), patch: body.value };
  }

  async function readRestoration(c: Context, key: ApiKey): Promise<Act | Problem> {
    const one = ofOne(c, key);
    const blocked = await blockedHost([store.snapshot.tombstone(one.id)], blocks);
    return blocked ?? { kind: 'restore', ...one };
  }

  async function readTransfer(c: Context, key: ApiKey): Promise<Act | Problem> {
    const body = await readBody(c.req.raw);
    if ('problem' in body) return body.problem;

    const form = isObject(body.value) && 'accept' in body.value ? Acceptance : Offering;
    const { data, error } = form.safeParse(body.value);
    if (!data) return { code: 'declaration_invalid', errors: fieldProblems(error, body.value) };

    const one = ofOne(c, key);
    return 'to' in data ? { kind: 'offer', ...one, to: data.to } : { kind: 'accept', ...one };
  }

  function changed(c: Context, done: Done): Response {
    if (done.kind !== 'changed') throw new Error(`a change ended as "${done.kind}"`);

    const body = bodyOf(serviceView(done.entry));
    const headers = { ...writtenHeaders(c, dependencies), ETag: tagOf(bodyTag(body), undefined) };
    return new Response(body, { headers });
  }

  function removed(c: Context): Response {
    const { 'Content-Type': _type, ...headers } = writtenHeaders(c, dependencies);
    return new Response(null, { status: 204, headers });
  }

  async function transferred(c: Context, done: Done): Promise<Response> {
    const declared = done.kind === 'changed' ? done.entry.declared : undefined;
    if (!declared?.transfer) return changed(c, done);

    const isToNobody = await isKnownAsNobody(declared.transfer.to);
    const body = bodyOf(transferOfferView(declared, declared.transfer, isToNobody));
    return new Response(body, { status: 202, headers: writtenHeaders(c, dependencies) });
  }

  /** False where the keys cannot be read: the offer is committed, so the answer must not be a refusal. */
  async function isKnownAsNobody(owner: string): Promise<boolean> {
    try {
      return isNobody(owner, await keys.ofActor({ owner }), clock());
    } catch (error) {
      if (error instanceof StateUnavailable) return false;
      throw error;
    }
  }

  return [
    { definition: patchDefinition, counted: false, handle: does('update', readPatch, changed) },
    {
      definition: deleteDefinition,
      counted: false,
      handle: does('remove', (c, key) => ({ kind: 'remove', ...ofOne(c, key) }), removed),
    },
    { definition: restoreDefinition, counted: false, handle: does('restore', readRestoration, changed) },
    { definition: transferDefinition, counted: false, handle: does('transfer', readTransfer, transferred) },
  ];
}

/** The common part of all acts on one service: its id, who asks, and the state in which the client last saw it. */
function ofOne(c: Context, { owner, repository }: ApiKey) {
  const ifMatch = c.req.header('if-match');
  const isAsSeen = (entry: Entry): boolean => ifMatch === undefined || isNamedBy(ifMatch, tagsOf(entry));

  return { id: c.req.param('id') ?? '', by: { owner, repository }, isAsSeen };
}

/** The tags by which a client may name the state of a service. */
function tagsOf(entry: Entry): string[] {
  return [declarationView(entry.declared), serviceView(entry)].map((view) => bodyTag(bodyOf(view)));
}
