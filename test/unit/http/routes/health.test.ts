import { describe, expect, it } from 'vitest';
import { CommitFailure } from '../../../../src/domain/commit.ts';
import { anApi, register, request, type TestApi } from '../../../fixtures/api.ts';
import { codeOf } from '../../../fixtures/bodies.ts';
import { aRegistration } from '../../../fixtures/registrations.ts';
import { anEntry, catalogVersion } from '../../../fixtures/services.ts';

const healthOf = async (api: TestApi): Promise<unknown> =>
  JSON.parse(await (await request(api, '/health')).text());

describe('GET /health', () => {
  it('reports the state of the server, and may not be cached', async () => {
    const api = anApi({ entries: [anEntry()] });
    api.time.advance(90_500);
    const response = await request(api, '/health');

    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(JSON.parse(await response.text())).toEqual({
      status: 'ok',
      version: '1.2.3',
      catalog: {
        services: 1,
        commit: catalogVersion.commit,
        loadedAt: catalogVersion.changedAt,
        comparedAt: null,
        builtAt: null,
      },
      checks: expect.objectContaining({ catalog: 'ok', commits: 'ok', state: 'ok' }) as object,
      uptimeSeconds: 90,
    });
  });

  it('is degraded while commits fail, and ok again after one succeeds', async () => {
    const api = anApi();
    api.repository.failure = new CommitFailure('disk full');
    await register(api, aRegistration());
    expect(await healthOf(api)).toMatchObject({
      status: 'degraded',
      checks: { commits: expect.stringMatching(/could not be committed/) as string },
    });

    api.repository.failure = undefined;
    await register(api, aRegistration());
    expect(await healthOf(api)).toMatchObject({
      status: 'ok',
      checks: { commits: 'ok' },
      catalog: { services: 1 },
    });
  });

  it('is degraded while the state database is unavailable, and reveals no internals', async () => {
    const api = anApi();
    api.failState(new Error('SQLITE_CANTOPEN: /var/lib/secret'));
    const response = await request(api, '/health');
    const text = await response.text();

    expect(response.status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ status: 'degraded' });
    expect(text).not.toContain('secret');
  });

  it('is degraded by files left out of the catalog, and names them', async () => {
    const api = anApi();
    api.rejected.replace(new Map([['services/7x/rain-7x3k9m2p.json', []]]));

    expect(await healthOf(api)).toMatchObject({
      status: 'degraded',
      checks: { catalog: expect.stringContaining('services/7x/rain-7x3k9m2p.json') as string },
    });
  });

  it('answers 503 when the report fails', async () => {
    const api = anApi({ parts: { health: () => Promise.reject(new Error('there is no catalog')) } });
    const response = await request(api, '/health');

    expect(response.status).toBe(503);
    expect(await codeOf(response)).toBe('unavailable');
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('makes one report for concurrent requests', async () => {
    let times = 0;
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    const health = async (): Promise<never> => {
      times += 1;
      await held;
      throw new Error('not well');
    };
    const api = anApi({ parts: { health } });
    const asked = Array.from({ length: 20 }, () => request(api, '/health'));
    release(undefined);
    await Promise.all(asked);
    await request(api, '/health');

    expect(times).toBe(2);
  });

  it('does not count against the read limit', async () => {
    const api = anApi({ parts: { readLimit: { requests: 1, perSeconds: 60 } } });
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await request(api, '/health')).status),
    );

    expect(statuses).toEqual([200, 200, 200, 200, 200]);
  });
});
