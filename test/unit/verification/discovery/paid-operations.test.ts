import { describe, expect, it } from 'vitest';
import { paidOperations } from '../../../../src/verification/discovery/paid-operations.ts';

const origin = 'https://rain.example.com';
const paid = { summary: 'Rain', 'x-payment-info': { protocols: ['x402'] } };

describe('the paid operations of an OpenAPI document', () => {
  it.each<readonly [why: string, members: object, count: number]>([
    ['that name a price', paid, 1],
    ['that name a price in another way', { 'x-x402-price': '$0.01' }, 1],
    ['that answer 402', { responses: { 402: {} } }, 1],
    ['none that are free', { summary: 'Health', responses: { 200: {} } }, 0],
  ])('are those %s', (_why, members, count) => {
    expect(paidOperations({ paths: { '/rain': { get: members } } }, origin)).toHaveLength(count);
  });

  it('are at the server of the document on that origin', () => {
    const document = {
      servers: [{ url: 'https://test.example.com' }, { url: '/v1/' }],
      paths: { '/rain': { get: paid, post: paid } },
    };

    expect(paidOperations(document, origin).map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://rain.example.com/v1/rain',
      'POST https://rain.example.com/v1/rain',
    ]);
  });

  it('have texts, tags and examples, those of referred schemas too', () => {
    const Place = {
      type: 'object',
      properties: { city: { example: 'Bergen' }, days: { default: 2 }, note: {} },
    };
    const operation = {
      ...paid,
      description: 'Rain\nnow.',
      tags: ['weather', 7],
      parameters: [
        { in: 'query', name: 'units', schema: { examples: ['si'] } },
        { in: 'header', name: 'key', example: 'x' },
      ],
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Place' } } } },
    };

    expect(
      paidOperations({ components: { schemas: { Place } }, paths: { '/rain': { post: operation } } }, origin),
    ).toEqual([
      {
        url: 'https://rain.example.com/rain',
        method: 'POST',
        name: 'Rain',
        description: 'Rain now.',
        tags: ['weather'],
        query: { units: 'si' },
        body: { city: 'Bergen', days: 2 },
      },
    ]);
  });

  it.each([null, 7, [], { paths: 7 }, { paths: { '/a': 7 } }, { paths: { '/a': { get: [] } } }])(
    'are none in %j',
    (document) => {
      expect(paidOperations(document, origin)).toEqual([]);
    },
  );
});
