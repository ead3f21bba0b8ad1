import { describe, expect, it } from 'vitest';
import { anApi, request } from '../../fixtures/api.ts';

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
