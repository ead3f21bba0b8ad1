import { describe, expect, it } from 'vitest';
import type { DescribedRequest, JsonSchema } from '../../../src/domain/described-request.ts';
import type { RequestExample } from '../../../src/domain/offer.ts';
import { exampleValue } from '../../../src/site/example-value.ts';
import { requestOf } from '../../../src/site/shown-request.ts';

function found(
  request: DescribedRequest | null,
  declared?: RequestExample,
  method: 'GET' | 'POST' | null = 'GET',
) {
  return requestOf(declared, { request, method });
}

const city: JsonSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

describe('the request of a service', () => {
  it('is that of its live 402, also where its owner declares another', () => {
    const described: DescribedRequest = {
      method: 'GET',
      query: { schema: city, example: { city: 'Bergen' } },
    };

    expect(found(described, { query: { city: 'Oslo' } })).toMatchObject({
      example: { method: 'GET', query: { city: 'Bergen' } },
      shown: {
        source: 'As its live 402 response describes it.',
        fields: [{ name: 'city', place: 'query', type: 'string', isRequired: true, description: '' }],
        notes: [],
      },
    });
  });

  it('is what its owner declares where the live 402 says nothing of the input', () => {
    for (const live of [null, { method: 'PUT' }, { output: { example: 1 } }] as const) {
      expect(found(live, { method: 'POST', body: { text: 'Hi' } })).toMatchObject({
        example: { method: 'POST', body: { text: 'Hi' } },
        shown: { source: 'As its owner describes it.', fields: [] },
      });
    }
    expect(found({ method: 'PUT' }, { query: { a: '1' } }).example).toEqual({
      method: 'PUT',
      query: { a: '1' },
    });
  });

  it('is only a method where nobody describes it', () => {
    expect(found(null, undefined, 'POST')).toEqual({
      example: { method: 'POST' },
      shown: null,
      output: null,
    });
    expect(found(null, undefined, null).example).toEqual({ method: 'GET' });
  });

  it('has made-up values where there is no example, and says so', () => {
    const { example, shown } = found({
      method: 'POST',
      query: { schema: city },
      body: { type: 'json', schema: city },
    });

    expect(example).toEqual({ method: 'POST', query: { city: 'YOUR_CITY' }, body: { city: 'YOUR_CITY' } });
    expect(shown?.notes).toEqual([expect.stringContaining('placeholders')]);
  });

  it.each(['form-data', 'text'] as const)('leaves a body of type %s to the buyer', (type) => {
    const { example, shown } = found({ body: { type, example: 'x' } }, undefined, 'POST');

    expect(example).toEqual({ method: 'POST', lacksBody: true });
    expect(shown?.notes).toEqual([expect.stringContaining('add your own')]);
  });

  it('lists fields within fields, and not too many of them', () => {
    const schema: JsonSchema = {
      properties: {
        filter: { properties: { units: { enum: ['a', 'b'] } } },
        items: { type: 'array', items: { type: 'object', properties: { id: { type: ['string', 'null'] } } } },
        any: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'string' }] },
      },
    };
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, i) => [`f${String(i)}`, {}]));

    expect(found({ query: { schema } }).shown?.fields.map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'filter: object',
      'filter.units: "a" or "b"',
      'items: array of object',
      'items[].id: string or null',
      'any: string or number',
    ]);
    const { shown } = found({ query: { schema: { properties: many }, example: { f0: '1' } } });
    expect(shown?.fields).toHaveLength(30);
    expect(shown?.notes).toEqual(['3 more fields are in the JSON.']);
  });

  it('shows the answer, and no hidden character of what an owner declares', () => {
    expect(found({ output: { example: { ok: true } } }).output).toBe(
      '{\n  "example": {\n    "ok": true\n  }\n}',
    );
    expect(found(null, { method: 'POST', body: 'a\u202eé🌧\u{e0041}' }).shown?.json).toContain(
      String.raw`a\u202eé🌧\udb40\udc41`,
    );
  });
});

describe('an example value', () => {
  it.each<[JsonSchema, unknown]>([
    [{ examples: ['x'], default: 'y' }, 'x'],
    [{ default: 'y', enum: ['z'] }, 'y'],
    [{ enum: ['z'] }, 'z'],
    [{ type: 'integer', minimum: 5 }, 5],
    [{ type: ['boolean', 'null'] }, true],
    [{ type: 'null' }, null],
    [{ items: { type: 'number' } }, [1]],
    [{ type: 'array' }, []],
    [{ anyOf: [{ type: 'number' }] }, 1],
    [{ properties: { 'a b': {}, c: { type: 'string' } }, required: ['a b'] }, { 'a b': 'YOUR_A_B' }],
    [{ properties: { a: {}, b: {} } }, { a: 'YOUR_A', b: 'YOUR_B' }],
  ])('of %j', (schema, value) => {
    expect(exampleValue(schema)).toEqual(value);
  });
});
