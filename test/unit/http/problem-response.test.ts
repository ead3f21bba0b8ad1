import { describe, expect, it } from 'vitest';
import { problemBody } from '../../../src/views/problem.ts';
import { anApi, register, request, siteUrl } from '../../fixtures/api.ts';
import { problemOf } from '../../fixtures/bodies.ts';
import { aRegistration } from '../../fixtures/registrations.ts';

const inside = 'SQLITE_CANTOPEN: /var/lib/secret/tollbook.db';
const fails = (): Promise<never> => Promise.reject(new Error(inside));
const failingKeys = { find: fails, ofActor: fails, revoke: fails };
const failing = anApi({ parts: { keys: failingKeys } });

describe('a refusal as it is sent', () => {
  it('is application/problem+json that nobody may cache (RFC 9457)', async () => {
    const response = await request(anApi(), '/api/services/unknown');

    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-request-id')).toBe('t');
    expect(response.headers.get('etag')).toBeNull();
    expect(await problemOf(response)).toEqual({
      type: `${siteUrl}/problems/service_unknown/`,
      title: 'No such service',
      status: 404,
      detail: expect.any(String) as string,
      code: 'service_unknown',
    });
  });

  it('has no body for HEAD', async () => {
    const response = await request(anApi(), '/api/services/unknown', { method: 'HEAD' });

    expect(response.status).toBe(404);
    expect(await response.text()).toBe('');
  });

  it('echoes only the request, escaped as JSON', async () => {
    const response = await register(anApi(), { '<script>alert(1)</script>\u202e\n': 1 });

    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect((await response.text()).includes('\n')).toBe(false);
  });
});

describe('an unknown error', () => {
  it('is a bare 500 that reveals nothing', async () => {
    const response = await register(failing, aRegistration());
    const text = await response.text();

    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toEqual({ ...problemBody({ code: 'internal_error' }, siteUrl) });
    expect(text).not.toContain('secret');
  });

  it('is logged with its request', async () => {
    await register(failing, aRegistration());

    const [line] = failing.log.lines.filter(({ level }) => level === 'error');
    expect(line?.facts).toMatchObject({
      requestId: 't',
      method: 'POST',
      path: '/api/services',
      error: { message: inside },
    });
  });

  it('does not affect other requests', async () => {
    await register(failing, aRegistration());

    expect((await request(failing, '/api/services')).status).toBe(200);
  });
});
