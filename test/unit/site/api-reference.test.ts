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

/** An operation with these parts, as the reference shows it. */
function operationOf(parts: object, method = 'post'): Operation {
  const said = { operationId: 'act', tags: ['Acts'], summary: 'Act', description: 'Acts.' };
  const { groups } = apiReference({
    info: { title: 'Any', version: '1' },
    servers: [{ url: 'https://api.example.com/' }],
    tags: [{ name: 'Acts' }],
    paths: { '/a/{id}': { [method]: { ...said, security: [], responses: {}, ...parts } } },
  });

  return groups[0]?.operations[0] ?? expect.unreachable();
}

const code = ({ requests }: Operation, id: string): string =>
  requests.find((request) => request.id === id)?.code ?? '';

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

it.each([
  [true, [{ key: [] }]],
  [false, []],
])('says %s to needing a key where the operation says %j', (needsKey, security) => {
  expect(operationOf({ security }).needsKey).toBe(needsKey);
});

describe('the example requests', () => {
  const operation = operationOf({
    security: [{ key: [] }],
    parameters: [
      { name: 'id', in: 'path', required: true, schema: { examples: ['a/b'] } },
      { name: 'must', in: 'query', required: true, schema: { type: 'array', examples: [['x', "y'"]] } },
      { name: 'may', in: 'query', schema: { examples: ['&'] } },
      { name: 'never', in: 'query', schema: { type: 'string' } },
      { name: 'X-Must', in: 'header', required: true, schema: { examples: ["it's"] } },
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
    expect(code(operationOf({}, 'delete'), 'curl')).toContain('-X DELETE');
  });

  it.each([
    ['application/json', 'response.json()', false],
    ['application/problem+json', 'response.json()', false],
    ['application/x-ndjson', 'response.text()', false],
    ['text/csv', 'response.text()', false],
    ['application/vnd.sqlite3', 'response.blob()', true],
  ])('read an answer in %s by %s', (mediaType, read, isSaved) => {
    const content = { [mediaType]: { schema: {} } };
    const reading = operationOf({ responses: { 200: { description: 'ok', content } } });

    expect(code(reading, 'javascript')).toContain(read);
    expect(code(reading, 'curl').includes('--remote-name')).toBe(isSaved);
  });
});

describe('the examples of answers', () => {
  const exampleIn = (mediaType: string, example: unknown): string | undefined => {
    const content = { [mediaType]: { schema: {}, example } };
    return operationOf({ responses: { 200: { description: 'ok', content } } }).answers[0]?.bodies[0]?.example;
  };

  it('are as they are sent, where they are text', () => {
    expect(exampleIn('application/json', 'a')).toBe('"a"');
    expect(exampleIn('text/csv', 'a,b')).toBe('a,b');
    expect(exampleIn('application/vnd.sqlite3', 'a')).toBe('');
  });
});
