import { describe, expect, it } from 'vitest';
import { isProblemCode, problems } from '../../../src/views/problem.ts';
import { anApi, request } from '../../fixtures/api.ts';
import {
  compile,
  type Described,
  description,
  faultsBy,
  OpenApi,
  operations,
} from '../../fixtures/described-api.ts';

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

/** Every schema of the description. */
const schemas = operations.flatMap(({ operation: { parameters, requestBody, responses } }) => [
  ...parameters.map(({ schema }) => schema),
  ...[requestBody ?? { content: {} }, ...Object.values(responses)].flatMap(({ content }) =>
    Object.values(content).map(({ schema }) => schema),
  ),
  ...Object.values(responses).flatMap(({ headers }) => Object.values(headers).map(({ schema }) => schema)),
]);

const places = { path: '', query: '?', header: 'header ' } as const;

/** An operation in one line: what it takes, `*` for what it needs, and the statuses that it answers. */
function lineOf({ method, path, operation }: Described): string {
  const { operationId, security, parameters, requestBody, responses } = operation;
  const given = parameters
    .filter(({ in: place }) => place !== 'path')
    .map(({ name, in: place, required }) => `${places[place]}${name}${required ? '*' : ''}`);
  const asked = [security.length > 0 ? 'key*' : [], given, requestBody ? 'body*' : []].flat().join(', ');

  return `${method.toUpperCase()} ${path}  ${operationId}(${asked})  ${Object.keys(responses).join(' ')}\n`;
}

/** The media types of what is not JSON, by path. */
const others: Readonly<Record<string, string>> = {
  '/.well-known/api-catalog': 'application/linkset+json',
  '/.well-known/http-message-signatures-directory': 'application/http-message-signatures-directory+json',
  '/api/export.ndjson': 'application/x-ndjson',
  '/api/outcomes.ndjson': 'application/x-ndjson',
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

  it('has the operations, and the schemas with names, that are published', async () => {
    const names = Object.keys(OpenApi.parse(description).components.schemas).sort();
    const lines = [...operations.map(lineOf), '\n', ...names.map((name) => `${name}\n`)];

    await expect(lines.join('')).toMatchFileSnapshot('../../fixtures/texts/operations.txt');
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

  it('has schemas that compile', () => {
    expect(schemas.length).toBeGreaterThan(1000);
    expect(() => schemas.map(compile)).not.toThrow();
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
});
