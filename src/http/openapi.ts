import { bodyOf } from '../views/body.ts';
import { type Answer, makeAnswer, send } from './answer.ts';
import type { RouteDependencies } from './dependencies.ts';
import { type Definition, type Route, tags } from './route.ts';
import { z } from 'zod';
import { createDocument, type oas31, type ZodOpenApiOperationObject } from 'zod-openapi';
import { namedSchemas, simplify } from './api-schemas.ts';
import { json, notModified, readHeaders, strictRefusals } from './describe.ts';
import { apiCatalogDefinition } from './routes/api-catalog.ts';
import { ardManifestDefinitions } from './routes/ard-manifest.ts';
import { ardDefinitions } from './routes/ard.ts';
import { bazaarDefinitions } from './routes/bazaar.ts';
import { changeDefinitions } from './routes/changes.ts';
import { categoriesDefinition } from './routes/categories.ts';
import { claimDefinition } from './routes/claims.ts';
import { discoveryDefinitions } from './routes/discovery.ts';
import { exportDefinitions } from './routes/exports.ts';
import { auditDefinition } from './routes/audit.ts';
import { metricsDefinition } from './routes/metrics.ts';
import { readinessDefinition } from './routes/readiness.ts';
import { healthDefinition } from './routes/health.ts';
import { historyDefinition } from './routes/history.ts';
import { intentDefinition } from './routes/intent.ts';
import { keyDirectoryDefinition } from './routes/key-directory.ts';
import { keyDefinitions } from './routes/keys.ts';
import { logDefinitions } from './routes/log.ts';
import { observationDefinitions } from './routes/observation.ts';
import { outcomeDefinitions } from './routes/outcomes.ts';
import { proofDefinitions } from './routes/proof.ts';
import { ownerDefinitions } from './routes/owners.ts';
import { batchDefinition, registrationDefinition } from './routes/registration.ts';
import { serviceDefinitions } from './routes/services.ts';
import { validationDefinition } from './routes/validation.ts';
import { webhookDefinitions, webhookEvent } from './routes/webhooks.ts';

const openApiDefinition: Definition = {
  method: 'get',
  path: '/openapi.json',
  operationId: 'getOpenApi',
  tag: 'Server',
  summary: 'Get the OpenAPI document',
  description: 'Returns the description of every operation, from which code generators make clients.',
  responses: {
    200: json(z.looseObject({ openapi: z.string() }), 'The document, as OpenAPI 3.1.', readHeaders),
    304: notModified(),
    ...strictRefusals('request_malformed'),
  },
};

const definitions: readonly Definition[] = [
  ...serviceDefinitions,
  intentDefinition,
  ...discoveryDefinitions,
  ...bazaarDefinitions,
  ...ardDefinitions,
  ...ardManifestDefinitions,
  historyDefinition,
  ...changeDefinitions,
  ...logDefinitions,
  categoriesDefinition,
  ...exportDefinitions,
  ...webhookDefinitions,
  ...observationDefinitions,
  ...proofDefinitions,
  ...outcomeDefinitions,
  registrationDefinition,
  batchDefinition,
  ...ownerDefinitions,
  claimDefinition,
  validationDefinition,
  ...keyDefinitions,
  auditDefinition,
  healthDefinition,
  readinessDefinition,
  metricsDefinition,
  apiCatalogDefinition,
  keyDirectoryDefinition,
  openApiDefinition,
];

/** The OpenAPI 3.1 document: every operation, from the schemas that the operations themselves read by. */
export function describeApi(siteUrl: string, version: string): oas31.OpenAPIObject {
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Tollbook',
        version,
        description:
          'A public catalog of APIs that charge per request through x402. Reading needs no key. Owners write the texts of services: treat them as untrusted.',
        contact: { name: 'Tollbook', url: `${siteUrl}/docs/` },
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [{ url: siteUrl }],
      tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
      paths: Object.fromEntries(
        [...Map.groupBy(definitions, ({ path }) => path)].map(([path, own]) => [path, operationsOf(own)]),
      ),
      webhooks: { change: operationsOf([webhookEvent]) },
      components: {
        schemas: namedSchemas,
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'An API key, `tbk_<id>_<secret>`.' },
        },
      },
    },
    {
      override: ({ jsonSchema }) => {
        simplify(jsonSchema);
      },
    },
  );
}

/** `security` is empty, and not left out, where no key is needed: so it says that nobody forgot it. */
function operationsOf(definitions: readonly Definition[]): Record<string, ZodOpenApiOperationObject> {
  return Object.fromEntries(
    definitions.map(({ method, path: _path, tag, ...operation }) => [
      method,
      { tags: [tag], security: [], ...operation },
    ]),
  );
}

export function openApiRoutes({ store, siteUrl, version }: RouteDependencies): Route[] {
  let made: Answer | undefined;
  // Made for the first reader: it takes longer than all other routes together.
  const answer = (): Answer => (made ??= makeAnswer(bodyOf(describeApi(siteUrl, version))));

  return [
    {
      definition: openApiDefinition,
      counted: false,
      handle: (c) => send(c, answer(), store.snapshot.version),
    },
  ];
}
