import { describe, expect, it } from 'vitest';
import { anApi, request, type TestApi } from '../../../fixtures/api.ts';
import { problemOf } from '../../../fixtures/bodies.ts';

describe('GET /metrics', () => {
  it('is an unknown path where metrics are off', async () => {
    expect((await request(anApi(), '/metrics')).status).toBe(404);
  });

  it('collects figures once for concurrent requests', async () => {
    let times = 0;
    const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
    const text = async (): Promise<string> => {
      times += 1;
      await held;
      return 'tollbook_services 0\n';
    };
    const api = anApi({ parts: { metrics: { contentType: 'text/plain', text } } });
    const asked = Array.from({ length: 20 }, () => request(api, '/metrics'));
    release(undefined);
    const answers = await Promise.all(asked);
    await request(api, '/metrics');

    expect(times).toBe(2);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});

describe('GET /metrics where it takes a key', () => {
  const metrics = { contentType: 'text/plain', text: () => Promise.resolve('tollbook_services 0\n') };
  const closedApi = (): TestApi => anApi({ parts: { metrics, metricsNeedKey: true } });
  const ask = (api: TestApi, token: string): Promise<Response> =>
    request(api, '/metrics', { headers: { authorization: `Bearer ${token}` } });

  it('answers keys that may operate', async () => {
    const api = closedApi();
    const { token } = api.keys.make(api.time.now(), undefined, { owner: 'ops', scope: 'operate' });
    const response = await ask(api, token);

    expect(response.status).toBe(200);
    expect(await response.text()).toBe('tollbook_services 0\n');
  });

  it('refuses keys that may only write, naming the scope that it takes', async () => {
    const api = closedApi();
    const { id, token } = api.keys.make(api.time.now());
    const response = await ask(api, token);

    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toBe(
      'Bearer realm="tollbook", error="insufficient_scope", scope="operate"',
    );
    expect(await problemOf(response)).toMatchObject({
      code: 'scope_missing',
      scope: 'operate',
      detail: expect.stringContaining(`The key ${id} has the scope "write"`) as string,
    });
  });

  it('refuses clients without a key, or with one that has expired', async () => {
    const api = closedApi();
    const { token } = api.keys.make(api.time.now(), api.time.in(1000), { owner: 'ops', scope: 'operate' });
    api.time.advance(1000);

    expect((await request(api, '/metrics')).status).toBe(401);
    expect((await ask(api, token)).status).toBe(401);
  });
});
