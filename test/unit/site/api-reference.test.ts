import { Script } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  type ApiDocument,
  apiReference,
  findOperationHref,
  type Operation,
  referencePaths,
} from '../../../src/site/api-reference.ts';
import { exampleOf } from '../../../src/site/schema.ts';
import { description, faultsBy, operations } from '../../fixtures/described-api.ts';

const info = { title: 'Any', version: '1' };

function operationsOf(document: ApiDocument): Operation[] {
  return apiReference(document).groups.flatMap((group) => group.operations);
}

function operationOf(operation: object, rest: Partial<ApiDocument> = {}): Operation | undefined {
  return operationsOf({
    info,
    servers: [{ url: 'https://api.example.com/' }],
    paths: { '/a/{id}': { post: operation } },
    ...rest,
  })[0];
}

const code = (operation: Operation | undefined, id: string): string =>
  operation?.requests.find((request) => request.id === id)?.code ?? '';

describe('the reference of our own API', () => {
  const reference = apiReference(description);
  const shown = reference.groups.flatMap((group) => group.operations);

  it('shows every operation once, under its id', () => {
    expect(shown.map(({ id }) => id).sort()).toEqual(
      operations.map(({ operation }) => operation.operationId).sort(),
    );
  });

  it('gives everything a unique id', () => {
    const ids = [...reference.groups, ...shown, ...reference.schemas].map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has a page for each group and one for all schemas, and finds operations on them', () => {
    const paths = referencePaths(description);

    expect(new Set(paths).size).toBe(reference.groups.length + 2);
    expect(findOperationHref(description as ApiDocument, 'registerService')).toBe(
      '/docs/api/registration/#registerService',
    );
    expect(() => findOperationHref(description as ApiDocument, 'sing')).toThrow('no operation sing');
  });

  it.each(operations)(
    'has an example of each body of $method $path that its schema takes',
    ({ operation }) => {
      const contents = [operation.requestBody, ...Object.values(operation.responses)].flatMap((part) =>
        Object.values(part?.content ?? {}),
      );
      const { components: { schemas = {} } = {} } = description as ApiDocument;

      for (const { schema } of contents) expect(faultsBy(schema, exampleOf(schema, schemas))).toEqual([]);
    },
  );

  it.each(operations)('names the problems of $method $path', ({ operation }) => {
    const { answers = [] } = shown.find(({ id }) => id === operation.operationId) ?? {};
    const refusals = answers.filter(({ status }) => Number(status) >= 400);

    expect(refusals.filter(({ problems }) => problems.length === 0)).toEqual([]);
    expect(refusals.flatMap(({ problems }) => problems).filter(({ title }) => title === '')).toEqual([]);
  });

  it('shows headers common to all responses only once', () => {
    expect(reference.commonHeaders.map(({ name }) => name)).toContain('X-Request-Id');
    expect(shown.flatMap(({ answers }) => answers).flatMap(({ headers }) => headers)).not.toContainEqual(
      expect.objectContaining({ name: 'X-Request-Id' }),
    );
  });
});

describe('the reference of any document', () => {
  it.each<[string, ApiDocument]>([
    ['nothing', { info }],
    ['an empty path', { info, paths: { '/': {} } }],
    ['an operation that says nothing', { info, paths: { '/': { get: {} } } }],
    [
      'a reference to nothing',
      {
        info,
        paths: {
          '/': {
            get: {
              parameters: [{ $ref: '#/components/parameters/gone' }],
              responses: { 200: { $ref: '#/gone' } },
            },
          },
        },
      },
    ],
    [
      'references in a circle',
      { info, paths: { '/': { get: { requestBody: { $ref: '#/paths/~1/get/requestBody' } } } } },
    ],
  ])('can be made of %s', (_what, document) => {
    expect(() => apiReference(document)).not.toThrow();
  });

  it('groups operations by tag, in the order of the tags, with untagged ones last', () => {
    const { groups } = apiReference({
      info,
      tags: [{ name: 'B' }, { name: 'A' }, { name: 'Empty' }],
      paths: { '/': { get: { tags: ['A'] }, post: {}, put: { tags: ['B'] } } },
    });

    expect(groups.map(({ name }) => name)).toEqual(['B', 'A', 'Other operations']);
  });

  it('follows references to parameters, bodies, answers and headers', () => {
    const operation = operationOf(
      {
        parameters: [{ $ref: '#/components/parameters/Id' }],
        requestBody: { $ref: '#/components/requestBodies/Body' },
        responses: { 200: { $ref: '#/components/responses/Done' } },
      },
      {
        components: {
          parameters: { Id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } },
          requestBodies: {
            Body: { content: { 'text/plain': { schema: { $ref: '#/components/schemas/Text' } } } },
          },
          responses: {
            Done: { description: 'Done.', headers: { 'X-A': { $ref: '#/components/headers/A' } } },
          },
          headers: { A: { description: 'An A.' } },
          schemas: { Text: { type: 'string' } },
        },
      } as Partial<ApiDocument>,
    );

    expect(operation).toMatchObject({
      id: 'post-a-id',
      parameters: [{ name: 'id', place: 'path', isRequired: true }],
      body: { mediaType: 'text/plain', type: [{ text: 'Text', schema: 'Text' }] },
      answers: [{ status: '200', description: 'Done.' }],
    });
  });

  it('lets an operation override parameters of its path', () => {
    const [operation] = operationsOf({
      info,
      paths: {
        '/': {
          parameters: [{ name: 'a', in: 'query', description: 'old' }],
          get: { parameters: [{ name: 'a', in: 'query', description: 'new' }] },
        },
      },
    });

    expect(operation?.parameters.map(({ description: text }) => text)).toEqual(['new']);
  });

  it.each([
    [true, { security: [{ key: [] }] }],
    [false, { security: [] }],
    [false, { security: [{}, { key: [] }] }],
    [true, {}],
  ])('says %s to needing a key where the operation says %j', (needsKey, operation) => {
    expect(operationOf(operation, { security: [{ key: [] }] })?.needsKey).toBe(needsKey);
  });
});

describe('the example requests', () => {
  const operation = operationOf({
    security: [{ key: [] }],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { examples: ['a/b'] } },
      { name: 'must', in: 'query', required: true, schema: { type: 'array', examples: [['x', "y'"]] } },
      { name: 'may', in: 'query', schema: { examples: ['&'] } },
      { name: 'never', in: 'query', schema: { type: 'string' } },
      { name: 'X-Must', in: 'header', required: true, example: "it's" },
    ],
    requestBody: { content: { 'application/json': { schema: { examples: [{ text: "it's" }] } } } },
  });

  it('for curl are quoted for the shell', () => {
    expect(code(operation, 'curl')).toBe(
      [
        "curl 'https://api.example.com/a/a%2Fb?must=x&must=y%27&may=%26' \\",
        '  -H "Authorization: Bearer $API_KEY" \\',
        String.raw`  -H 'X-Must: it'\''s' \ `.trimEnd(),
        "  --json '{",
        String.raw`  "text": "it'\''s"`,
        "}'",
      ].join('\n'),
    );
  });

  it('for JavaScript are valid JavaScript', () => {
    const text = code(operation, 'javascript');

    expect(text).toContain('"https://api.example.com/a/a%2Fb?must=x&must=y%27&may=%26"');
    expect(text).toContain('"X-Must": "it\'s",');
    expect(() => new Script(`async (apiKey) => { ${text} }`)).not.toThrow();
  });

  it('name a method that is not the default of curl', () => {
    const [remove] = operationsOf({ info, paths: { '/': { delete: {} } } });

    expect(code(remove, 'curl')).toContain('-X DELETE');
  });

  it.each([
    ['application/json', 'response.json()', false],
    ['application/problem+json', 'response.json()', false],
    ['application/x-ndjson', 'response.text()', false],
    ['text/csv', 'response.text()', false],
    ['application/vnd.sqlite3', 'response.blob()', true],
  ])('read an answer in %s by %s', (mediaType, read, isSaved) => {
    const reading = operationOf({ responses: { 200: { description: 'ok', content: { [mediaType]: {} } } } });

    expect(code(reading, 'javascript')).toContain(read);
    expect(code(reading, 'curl').includes('--remote-name')).toBe(isSaved);
  });
});

describe('the examples of answers', () => {
  const exampleIn = (mediaType: string, example: unknown): string | undefined =>
    operationOf({ responses: { 200: { description: 'ok', content: { [mediaType]: { example } } } } })
      ?.answers[0]?.bodies[0]?.example;

  it('are as they are sent, where they are text', () => {
    expect(exampleIn('application/json', 'a')).toBe('"a"');
    expect(exampleIn('text/csv', 'a,b')).toBe('a,b');
    expect(exampleIn('application/vnd.sqlite3', 'a')).toBe('');
  });
});
