import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exampleOf, fieldsOf, rulesOf, type Schema, type Schemas, typeOf } from '../../../src/site/schema.ts';
import { caseCount } from '../../support/cases.ts';

const tree: Schema = {
  type: 'object',
  required: ['value', 'children'],
  properties: {
    value: { type: 'integer', minimum: 1 },
    children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
    parent: { anyOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'null' }] },
  },
};
const chain: Schema = {
  type: 'object',
  required: ['next'],
  properties: { next: { $ref: '#/components/schemas/Chain' } },
};
const schemas: Schemas = { Tree: tree, Chain: chain };

const words = (schema: Schema): string =>
  typeOf(schema)
    .map(({ text }) => text)
    .join('');
const rules = (schema: Schema): string[] =>
  rulesOf(schema).map(({ words: text, codes }) => [text, ...codes].join(' '));

describe('the type of a schema', () => {
  it.each<[string, Schema]>([
    ['string', { type: 'string' }],
    ['string or null', { type: ['string', 'null'] }],
    ['Tree or null', { anyOf: [{ $ref: '#/components/schemas/Tree' }, { type: 'null' }] }],
    ['string or integer', { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    [
      'string',
      {
        anyOf: [
          { type: 'string', maxLength: 1 },
          { type: 'string', pattern: 'b' },
        ],
      },
    ],
    [
      'array of array of Tree',
      { type: 'array', items: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } },
    ],
    ['map of integer', { type: 'object', additionalProperties: { type: 'integer' } }],
    ['object', { type: 'object', additionalProperties: false }],
    ['any value', {}],
  ])('reads as "%s"', (expected, schema) => {
    expect(words(schema)).toBe(expected);
  });

  it('links to the schemas that it names', () => {
    expect(typeOf({ items: { $ref: '#/components/schemas/Tree' } })).toEqual([
      { text: 'array of ' },
      { text: 'Tree', schema: 'Tree' },
    ]);
  });
});

describe('the rules of a schema', () => {
  it.each<[string[], Schema]>([
    [['1 to 255 characters'], { minLength: 1, maxLength: 255 }],
    [['exactly 2 characters'], { minLength: 2, maxLength: 2 }],
    [['at least 0'], { minimum: 0 }],
    [['at most 50 entries', 'each one of a b'], { maxItems: 50, items: { enum: ['a', 'b'] } }],
    [['always true'], { const: true }],
    [['one of a 1 null'], { enum: ['a', 1, null] }],
    [['format date-time', 'matches ^`$'], { format: 'date-time', pattern: '^`$' }],
    [['by default 20'], { default: 20 }],
    [[], { type: 'string' }],
  ])('are %j', (expected, schema) => {
    expect(rules(schema)).toEqual(expected);
  });
});

describe('the fields of a schema', () => {
  it('come from objects, arrays, maps and combined schemas', () => {
    const named = (schema: Schema): string[] => fieldsOf(schema).map(({ name }) => name);

    expect(named(tree)).toEqual(['value', 'children', 'parent']);
    expect(named({ type: 'array', items: tree })).toEqual(['value', 'children', 'parent']);
    expect(named({ anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] })).toEqual(['a', 'b']);
    expect(named({ additionalProperties: { properties: { a: {} } } })).toEqual(['*']);
    expect(named({ $ref: '#/components/schemas/Tree' })).toEqual([]);
  });

  it('say which are required', () => {
    expect(fieldsOf(tree).filter(({ isRequired }) => isRequired)).toHaveLength(2);
  });

  it('contain the fields of unnamed objects', () => {
    const [outer] = fieldsOf({ properties: { outer: { properties: { inner: { type: 'string' } } } } });

    expect(outer?.fields.map(({ name }) => name)).toEqual(['inner']);
  });
});

describe('the example of a schema', () => {
  it('ends where a schema contains itself', () => {
    expect(exampleOf({ $ref: '#/components/schemas/Tree' }, schemas)).toEqual({
      value: 1,
      children: [],
      parent: null,
    });
    expect(exampleOf({ $ref: '#/components/schemas/Chain' }, schemas)).toBeUndefined();
    expect(exampleOf({ $ref: '#/components/schemas/Nothing' }, schemas)).toBeUndefined();
  });

  it.each<[unknown, Schema]>([
    ['given', { type: 'string', examples: ['given', 'other'], default: 'default' }],
    ['a', { enum: ['a', 'b'] }],
    [null, { type: 'null' }],
    ['text', { type: ['string', 'null'] }],
    [{ name: 0 }, { additionalProperties: { type: 'integer' } }],
    [false, { default: false }],
  ])('is %j', (expected, schema) => {
    expect(exampleOf(schema, schemas)).toEqual(expected);
  });

  it('is valid, whatever the schema', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    ajv.addSchema({
      $id: 'openapi',
      components: { schemas: JSON.parse(JSON.stringify(schemas).replaceAll('"#/', '"openapi#/')) as object },
    });

    fc.assert(
      fc.property(anySchema, (schema) => {
        const validate = ajv.compile(
          JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object,
        );
        expect(validate(exampleOf(schema, schemas)), JSON.stringify(validate.errors)).toBe(true);
      }),
      { numRuns: caseCount(100) },
    );
  });
});

const length = fc.nat(40);
const plain = fc.oneof(
  fc.record({ type: fc.constant('string'), minLength: length }, { requiredKeys: ['type'] }),
  fc.constantFrom<Schema[]>(
    { type: 'string', format: 'date-time' },
    { type: 'string', format: 'uri', maxLength: 2048 },
    { type: 'boolean' },
    { type: 'null' },
    { const: 'x' },
    { enum: [1, 'b', null] },
    { $ref: '#/components/schemas/Tree' },
    {},
  ),
  fc.record(
    { type: fc.constantFrom('integer', 'number'), minimum: fc.integer() },
    { requiredKeys: ['type'] },
  ),
  fc.record({ type: fc.constant('integer'), maximum: fc.integer() }),
);
const { anySchema } = fc.letrec<{ anySchema: Schema }>((tie) => ({
  anySchema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    plain,
    fc.record({ type: fc.constant('array'), items: tie('anySchema') }),
    fc.record({ anyOf: fc.array(tie('anySchema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ type: fc.constant('object'), additionalProperties: tie('anySchema') }),
    fc.record({
      type: fc.constantFrom('object', ['object', 'null'] as const),
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('anySchema')),
      required: fc.constant([]),
    }),
  ),
}));
