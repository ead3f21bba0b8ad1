import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DescribedRequest } from '../../../src/domain/described-request.ts';
import { hiddenCharacter } from '../../../src/domain/plain-text.ts';
import { readChallenge } from '../../../src/verification/challenge.ts';
import { maxCharacters, readDescription } from '../../../src/verification/described-request.ts';
import { caseCount } from '../../support/cases.ts';
import {
  a402,
  aDocument,
  aDocumentOfV1,
  anAnswer,
  anEntry,
  anEntryOfV1,
  offered,
} from '../../fixtures/answers.ts';

/** A document of version 2 as `declareDiscoveryExtension` of `@x402/extensions` writes it. */
function bazaar(
  input: Record<string, unknown>,
  schemas: Record<string, unknown> = {},
  output?: { readonly info?: unknown; readonly schema?: unknown },
): Record<string, unknown> {
  return {
    ...aDocument(anEntry()),
    extensions: {
      bazaar: {
        info: { input: { type: 'http', ...input }, ...(output ? { output: output.info } : {}) },
        schema: {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          properties: {
            input: { type: 'object', properties: { type: { const: 'http' }, ...schemas } },
            output: { type: 'object', properties: { example: output?.schema } },
          },
        },
      },
    },
  };
}

/** A document of version 1 whose only way to pay has this `outputSchema`. */
function ofV1(outputSchema: unknown): Record<string, unknown> {
  return aDocumentOfV1(anEntryOfV1({ outputSchema }));
}

const city = { type: 'string', description: 'Name of the city.' };

function remarksOn(document: unknown): string[] {
  return readDescription(document).remarks.map(({ detail }) => detail);
}

function nested(levels: number): unknown {
  return levels === 0 ? 1 : { deeper: nested(levels - 1) };
}

describe('the description of a request by version 2', () => {
  it('has the query, with its schema and an example', () => {
    const queryParams = {
      type: 'object',
      properties: { city, days: { type: 'integer' } },
      required: ['city'],
    };
    const document = bazaar(
      { method: 'GET', queryParams: { city: 'Bergen', days: 2, hours: [6, 12], odd: { a: 1 } } },
      { queryParams },
    );

    expect(readDescription(document)).toEqual({
      request: {
        method: 'GET',
        query: { schema: queryParams, example: { city: 'Bergen', days: '2', hours: '6,12' } },
      },
      remarks: [],
    });
  });

  it('has the body, what headers to send, and what comes back', () => {
    const body = { properties: { text: { type: 'string' } }, required: ['text'] };
    const headers = { type: 'object', properties: { 'X-Model': { type: 'string', enum: ['a', 'b'] } } };
    const document = bazaar(
      { method: 'post', bodyType: 'json', body: { text: 'Hello' } },
      { body, headers },
      {
        info: { type: 'json', example: { words: 1 } },
        schema: { properties: { words: { type: 'number' } } },
      },
    );

    expect(readDescription(document).request).toEqual({
      method: 'POST',
      body: { type: 'json', schema: body, example: { text: 'Hello' } },
      headers: { schema: headers },
      output: { schema: { properties: { words: { type: 'number' } } }, example: { words: 1 } },
    });
  });

  it('keeps no keyword that nobody reads, and no reference', () => {
    const queryParams = {
      type: 'object',
      $id: 'https://evil.example.com/',
      $ref: 'https://evil.example.com/schema',
      properties: {
        a: { type: ['string', 'null', 'date'], pattern: '(a+)+$', const: 'x', oneOf: [{ type: 'string' }] },
      },
      required: ['a', 'b', 1],
    };

    expect(readDescription(bazaar({}, { queryParams })).request?.query?.schema).toEqual({
      type: 'object',
      properties: { a: { type: ['string', 'null'], enum: ['x'], anyOf: [{ type: 'string' }] } },
      required: ['a'],
    });
  });

  it('may be given in the manner of version 1', () => {
    const document = bazaar({ method: 'GET', queryParams: { city: { ...city, required: true } } });

    expect(readDescription(document).request).toEqual({
      method: 'GET',
      query: { schema: { type: 'object', properties: { city }, required: ['city'] } },
    });
  });

  it('is not that of a tool of an MCP server', () => {
    expect(readDescription(bazaar({ type: 'mcp', toolName: 'x' }))).toEqual({ remarks: [] });
  });

  it.each([
    ['form-data', 'multipart/form-data'],
    ['text', 'text/plain'],
    ['json', 42],
  ])('has a body of type %s', (type, bodyType) => {
    expect(readDescription(bazaar({ bodyType, body: 'x' })).request?.body).toEqual({ type, example: 'x' });
  });
});

describe('the description of a request by version 1', () => {
  it('is read from its fields', () => {
    const outputSchema = {
      input: {
        type: 'http',
        method: 'POST',
        discoverable: true,
        queryParams: { city: 'string', limit: 10 },
        bodyFields: { prompt: { type: 'string', required: true }, tone: 'How it should sound' },
        headerFields: { 'X-Key': { type: 'string' } },
      },
      output: { type: 'object', properties: { text: { type: 'string' } } },
    };

    expect(readDescription(ofV1(outputSchema))).toEqual({
      request: {
        method: 'POST',
        query: {
          schema: { type: 'object', properties: { city: { type: 'string' }, limit: { examples: [10] } } },
        },
        body: {
          type: 'json',
          schema: {
            type: 'object',
            properties: { prompt: { type: 'string' }, tone: { description: 'How it should sound' } },
            required: ['prompt'],
          },
        },
        headers: { schema: { type: 'object', properties: { 'X-Key': { type: 'string' } } } },
        output: { schema: { type: 'object', properties: { text: { type: 'string' } } } },
      },
      remarks: [],
    });
  });

  it.each<readonly [name: string, value: object, part: object]>([
    ['queryParams', { city: 'Bergen', days: 2 }, { example: { city: 'Bergen', days: '2' } }],
    ['queryParams', { ids: ['bitcoin', 'ether'] }, { example: { ids: 'bitcoin,ether' } }],
    ['queryParams', { city: 'New York' }, { example: { city: 'New York' } }],
    [
      'queryParams',
      { city: 'City name' },
      { schema: { properties: { city: { description: 'City name' } } } },
    ],
    ['queryParams', { city: 'city' }, { schema: { properties: { city: { description: 'city' } } } }],
    ['queryParams', { city: 'string', days: 2 }, { schema: { properties: { city: { type: 'string' } } } }],
    ['body', { messages: [{ role: 'user' }] }, { example: { messages: [{ role: 'user' }] } }],
    ['body', { place: { city: 'Bergen' } }, { example: { place: { city: 'Bergen' } } }],
    ['body', { place: { type: 'object' } }, { schema: { properties: { place: { type: 'object' } } } }],
  ])('may have an example in place of fields: %s %j', (name, value, part) => {
    const { request } = readDescription(ofV1({ input: { type: 'http', method: 'POST', [name]: value } }));

    expect(name === 'body' ? request?.body : request?.query).toMatchObject(part);
  });

  it('may be a JSON Schema, and an output may be an example', () => {
    const bodyFields = { type: 'object', properties: { text: { type: 'string' } } };

    expect(
      readDescription(ofV1({ input: { type: 'http', method: 'PUT', bodyFields }, output: { ok: true } }))
        .request,
    ).toEqual({
      method: 'PUT',
      body: { type: 'json', schema: bodyFields },
      output: { example: { ok: true } },
    });
  });

  it('is that of the first way to pay that has one', () => {
    const document = aDocumentOfV1(
      anEntryOfV1({ outputSchema: { input: { type: 'mcp' } } }),
      anEntryOfV1({ outputSchema: { input: { type: 'http', method: 'PATCH' } } }),
    );

    expect(readDescription(document).request).toEqual({ method: 'PATCH' });
  });

  it('has no method that clients cannot use', () => {
    expect(readDescription(ofV1({ input: { type: 'http', method: 'HEAD' } }))).toEqual({ remarks: [] });
  });
});

describe('a hostile description', () => {
  it.each([
    [
      'is too large',
      { queryParams: { a: 'x'.repeat(maxCharacters) } },
      'its query needs more than what is left of 8192 characters',
    ],
    ['is too deep', { queryParams: nested(2_000) }, 'its query is nested more than 10 levels deep'],
    [
      'has too many members',
      { body: Array.from({ length: 65 }, () => 1) },
      'its body has more than 64 members in one object or list',
    ],
    ['has a hidden name', { queryParams: { 'a\u202e': '1' } }, 'its query has a hidden character'],
    ['has a hidden text', { body: { text: 'a\u200b' } }, 'its body has a hidden character'],
    ['has a half of a character', { body: '\ud800' }, 'its body has a hidden character'],
    [
      'has a long name',
      { body: { ['n'.repeat(101)]: 1 } },
      'its body has a name of more than 100 characters',
    ],
    [
      'has a name that changes objects',
      { body: JSON.parse('{"__proto__":{"a":1}}') as unknown },
      'its body has a member named "__proto__"',
    ],
  ])('that %s is left out with a remark', (_, input, remark) => {
    const document = bazaar({ method: 'POST', ...input });

    expect(readDescription(document)).toEqual({
      request: { method: 'POST' },
      remarks: [
        {
          code: 'description_unusable',
          detail: `the description of the request is not used in full: ${remark}`,
        },
      ],
    });
  });

  it('loses only the parts that are unfit', () => {
    const document = bazaar(
      { queryParams: { city: 'Bergen' }, body: nested(30) },
      {},
      { info: { example: 'x'.repeat(9_000) } },
    );

    expect(readDescription(document).request).toEqual({ query: { example: { city: 'Bergen' } } });
    expect(remarksOn(document)).toEqual([
      'the description of the request is not used in full: its body is nested more than 10 levels deep; its output needs more than what is left of 8192 characters',
    ]);
  });

  it('keeps names of objects’ own members as names', () => {
    const queryParams = { constructor: '1', toString: '2', hasOwnProperty: '3' };

    expect(readDescription(bazaar({ queryParams })).request?.query?.example).toEqual(queryParams);
  });

  it('keeps line breaks in examples, and none in descriptions', () => {
    const body = { properties: { text: { description: ' a\n  b\t', type: 'string' } } };

    expect(readDescription(bazaar({ body: { text: 'a\n\tb' } }, { body })).request?.body).toEqual({
      type: 'json',
      schema: { properties: { text: { description: 'a b', type: 'string' } } },
      example: { text: 'a\n\tb' },
    });
  });

  it.each([null, 1, 'x', [], { bazaar: null }, { bazaar: [] }, { bazaar: { info: { input: [] } } }])(
    'of a wrong shape is none: %j',
    (extensions) => {
      expect(readDescription({ ...aDocument(anEntry()), extensions })).toEqual({ remarks: [] });
    },
  );

  it.each([{ toString: 1, valueOf: 1 }, 1, null, ['GET']])('has no method that is no text: %j', (method) => {
    expect(readDescription(bazaar({ method, body: { a: 1 } }))).toEqual({
      request: { body: { type: 'json', example: { a: 1 } } },
      remarks: [],
    });
  });

  it('never makes a 402 unreadable', () => {
    const document = bazaar({ method: 'GET', queryParams: nested(500) });

    expect(readChallenge(a402(document))).toMatchObject({
      terms: [{ amount: offered.amount }],
      request: { method: 'GET' },
      remarks: [{ code: 'description_unusable' }],
    });
    expect(readChallenge(anAnswer(402, JSON.stringify(ofV1({ input: nested(500) }))))).toMatchObject({
      terms: [{ amount: offered.amount }],
      remarks: [],
    });
  });

  it('gives a bounded request without hidden characters, whatever it is', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('__proto__', 'constructor', 'string', 'object', 'http', '\u202e', 'x'.repeat(9_000)),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        texts,
        fc.constantFrom(null, true, 0, -1.5, 1e308),
        fc.array(tie('value'), { maxLength: 4 }),
        fc.dictionary(
          fc.oneof(
            texts,
            fc.constantFrom(
              'type',
              'properties',
              'required',
              'items',
              'anyOf',
              'enum',
              'description',
              'default',
            ),
          ),
          tie('value'),
          { maxKeys: 5, noNullPrototype: true },
        ),
      ),
    }));
    const document = fc.oneof(
      fc
        .tuple(value, value, value, value)
        .map(([queryParams, body, schema, example]) =>
          bazaar(
            { method: 'POST', queryParams, body, headers: queryParams },
            { queryParams: schema, body: schema },
            { info: { example }, schema },
          ),
        ),
      fc.tuple(value, value, value).map(([queryParams, bodyFields, output]) =>
        ofV1({
          input: { type: 'http', method: 'GET', queryParams, bodyFields, headers: bodyFields },
          output,
        }),
      ),
    );

    fc.assert(
      fc.property(document, (given) => {
        const { request, remarks } = readDescription(JSON.parse(JSON.stringify(given)));
        const printed = JSON.stringify(request ?? null);

        if (request) expect(DescribedRequest.safeParse(JSON.parse(printed))).toMatchObject({ success: true });
        expect(printed.length).toBeLessThan(4 * maxCharacters);
        expect(hiddenCharacter(printed)).toBeUndefined();
        expect(remarks.length).toBeLessThan(2);
        expect(hiddenCharacter(JSON.stringify(remarks))).toBeUndefined();
      }),
      { numRuns: caseCount(150) },
    );
  });
});
