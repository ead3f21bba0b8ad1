import { describe, expect, it } from 'vitest';
import { printServiceFile } from '../../../../src/domain/service-file.ts';
import { unchecked } from '../../../../src/domain/standing.ts';
import type { DeclaredService } from '../../../../src/domain/service.ts';
import { anApi, request, type TestApi } from '../../../fixtures/api.ts';
import { codeOf } from '../../../fixtures/bodies.ts';
import { change } from '../../../fixtures/owners.ts';
import { anEntry, aService } from '../../../fixtures/services.ts';

const full: Omit<DeclaredService, 'id'> = {
  ...aService(),
  owner: 'acme',
  repository: '5',
  proof: { method: 'dns', at: '2026-01-31T12:00:00.000Z', evidence: '_tollbook.api.example.com' },
  maintainers: ['github:9919'],
  transfer: { to: 'github:2', until: '2026-03-01T00:00:00.000Z' },
  offers: [
    {
      method: 'GET',
      path: '/{city}',
      network: 'base',
      pricing: { currency: 'USDC', pricePerRequest: '1', freeQuota: 3 },
      paymentAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    },
  ],
  deprecated: { message: 'Ends soon.', since: '2026-01-31T12:00:00.000Z' },
  request: { method: 'POST', query: { a: 'b' }, body: { city: 'Bergen', nothing: null } },
  probing: false,
};

const read = (api: TestApi, id: string, headers: Record<string, string> = {}): Promise<Response> =>
  request(api, `/api/services/${id}/declaration`, { headers });

describe('GET /api/services/:id/declaration', () => {
  it.each([
    ['all that a service may declare', full],
    ['what every service declares', {}],
  ])('answers the file of the service: %s', async (_what, declared) => {
    const entry = anEntry(declared);
    const response = await read(anApi({ entries: [entry] }), entry.declared.id);

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(`${JSON.stringify(await response.json(), null, 2)}\n`).toBe(printServiceFile(entry.declared));
  });

  it('has an ETag that only a change of the declaration moves', async () => {
    const entry = anEntry({ owner: 'acme' });
    const { id } = entry.declared;
    const api = anApi({ entries: [entry] });
    const tag = async (path = '/declaration'): Promise<string | null> =>
      (await request(api, `/api/services/${id}${path}`)).headers.get('etag');
    const [declaration, service] = [await tag(), await tag('')];

    api.store.observe(new Map([[id, { standing: { ...unchecked, status: 'verified' } }]]));
    expect(await tag('')).not.toBe(service);
    expect(await tag()).toBe(declaration);

    await change(api, id, { maintainers: ['github:1'] });
    expect(await tag()).not.toBe(declaration);
  });

  it('answers 304 to a client that has it', async () => {
    const entry = anEntry();
    const api = anApi({ entries: [entry] });
    const { headers } = await read(api, entry.declared.id);

    expect((await read(api, entry.declared.id, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(
      304,
    );
  });

  it('answers 404 for a service that never was', async () => {
    const response = await read(anApi(), 'unknown');

    expect(response.status).toBe(404);
    expect(await codeOf(response)).toBe('service_unknown');
  });

  it('shows a change as soon as it is answered', async () => {
    const entry = anEntry({ owner: 'acme' });
    const api = anApi({ entries: [entry] });
    await change(api, entry.declared.id, { request: { query: { city: 'Bergen' } } });

    expect(await (await read(api, entry.declared.id)).json()).toMatchObject({
      owner: 'acme',
      request: { query: { city: 'Bergen' } },
    });
  });
});
