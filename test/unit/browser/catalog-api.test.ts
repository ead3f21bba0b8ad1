import { afterEach, describe, expect, it, vi } from 'vitest';
import { ask, saidOf, waitText } from '../../../src/browser/catalog-api.ts';

const problem = { status: 429, code: 'too_many_requests', detail: 'Too many requests.' };

function answerWith(body: string | null, init: ResponseInit): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, init)));
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('what the API answers', () => {
  it('is the body with its tag', async () => {
    answerWith('[1]', { headers: { 'Content-Type': 'application/json; charset=utf-8', ETag: '"a"' } });

    expect(await ask({ path: '/' })).toEqual({ body: [1], etag: '"a"' });
  });

  it('may be nothing', async () => {
    answerWith(null, { status: 204 });

    expect(await ask({ path: '/' })).toEqual({ body: undefined, etag: undefined });
  });

  it('is a refusal, which says how long to wait', async () => {
    const headers = { 'Content-Type': 'application/problem+json', 'Retry-After': '30' };
    answerWith(JSON.stringify(problem), { status: 429, headers });

    expect(await ask({ path: '/' })).toEqual({
      refusal: { ...problem, retryAfterSeconds: 30 },
    });
  });

  it.each([
    ['no_server', 404],
    ['no_server', 200],
    ['unavailable', 502],
  ])('is %s when a page comes with %i', async (code, status) => {
    answerWith('<!doctype html>', { status, headers: { 'Content-Type': 'text/html' } });

    expect(await ask({ path: '/' })).toMatchObject({ refusal: { code } });
  });

  it('is that nobody can be reached, without a connection', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));

    expect(await ask({ path: '/' })).toMatchObject({ refusal: { code: 'unreachable' } });
  });
});

describe('what is said of a refusal', () => {
  const english = (text: string) => ({ text: '', english: text });

  it('is everything that is wrong, or else what happened and when to try again', () => {
    const errors = [{ pointer: '/a', code: 'b', detail: 'message is old; ask again' }];

    expect(saidOf({ ...problem, errors })).toEqual([english('Message is old; ask again.')]);
    expect(saidOf(problem)).toEqual([english('Too many requests.')]);
    expect(saidOf({ ...problem, retryAfterSeconds: 30 })).toEqual([
      english('Too many requests.'),
      { text: 'Try again in 30 seconds.', english: '' },
    ]);
  });

  it('is in the words of the site when no API answered', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const answer = await ask({ path: '/' });

    expect('refusal' in answer && saidOf(answer.refusal)).toEqual([
      { text: 'The server cannot be reached. Check your connection, then try again.', english: '' },
    ]);
  });
});

describe('a time to wait', () => {
  it.each([
    [1, '1 second'],
    [0.2, '1 second'],
    [119, '119 seconds'],
    [121, '3 minutes'],
    [7140, '119 minutes'],
    [7141, '2 hours'],
    [86_400, '24 hours'],
  ])('of %d seconds is "%s"', (seconds, text) => {
    expect(waitText(seconds)).toBe(text);
  });
});
