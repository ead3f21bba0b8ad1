import { describe, expect, it } from 'vitest';
import { anApi, request } from '../../fixtures/api.ts';
import { codeOf } from '../../fixtures/bodies.ts';
import { anEntry } from '../../fixtures/services.ts';

const entry = anEntry();
const one = `/api/services/${entry.declared.id}`;
const api = anApi({ entries: [entry] });

const reads = [
  `${one}/status`,
  `${one}/declaration`,
  '/api/services/search/intent',
  '/api/categories',
  '/api/export',
  '/health',
  '/openapi.json',
];
const allowed = (response: Response): string[] =>
  (response.headers.get('allow') ?? '').split(/, */).filter(Boolean).sort();

describe('a method that a path does not support', () => {
  const wrong = reads.flatMap((path) => ['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => [method, path]));

  it.each(wrong)('%s %s is answered with 405 and the supported methods', async (method, path) => {
    const response = await request(api, path, { method });

    expect(response.status).toBe(405);
    expect(allowed(response)).toEqual(['GET', 'HEAD', 'OPTIONS']);
    expect(await codeOf(response)).toBe('method_not_allowed');
  });

  it.each([
    ['PUT', '/api/services', 'GET, HEAD, OPTIONS, POST'],
    ['PATCH', '/api/services', 'GET, HEAD, OPTIONS, POST'],
    ['DELETE', '/api/services', 'GET, HEAD, OPTIONS, POST'],
    ['PUT', one, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['POST', one, 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['GET', `${one}/restore`, 'OPTIONS, POST'],
    ['DELETE', `${one}/transfer`, 'OPTIONS, POST'],
  ])('%s %s is answered with 405, and with those for writing', async (method, path, methods) => {
    const response = await request(api, path, { method });

    expect(response.status).toBe(405);
    expect(allowed(response).join(', ')).toBe(methods);
  });
});

describe('a CORS preflight', () => {
  it.each([...reads, one, '/api/services'])('of %s is answered', async (path) => {
    const response = await request(api, path, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example.net',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'if-none-match',
      },
    });

    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toMatch(/\bGET\b/);
    expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('if-none-match');
    expect(Number(response.headers.get('access-control-max-age'))).toBeGreaterThan(0);
  });

  it('permits a registration with its headers', async () => {
    const { headers } = await request(api, '/api/services', {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'POST' },
    });

    expect(headers.get('access-control-allow-methods')).toMatch(/\bPOST\b/);
    expect(headers.get('access-control-allow-headers')?.toLowerCase().split(/, */)).toEqual(
      expect.arrayContaining(['authorization', 'content-type', 'idempotency-key']),
    );
  });
});

describe('a trailing slash', () => {
  it.each([...reads.filter((path) => !path.includes('intent')), '/api/services'])(
    'after %s changes nothing',
    async (path) => {
      const [with_, without] = await Promise.all([request(api, `${path}/`), request(api, path)]);

      expect(with_.status).toBe(200);
      expect(await with_.text()).toBe(await without.text());
    },
  );

  it('after the path of a search changes nothing either', async () => {
    expect((await request(api, '/api/services/search/intent/?q=rain')).status).toBe(200);
    expect((await request(api, '/api/services/?limit=0')).status).toBe(400);
  });
});

describe('an unknown path', () => {
  it.each([
    '/',
    '/api',
    '/api/',
    '/api/nothing',
    '/api/service',
    `${one}/unknown`,
    '/api/services/a/b/c',
    '/API/SERVICES',
    '/healthy',
    '/health/x',
    '/api/categories/weather-environment',
  ])('%s is answered with 404', async (path) => {
    const response = await request(api, path);

    expect(response.status).toBe(404);
    expect(await codeOf(response)).toBe('path_unknown');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });
});
