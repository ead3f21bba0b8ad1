import { describe, expect, it, vi } from 'vitest';
import { RequestTimes } from '../../../src/http/request-times.ts';
import { anApi } from '../../fixtures/api.ts';
import { aServer, requestText, send } from '../../fixtures/server.ts';
import { anEntry } from '../../fixtures/services.ts';
import { soon } from '../../support/soon.ts';

const entry = anEntry();

/** Sends requests to a server that counts them, and gives the counts by labels. */
async function counted(...requests: readonly Buffer[]): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  const times = new RequestTimes(({ method, route, status }) => {
    const labels = `${method} ${route} ${status}`;
    sums[labels] = (sums[labels] ?? 0) + 1;
  });
  const server = await aServer(anApi({ entries: [entry] }), { requests: times });
  for (const each of requests) await send(server.port, each, { half: true });
  // A client may have its answer before the server notices that it is sent.
  await vi.waitFor(() => {
    expect(Object.values(sums).reduce((sum, count) => sum + count, 0)).toBe(requests.length);
  }, soon);
  await server.stop();
  return sums;
}

const reused = { Connection: 'keep-alive' };

describe('requests are counted', () => {
  it('by the pattern of their route, whatever the path', async () => {
    expect(
      await counted(
        requestText('GET', `/api/services/${entry.declared.id}`),
        requestText('GET', '/api/services/one'),
        requestText('GET', '/api/services/two?_=b'),
        requestText('GET', '/api/services.json'),
      ),
    ).toEqual({
      'GET /api/services/{id} 200': 1,
      'GET /api/services/{id} 404': 2,
      'GET /api/services 200': 1,
    });
  });

  it('also where the answer was sent before', async () => {
    const ask = requestText('GET', '/api/categories', reused);

    expect(await counted(ask, ask, ask)).toEqual({ 'GET /api/categories 200': 3 });
  });

  it('together where nothing is at their paths, or nobody knows their method', async () => {
    expect(
      await counted(
        requestText('GET', '/api/one'),
        requestText('GET', '/api/two'),
        requestText('PROPFIND', '/api/services'),
        requestText('MKCOL', '/api/services'),
        requestText('DELETE', '/api/services'),
      ),
    ).toEqual({
      'GET unknown 404': 2,
      'other /api/services 405': 2,
      'DELETE /api/services 405': 1,
    });
  });

  it('when their client leaves before the answer', async () => {
    const statuses: unknown[] = [];
    const times = new RequestTimes(({ status }) => statuses.push(status));
    const server = await aServer(anApi(), {
      site: {
        handle: (request) => {
          request.socket.destroy();
        },
      },
      requests: times,
    });
    await send(server.port, requestText('GET', '/never'));

    await vi.waitFor(() => {
      expect(statuses).toEqual(['499']);
    }, soon);
    await server.stop();
  });
});
