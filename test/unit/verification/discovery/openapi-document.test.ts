import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Discovered } from '../../../../src/domain/discovered.ts';
import { hiddenCharacter } from '../../../../src/domain/plain-text.ts';
import { inOpenApi } from '../../../../src/verification/discovery/openapi-document.ts';
import { caseCount } from '../../../support/cases.ts';
import { anOpenApi, fixedPrice } from '../../../fixtures/discovery-documents.ts';

const url = new URL('https://api.example.com/v1/rain');
const paid = { summary: 'Rain radar', description: 'When will\n it rain?', 'x-payment-info': fixedPrice };

function found(paths: unknown, more = {}, method?: 'GET' | 'POST') {
  return inOpenApi(anOpenApi(paths, more), { url, method });
}

describe('an OpenAPI document', () => {
  it('lists its paid operations where its origin alone is asked for', () => {
    const document = { paths: { '/v1/rain': { get: paid }, '/health': { get: {} } } };
    const root = { url: new URL('https://api.example.com') };

    expect(inOpenApi(document, root)).toEqual({
      source: '/openapi.json',
      rails: [],
      operations: [{ method: 'GET', url: 'https://api.example.com/v1/rain', name: 'Rain radar' }],
    });
    expect(inOpenApi({ paths: { '/health': { get: {} } } }, root)).toBeUndefined();
  });

  it('says what its operation is called, costs and asks for', () => {
    const city = { name: 'city', in: 'query', required: true, schema: { type: 'string' } };
    const trace = { name: 'trace', in: 'header', schema: { type: 'string' } };

    expect(found({ '/v1/rain': { parameters: [city], get: { ...paid, parameters: [trace] } } })).toEqual({
      source: '/openapi.json',
      name: 'Rain radar',
      description: 'When will it rain?',
      method: 'GET',
      price: '0.05',
      currency: 'USD',
      rails: [expect.objectContaining({ rail: 'x402' }), expect.objectContaining({ rail: 'mpp' })],
      request: {
        query: { schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } },
      },
    });
  });

  it('may keep the schema of a body in its list of schemas', () => {
    const body = (schema: unknown) => ({
      '/v1/rain': { post: { ...paid, requestBody: { content: { 'application/json': { schema } } } } },
    });
    const components = {
      schemas: { Question: { type: 'object', properties: { city: { type: 'string' } } } },
    };
    const request = { body: { type: 'json', schema: components.schemas.Question } };

    expect(found(body({ $ref: '#/components/schemas/Question' }), { components })?.request).toEqual(request);
    expect(found(body(components.schemas.Question))?.request).toEqual(request);
    expect(found(body({ $ref: 'https://example.org/schema' }))?.request).toBeUndefined();
    expect(found(body({ $ref: '#/components/schemas/toString' }), { components })?.request).toBeUndefined();
  });

  it.each<[string, unknown, unknown?]>([
    ['is written out', { '/v1/rain': { get: paid } }],
    ['ends with a slash', { '/v1/rain/': { get: paid } }],
    ['has names', { '/v1/{what}': { get: paid }, '/{version}/{what}/now': { get: {} } }],
    [
      'stands below a server',
      { '/rain': { get: paid } },
      { servers: [{ url: 'https://api.example.com/v1/' }] },
    ],
    ['stands below a relative server', { '/rain': { get: paid } }, { servers: [{ url: 'v1' }] }],
    [
      'is written out beside one with names',
      { '/v1/{what}': { get: { summary: 'Anything' } }, '/v1/rain': { get: paid } },
    ],
  ])('has the endpoint where its path %s', (_, paths, more = {}) => {
    expect(found(paths, more as object)?.name).toBe('Rain radar');
  });

  it.each<[string, unknown, object?]>([
    ['another path', { '/v1/snow': { get: paid } }],
    ['a path of more parts', { '/v1/{what}/now': { get: paid } }],
    ['a server elsewhere', { '/rain': { get: paid } }, { servers: [{ url: 'https://example.org/v1' }] }],
    ['an operation that nobody pays for', { '/v1/rain': { get: { summary: 'Free' } } }],
    ['an object’s own member', { constructor: {} }],
    ['paths that are a list', [paid]],
    ['no paths', undefined],
  ])('with %s says nothing', (_, paths, more = {}) => {
    expect(found(paths, more)).toBeUndefined();
  });

  it('has the operation of the method that was answered, else the one that is paid for', () => {
    const paths = { '/v1/rain': { get: { summary: 'Free' }, post: paid } };

    expect(found(paths)).toMatchObject({ name: 'Rain radar', method: 'POST' });
    expect(found(paths, {}, 'GET')).toMatchObject({ name: 'Free', method: 'GET', rails: [] });
  });

  it('falls back on what the document is called, where an operation hides characters', () => {
    expect(found({ '/v1/rain': { get: { ...paid, summary: 'Rain\u202e', description: '' } } })).toMatchObject(
      {
        name: 'Weather',
        description: 'All about the weather.',
      },
    );
  });

  it('is cut to what a registration holds', () => {
    const said = found({
      '/v1/rain': { get: { ...paid, summary: 'R'.repeat(5_000), description: ' r'.repeat(100_000) } },
    });

    expect(said?.name).toHaveLength(253);
    expect(said?.description?.length).toBeLessThan(2_001);
  });

  it('of any content gives bounded and printable facts', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('\u202e', 'x'.repeat(9_000), 'query', '/v1/rain', 'https://api.example.com/v1'),
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        text,
        fc.constantFrom(null, 1, true),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(
          fc.oneof(
            text,
            fc.constantFrom(
              'get',
              'post',
              'parameters',
              'requestBody',
              'content',
              'application/json',
              'schema',
              '$ref',
              'summary',
              'description',
              'x-payment-info',
              'name',
              'in',
              'type',
              'url',
              '__proto__',
            ),
          ),
          tie('value'),
          { maxKeys: 4 },
        ),
      ),
    }));
    const item = fc.dictionary(fc.constantFrom('get', 'post', 'parameters'), value);
    const paths = fc.dictionary(
      fc.constantFrom('/v1/rain', '/rain', '/{a}/{b}', '__proto__'),
      fc.oneof(value, item),
    );

    fc.assert(
      fc.property(fc.oneof(value, paths), value, value, (of, servers, info) => {
        const said = inOpenApi({ paths: of, servers, info, components: { schemas: info } }, { url });
        if (!said) return;

        expect(Discovered.safeParse(said).success).toBe(true);
        expect(JSON.stringify(said).length).toBeLessThan(40_000);
        const { request: _, ...facts } = said;
        expect(hiddenCharacter(JSON.stringify(facts))).toBeUndefined();
      }),
      { numRuns: caseCount(300) },
    );
  });
});
