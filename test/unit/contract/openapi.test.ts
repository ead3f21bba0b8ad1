import { describe, expect, it } from 'vitest';
import { isProblemCode, problems } from '../../../src/views/problem.ts';
import { anApi, request } from '../../fixtures/api.ts';
import { compile, description, faultsBy, OpenApi, operations } from '../../fixtures/described-api.ts';

/** Every example in the description, with its schema and location. */
function* examples(
  node: unknown,
  place = '#',
): Generator<{ place: string; schema: Record<string, unknown>; example: unknown }> {
  if (typeof node !== 'object' || node === null) return;

  const schema = Object.fromEntries(Object.entries(node));
  // Among properties, the name is that of a member.
  const given = place.endsWith('/properties') ? [] : [schema['examples'] ?? []].flat(1);
  for (const example of given) yield { place, schema, example };
  for (const [name, value] of Object.entries(node)) {
    if (name !== 'examples' || place.endsWith('/properties')) yield* examples(value, `${place}/${name}`);
  }
}

/** Every `$ref` in the description. */
function* references(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;

  for (const [name, value] of Object.entries(node)) {
    if (name === '$ref' && typeof value === 'string') yield value;
    else yield* references(value);
  }
}

const schemas = operations.flatMap(({ operation }) => [
  ...operation.parameters.map(({ name, schema }) => ({ name: `${operation.operationId} ${name}`, schema })),
  ...Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => ({
    name: `${operation.operationId} ${type}`,
    schema,
  })),
  ...Object.entries(operation.responses).flatMap(([status, { content, headers }]) => [
    ...Object.entries(content).map(([type, { schema }]) => ({
      name: `${operation.operationId} ${status} ${type}`,
      schema,
    })),
    ...Object.entries(headers).map(([header, { schema }]) => ({
      name: `${operation.operationId} ${status} ${header}`,
      schema,
    })),
  ]),
]);

/** The media types of what is not JSON, by path. */
const others: Readonly<Record<string, string>> = {
  '/.well-known/api-catalog': 'application/linkset+json',
  '/api/export.ndjson': 'application/x-ndjson',
  '/api/export.csv': 'text/csv',
  '/api/export.sqlite': 'application/vnd.sqlite3',
  '/api/changes/stream': 'text/event-stream',
  '/log/checkpoint': 'text/plain',
  '/log/vkey': 'text/plain',
  '/metrics': 'text/plain',
  '/log/tile/{level}/{tile}': 'application/octet-stream',
};

describe('the description of the API', () => {
  it('is OpenAPI 3.1', () => {
    expect(OpenApi.safeParse(description).error).toBeUndefined();
  });

  it('matches the published contract', async () => {
    await expect(`${JSON.stringify(description, null, 2)}\n`).toMatchFileSnapshot(
      '../../fixtures/openapi.json',
    );
  });

  it('is served at /openapi.json', async () => {
    expect(JSON.parse(await (await request(anApi(), '/openapi.json')).text())).toEqual(
      JSON.parse(JSON.stringify(description)),
    );
  });

  it('gives every operation a unique id', () => {
    const ids = operations.map(({ operation }) => operation.operationId);

    expect(new Set(ids).size).toBe(ids.length);
  });

  it('groups every operation by a tag that it describes, and describes no other', () => {
    const described = OpenApi.parse(description).tags.map(({ name }) => name);

    expect(new Set(operations.flatMap(({ operation }) => operation.tags))).toEqual(new Set(described));
  });

  it.each(schemas)('has schemas that compile: $name', ({ schema }) => {
    expect(() => compile(schema)).not.toThrow();
  });

  it('has only examples that their schemas accept', () => {
    const given = [...examples(description)];

    expect(given.length).toBeGreaterThan(20);
    expect(
      given.flatMap(({ place, schema, example }) =>
        faultsBy(schema, example).map((fault) => `${place}: ${fault}`),
      ),
    ).toEqual([]);
  });

  it('resolves all of its references', () => {
    const known = Object.keys(OpenApi.parse(description).components.schemas).map(
      (name) => `#/components/schemas/${name}`,
    );

    expect([...new Set(references(description))].filter((reference) => !known.includes(reference))).toEqual(
      [],
    );
  });

  it.each(operations)('describes every parameter of $method $path', ({ path, operation }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const { parameters } = operation;

    expect(parameters.filter(({ in: place }) => place === 'path').map(({ name }) => name)).toEqual(inPath);
    expect(parameters.filter(({ in: place, required }) => place === 'path' && !required)).toEqual([]);
    for (const { name, description: text } of parameters.filter(({ in: place }) => place !== 'path')) {
      expect(text, name).toBeTruthy();
    }
  });

  it.each(operations)(
    'describes every refusal of $method $path as its clients read it',
    ({ path, operation }) => {
      const refusal = path.startsWith('/ard/') ? 'application/json' : 'application/problem+json';
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const type = Number(status) >= 400 ? refusal : (others[path] ?? 'application/json');
        expect(Object.keys(content), status).toEqual(['204', '304'].includes(status) ? [] : [type]);
      }
    },
  );

  it.each(operations)('lists the problem codes of every refusal of $method $path', ({ operation }) => {
    for (const [status, { 'x-problem-codes': codes = [] }] of Object.entries(operation.responses)) {
      const isRefusal = Number(status) >= 400;
      expect(codes.length > 0, status).toBe(isRefusal);
      expect(
        codes.filter((code) => !isProblemCode(code) || problems[code].status !== Number(status)),
      ).toEqual([]);
    }
  });

  it('gives every schema that several operations share a name', () => {
    expect(Object.keys(OpenApi.parse(description).components.schemas).sort()).toEqual([
      'ArdEntry',
      'ArdError',
      'ArdExploreRequest',
      'ArdManifest',
      'ArdResult',
      'ArdSearchRequest',
      'AuditPage',
      'Batch',
      'BatchResults',
      'Category',
      'Challenge',
      'ChallengeRequest',
      'Checks',
      'Claim',
      'ClaimRequest',
      'Declaration',
      'Delivery',
      'DescribedRequest',
      'Discovered',
      'Export',
      'Facets',
      'Health',
      'History',
      'Intent',
      'IntentAnswer',
      'IssuedKey',
      'JsonSchema',
      'Key',
      'NewWebhook',
      'Observed',
      'ObservedOffer',
      'Pricing',
      'Problem',
      'Rail',
      'Registration',
      'Service',
      'ServicePatch',
      'SignedChallenge',
      'Status',
      'StatusRecord',
      'Suggestion',
      'Terms',
      'TokenRequest',
      'Transfer',
      'TransferOffer',
      'Trust',
      'Validation',
      'ValidationRequest',
      'Verdict',
      'Webhook',
      'WebhookRequest',
      'WebhookSecret',
      'WebhookTest',
      'X402Config',
    ]);
  });

  it('requires a key only where one is needed', () => {
    expect(
      operations
        .filter(({ operation }) => operation.security.length > 0)
        .map(({ operation }) => operation.operationId),
    ).toEqual([
      'registerService',
      'changeService',
      'deleteService',
      'createWebhook',
      'listWebhooks',
      'getWebhook',
      'deleteWebhook',
      'testWebhook',
      'rotateWebhookSecret',
      'enableWebhook',
      'replayDelivery',
      'registerServices',
      'restoreService',
      'transferService',
      'claimService',
      'listKeys',
      'revokeKey',
      'listAuditLines',
    ]);
  });

  it.each([
    '/api/services',
    '/api/services/{id}',
    '/api/services/{id}/status',
    '/api/services/search/intent',
    '/api/categories',
    '/api/export',
    '/health',
  ])('holds %s of the specification', (path) => {
    expect(operations.map((described) => described.path)).toContain(path);
  });
});
