import { describe, expect, it } from 'vitest';
import { anApi, request, type TestApi } from '../../fixtures/api.ts';
import { operations } from '../../fixtures/described-api.ts';
import { send, withdraw } from '../../fixtures/owners.ts';
import { anEntry } from '../../fixtures/services.ts';

const rain = anEntry({ owner: 'acme' });
const { id, name, endpoint } = rain.declared;
const day = 86_400_000;
const deletedAt = '2026-01-31T12:00:00.001Z';

/** Every operation about one service that may have been removed, with its `id` and its body. */
const asked = operations
  .filter(({ path, operation }) => path.startsWith('/api/services/{id}') && operation.responses['410'])
  .map(({ method, path }) => ({ method: method.toUpperCase(), path: path.replace('{id}', id) }));

const bodies: Readonly<Record<string, unknown>> = {
  [`PATCH /api/services/${id}`]: { name: 'Rain' },
  [`POST /api/services/${id}/transfer`]: { to: 'github:1' },
  [`POST /api/services/${id}/claim`]: { method: 'http' },
  [`POST /api/services/${id}/outcomes/{outcome}/reply`]: { reply: 'not_ours' },
};

/** An API whose service its owner has just removed. */
async function afterRemoval(): Promise<TestApi> {
  const tombstone = { id, name, endpoint, deletedAt };
  // Claims ask the host of the service first.
  const claim = () => Promise.resolve({ kind: 'decided', outcome: { kind: 'gone', tombstone } } as const);
  const api = anApi({ entries: [rain], parts: { claim } });
  for (const { method, path } of asked) if (method === 'GET') await request(api, path);
  expect((await withdraw(api, id)).status).toBe(204);

  return api;
}

describe('a removed service', () => {
  it('is one for ten reads and seven writes', () => {
    expect(asked.map(({ method }) => method).sort()).toEqual([
      'DELETE',
      ...Array.from({ length: 10 }, () => 'GET'),
      'PATCH',
      'POST',
      'POST',
      'POST',
      'POST',
      'POST',
    ]);
  });

  it.each(asked.filter(({ path }) => !path.endsWith('/restore')))(
    'makes $method $path answer 410, with what may be known of it',
    async ({ method, path }) => {
      const api = await afterRemoval();
      const response = await send(api, method, path, bodies[`${method} ${path}`]);

      expect(response.status).toBe(410);
      expect(await response.json()).toEqual({
        type: 'https://catalog.example.com/problems/service_deleted/',
        title: 'This service was removed from the catalog',
        status: 410,
        detail: expect.any(String) as string,
        code: 'service_deleted',
        id,
        name,
        deletedAt,
        restorableUntil: '2026-03-02T12:00:00.001Z',
      });
      if (method === 'GET') expect((await request(api, path, { method: 'HEAD' })).status).toBe(410);
    },
  );

  it('cannot be restored after 30 days', async () => {
    const api = await afterRemoval();
    api.time.advance(30 * day + 2);
    const response = await send(api, 'POST', `/api/services/${id}/restore`, undefined);

    expect(response.status).toBe(410);
    expect(await response.json()).toMatchObject({ code: 'restore_expired', id });
  });

  it.each([
    ['/api/services', '[]'],
    ['/api/services?query=rain', '[]'],
    ['/api/services?owner=acme', '[]'],
    ['/api/services/search/intent?q=rain%20radar', '"total":0'],
    ['/api/categories', '"serviceCount":0'],
    ['/api/export', '"endpoints":[]'],
  ])('is gone from %s', async (path, nothing) => {
    const api = anApi({ entries: [rain] });
    expect(await (await request(api, path)).text()).not.toBe('');
    await withdraw(api, id);

    expect(await (await request(api, path)).text()).toContain(nothing);
  });

  it('is answered again once it is listed again', async () => {
    const api = anApi({ entries: [rain] });
    await api.store.publish({ put: [], removed: [id], buried: [] }, api.store.snapshot.version);
    await api.store.publish({ put: [rain.declared], removed: [], buried: [] }, api.store.snapshot.version);

    expect(await (await request(api, `/api/services/${id}`)).json()).toMatchObject({ name });
  });
});
