import { describe, expect, it } from 'vitest';
import { anApi, request } from '../../../fixtures/api.ts';
import { codeOf } from '../../../fixtures/bodies.ts';

describe('GET /ready', () => {
  it('answers 200 while the server takes requests, to HEAD as well', async () => {
    const answer = await request(anApi(), '/ready');

    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.json()).toEqual({ status: 'ready' });
    expect((await request(anApi(), '/ready', { method: 'HEAD' })).status).toBe(200);
  });

  it('answers 503 with Retry-After once the server is stopping', async () => {
    const answer = await request(anApi({ parts: { isStopping: () => true } }), '/ready');

    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await codeOf(answer)).toBe('unavailable');
  });

  it('answers 503 with Retry-After while another server shows more', async () => {
    const answer = await request(anApi({ parts: { isStaleReplica: () => true } }), '/ready');

    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await codeOf(answer)).toBe('unavailable');
  });

  it('counts against no limit', async () => {
    const api = anApi({ parts: { readLimit: { requests: 1, perSeconds: 60 } } });
    await request(api, '/ready');
    await request(api, '/ready');

    expect((await request(api, '/api/services')).status).toBe(200);
  });
});
