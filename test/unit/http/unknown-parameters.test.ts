import { describe, expect, it } from 'vitest';
import { ProblemBody } from '../../../src/views/problem.ts';
import { anApi, request } from '../../fixtures/api.ts';
import { faultsOf } from '../../fixtures/bodies.ts';
import { anEntry } from '../../fixtures/services.ts';

const entry = anEntry();
const api = anApi({ entries: [entry] });
const one = `/api/services/${entry.declared.id}`;
const detailsOf = async (path: string): Promise<string[]> => {
  const body = ProblemBody.parse(await (await request(api, path)).json());

  return (body.errors ?? []).map(({ detail }) => detail);
};

describe('a parameter that a path does not know', () => {
  it.each([
    '/api/services',
    one,
    `${one}/status`,
    `${one}/declaration`,
    `${one}/similar`,
    `${one}/observed`,
    `${one}/checks`,
    `${one}/trust`,
    `${one}/payments`,
    `${one}/history`,
    '/api/services/search/intent',
    '/api/facets',
    '/api/suggest',
    '/api/categories',
    '/api/export',
    '/api/export.ndjson',
    '/api/export.csv',
    '/api/changes',
    '/api/changes/stream',
    '/health',
    '/openapi.json',
  ])('is refused by %s', async (path) => {
    const answer = await request(api, `${path}?maxPrice=0.01`);

    expect(answer.status).toBe(400);
    expect(await answer.clone().json()).toMatchObject({ code: 'unknown_parameter' });
    expect(await faultsOf(answer)).toEqual(['/maxPrice unknown_parameter']);
  });

  it('is refused by a write, which it could have made a trial', async () => {
    const answer = await request(api, '/api/services?dryrun=true', { method: 'POST', body: '{}' });

    expect(answer.status).toBe(400);
    expect(await faultsOf(answer)).toEqual(['/dryrun unknown_parameter']);
  });

  it.each([
    [
      '/api/services?maxPrice=0.01',
      ['"maxPrice" is not a parameter of this path; write maxPricePerRequest, or leave it out'],
    ],
    [
      '/api/services/search/intent?query=rain',
      ['"query" is not a parameter of this path; write q, or leave it out'],
    ],
    ['/api/categories?limit=3', ['"limit" is not a parameter of this path, which takes none; leave it out']],
    [
      '/api/services?Sort=price&%E2%80%AE=1',
      [
        '"Sort" is not a parameter of this path; write sortBy, or leave it out',
        '"U+202E" is not a parameter of this path; write tag, or leave it out',
      ],
    ],
  ])('is named with the nearest known one: %s', async (path, details) => {
    expect(await detailsOf(path)).toEqual(details);
  });

  it('is named once, and not more than 20 are', async () => {
    const many = Array.from({ length: 300 }, (_, i) => `x${String(i % 30)}=1`).join('&');

    expect(await detailsOf(`/api/services?${many}`)).toHaveLength(20);
  });

  it.each(['?_=1', '?utm_source=news&utm_medium=x', '?query=weather&_cache=2'])(
    'is ignored where it only marks the request: %s',
    async (search) => {
      expect((await request(api, `/api/services${search}`)).status).toBe(200);
    },
  );

  it('is left alone by what agents and registries ask', async () => {
    expect((await request(api, '/mcp/server-card?profile=x')).status).toBe(200);
    expect((await request(api, '/discovery/resources?anything=x')).status).toBe(200);
  });
});
