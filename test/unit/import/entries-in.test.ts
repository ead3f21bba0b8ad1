import { describe, expect, it } from 'vitest';
import { entriesIn } from '../../../src/import/entries-in.ts';

describe('the entries of a document', () => {
  it.each<readonly [why: string, document: unknown, entries: unknown]>([
    ['are those of a mere list', ['/a', 'POST /b'], ['/a', 'POST /b']],
    ...['items', 'resources', 'endpoints', 'apis', 'paid_endpoints', 'services', 'entries'].map(
      (name) =>
        [`stand below "${name}"`, { version: 1, [name]: [{ path: '/a' }] }, [{ path: '/a' }]] as const,
    ),
    [
      'stand in an envelope',
      { code: '000000', message: null, data: { items: [{ resource: '/a' }], pagination: { total: 1 } } },
      [{ resource: '/a' }],
    ],
    ['stand in an envelope as a list', { code: 0, data: { list: ['/a'], total: 1 } }, ['/a']],
    ['stand in an envelope alone', { data: ['/a'] }, ['/a']],
    [
      'are keyed by their path',
      { '/a': { price: '$0.01' }, 'POST /b': '$0.02', 'https://api.example.com/c': 'Rain.' },
      [
        { resource: '/a', price: '$0.01' },
        { resource: 'POST /b', price: '$0.02' },
        { resource: 'https://api.example.com/c', description: 'Rain.' },
      ],
    ],
    ['are keyed by their path below a name', { endpoints: { '/a': {} } }, [{ resource: '/a' }]],
    ['are keyed by a name', { endpoints: { rain: { path: '/a' } } }, [{ path: '/a' }]],
    [
      'have what their groups say of all of them',
      {
        network: 'base',
        categories: [
          {
            name: 'weather',
            services: [
              {
                name: 'Rain',
                url: 'https://rain.example.com',
                payTo: '0x1',
                endpoints: ['/now', { path: '/day' }],
              },
            ],
          },
        ],
      },
      ['/now', '/day'].map((path, at) => ({
        ...{ network: 'base', category: 'weather', serviceName: 'Rain', payTo: '0x1' },
        ...{ baseUrl: 'https://rain.example.com', [at === 0 ? 'resource' : 'path']: path },
      })),
    ],
    ['are none where there is no list', { name: 'Rain', tags: ['a'] }, undefined],
    ['are none in what is no document', 'rain', undefined],
    ['may be no entries', { items: [] }, []],
  ])('%s', (_why, document, entries) => {
    expect(entriesIn(document)).toEqual(entries);
  });

  it('are not searched for in the depth of a hostile document', () => {
    let nested: unknown = ['/a'];
    for (let level = 0; level < 1_000; level += 1) nested = { data: nested };

    expect(entriesIn(nested)).toBeUndefined();
  });
});
