import { describe, expect, it } from 'vitest';
import { CommitFailure } from '../../../../src/domain/commit.ts';
import { serviceId } from '../../../../src/domain/service-id.ts';
import { printServiceFile, serviceFilePath } from '../../../../src/domain/service-file.ts';
import { anApi, register, request } from '../../../fixtures/api.ts';
import { codeOf, faultsOf, problemOf, serviceOf, servicesOf } from '../../../fixtures/bodies.ts';
import { maxUnverifiedAtHost } from '../../../../src/registration/listings.ts';
import { as } from '../../../fixtures/owners.ts';
import { aRegistration, priced, registration } from '../../../fixtures/registrations.ts';
import { anEntry, catalogVersion, servicesAt } from '../../../fixtures/services.ts';
import { turnsOfTheLoop } from '../../../support/turns-of-the-loop.ts';

const id = serviceId(registration.name, registration.endpoint);
const numbered = (i: number) => aRegistration({ endpoint: `https://api${String(i)}.example.com` });

describe('a registration', () => {
  it('is answered with 201, the service and its place', async () => {
    const response = await register(anApi(), registration);

    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`/api/services/${id}`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(Object.entries(JSON.parse(await response.text()) as object)).toEqual([
      ['id', id],
      ['name', registration.name],
      ['description', registration.description],
      ['endpoint', registration.endpoint],
      ['category', registration.category],
      ['pricing', registration.pricing],
      ['x402Config', registration.x402Config],
      ['trustScore', 0],
      ['status', 'unverified'],
      ['supportedChains', ['base-sepolia']],
      ['createdAt', catalogVersion.changedAt],
      ['updatedAt', catalogVersion.changedAt],
    ]);
  });

  it('is committed by then, as the canonical file of the service', async () => {
    const api = anApi();
    const service = await serviceOf(await register(api, registration));
    const { trustScore: _trustScore, status: _status, supportedChains: _chains, ...declared } = service;

    expect(api.repository.commits).toEqual([{ message: `Register ${id}`, paths: [serviceFilePath(id)] }]);
    expect(api.repository.files.get(serviceFilePath(id))).toBe(
      printServiceFile({ ...declared, owner: 'acme' }),
    );
  });

  it('is not answered before it is committed', async () => {
    const api = anApi();
    const release = api.repository.hold();
    let answered = false;
    const response = register(api, registration).finally(() => (answered = true));
    await turnsOfTheLoop();

    expect(answered).toBe(false);
    expect(await (await request(api, '/api/services')).text()).toBe('[]');
    release();
    expect((await response).status).toBe(201);
  });

  it('is known at once to every read', async () => {
    const api = anApi();
    for (const path of [
      '/api/services',
      '/api/services?query=radar',
      `/api/services/${id}`,
      '/api/categories',
      '/api/export',
    ]) {
      await request(api, path);
    }
    const made = await (await register(api, registration)).text();

    expect(await (await request(api, `/api/services/${id}`)).text()).toBe(made);
    expect(await (await request(api, '/api/services')).text()).toBe(`[${made}]`);
    expect(await servicesOf(await request(api, '/api/services?query=radar'))).toHaveLength(1);
    expect(
      await servicesOf(await request(api, '/api/services?chain=base-sepolia&maxPricePerRequest=0.001')),
    ).toHaveLength(1);
    expect(await (await request(api, `/api/services/${id}/status`)).text()).toContain('"lastChecked":null');
    expect(await (await request(api, '/api/services/search/intent?q=precipitation')).text()).toContain(id);
    expect(await (await request(api, '/api/categories')).text()).toContain('"serviceCount":1');
    expect(await (await request(api, '/api/export')).text()).toContain(id);
    expect(await (await request(api, '/health')).text()).toContain('"services":1');
  });

  it('shows its commit as the version of the catalog', async () => {
    const api = anApi();
    const response = await register(api, registration);
    const { commit } = await api.repository.version();

    expect(response.headers.get('x-catalog-version')).toBe(`${commit}+1`);
    expect((await request(api, '/api/services')).headers.get('x-catalog-version')).toBe(`${commit}+1`);
  });

  it('is answered in canonical form, with the price, network and wallet as written', async () => {
    const service = await serviceOf(
      await register(anApi(), {
        ...priced({ pricePerRequest: '00.10' }),
        name: ' Me\u0301te\u0301o ',
        endpoint: 'HTTPS://API.Example.com:443/',
      }),
    );

    expect(service).toMatchObject({
      name: 'Météo',
      endpoint: 'https://api.example.com',
      pricing: { pricePerRequest: '00.10' },
    });
  });

  it.each(['application/json', 'application/json;charset=utf-8', 'Application/JSON; Charset="UTF-8"'])(
    'may be sent as %s',
    async (type) => {
      expect((await register(anApi(), registration, { 'content-type': type })).status).toBe(201);
    },
  );
});

describe('without a key that opens', () => {
  const api = anApi();
  const { id: expired, token: expiredToken } = api.keys.make(api.time.now(), api.time.in(1000));
  const { id: revoked, token: revokedToken } = api.keys.make(api.time.now());
  api.time.advance(1000);
  void api.keys.revoke(revoked, api.time.now());
  const [, , secret = ''] = api.token.split('_');

  const refused: [string, string | undefined][] = [
    ['none', undefined],
    ['an empty one', ''],
    ['no token', 'Bearer '],
    ['another scheme', `Basic ${Buffer.from('user:secret').toString('base64')}`],
    ['a bare token', api.token],
    ['a key that is not written like one', 'Bearer secret'],
    ['an unknown key', `Bearer tbk_${'0'.repeat(13)}_${secret}`],
    ['a wrong secret', `Bearer ${api.token.slice(0, -1)}${api.token.endsWith('0') ? '1' : '0'}`],
    ['the secret of another key', `Bearer tbk_${expired}_${secret}`],
    ['an expired key', `Bearer ${expiredToken}`],
    ['a revoked key', `Bearer ${revokedToken}`],
    ['two keys', `Bearer ${api.token}, Bearer ${api.token}`],
    ['a key in another letter case', `Bearer ${api.token.toUpperCase()}`],
    ['a very long one', `Bearer ${'a'.repeat(8000)}`],
    ['the scheme alone', 'Bearer'],
    ['two words', 'Bearer a b'],
    ['a key without its parts', 'Bearer tbk__'],
    ['letters beyond ASCII', 'Bearer é'],
  ];

  it.each(refused)('is answered with 401 and a challenge (RFC 6750): %s', async (_what, authorization) => {
    const response = await request(api, '/api/services', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: JSON.stringify(registration),
    });

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer\b/);
    expect(await codeOf(response)).toBe('unauthorized');
  });

  it.each([
    ['without credentials', undefined, false],
    ['with those of another scheme', 'Basic YWNtZTpzZWNyZXQ=', false],
    ['with a key that does not open', 'bearer tbk_wrong', true],
  ])('names an error in the challenge only for a key (RFC 6750, 3.1): %s', async (_what, sent, isNamed) => {
    const headers: Record<string, string> = sent === undefined ? {} : { authorization: sent };
    const response = await request(api, '/api/services', { method: 'POST', headers });

    expect(response.headers.get('www-authenticate')?.includes('error="invalid_token"')).toBe(isNamed);
  });

  it('is answered the same body whatever the reason, so that nothing is learnt', async () => {
    const bodies = await Promise.all(
      refused.map(async ([, authorization]) =>
        (await register(api, registration, { authorization: authorization ?? '' })).text(),
      ),
    );

    expect(new Set(bodies).size).toBe(1);
  });

  it('is answered 401 before anything else is looked at', async () => {
    const wrong = { authorization: 'Bearer wrong', 'content-type': 'text/plain', 'idempotency-key': 'a b' };

    expect((await register(api, '{', wrong, '?dryRun=maybe')).status).toBe(401);
    expect((await register(api, ' '.repeat(100_000), wrong)).status).toBe(401);
    expect(
      (await register(api, registration, { authorization: 'Bearer wrong' }, '?dryRun=true')).status,
    ).toBe(401);
  });

  it.each(['bearer', 'BEARER'])('does not mean the scheme written %s', async (scheme) => {
    const response = await register(anApi(), registration, { authorization: 'Bearer wrong' });
    const own = anApi();

    expect(response.status).toBe(401);
    expect((await register(own, registration, { authorization: `${scheme} ${own.token}` })).status).toBe(201);
  });
});

describe('a body that cannot be read', () => {
  it('is answered with 413 when it is too large, and its rest is not read', async () => {
    const response = await register(anApi(), aRegistration({ description: 'a'.repeat(70_000) }));

    expect(response.status).toBe(413);
    expect(await codeOf(response)).toBe('body_too_large');
    expect(response.headers.get('connection')).toBe('close');
  });
});

describe('a body that breaks the rules', () => {
  it('is answered with 422 and every problem at once, each with its pointer', async () => {
    const response = await register(anApi(), {
      ...priced({ pricePerRequest: 0.1, freeQuota: -1 }),
      name: '',
      endpoint: 'http://localhost/?a',
      'x/y': 1,
    });

    expect(response.status).toBe(422);
    const problem = await problemOf(response.clone());
    expect(problem.code).toBe('registration_invalid');
    expect(problem.errors?.every(({ detail }) => detail.length > 10)).toBe(true);
    expect((await faultsOf(response)).sort()).toEqual([
      '/endpoint endpoint_has_query',
      '/endpoint endpoint_not_https',
      '/endpoint endpoint_not_public',
      '/name text_empty',
      '/pricing/freeQuota free_quota_invalid',
      '/pricing/pricePerRequest wrong_type',
      '/x~1y unknown_field',
    ]);
  });

  it('leaves nothing behind', async () => {
    const api = anApi();
    await register(api, aRegistration({ name: '' }));

    expect(api.repository.commits).toEqual([]);
    expect(api.store.snapshot.size).toBe(0);
  });
});

describe('an endpoint that is listed', () => {
  it('is answered with 409 and the service that lists it', async () => {
    const api = anApi({ entries: [anEntry()] });
    const response = await register(
      api,
      aRegistration({ name: 'Another Name', endpoint: 'https://API.example.com:443/rain/' }),
    );

    expect(response.status).toBe(409);
    expect(await problemOf(response)).toMatchObject({
      code: 'endpoint_listed',
      existing: `/api/services/${id}`,
    });
    expect(api.store.snapshot.size).toBe(1);
    expect(api.repository.commits).toEqual([]);
  });

  it('twice at once is made once: one 201, one 409 that names it', async () => {
    const api = anApi();
    const release = api.repository.hold();
    const both = [register(api, registration), register(api, aRegistration({ name: 'Another Name' }))];
    await turnsOfTheLoop();
    release();
    const [first, second] = await Promise.all(both);

    expect([first?.status, second?.status]).toEqual([201, 409]);
    expect(second && (await problemOf(second))).toMatchObject({ existing: first?.headers.get('location') });
    expect(api.store.snapshot.size).toBe(1);
    expect(api.repository.files.size).toBe(1);
  });
});

describe('dryRun', () => {
  it('answers 200 with the service that would be made, and writes nothing', async () => {
    const api = anApi();
    const response = await register(api, registration, {}, '?dryRun=true');

    expect(response.status).toBe(200);
    expect(response.headers.get('location')).toBeNull();
    expect(await serviceOf(response)).toMatchObject({ id, status: 'unverified', trustScore: 0 });
    expect(api.repository.commits).toEqual([]);
    expect(api.changeLog.changes).toEqual([]);
    expect(api.store.snapshot.size).toBe(0);
    expect((await request(api, `/api/services/${id}`)).status).toBe(404);
  });

  it('answers the very service that is made after it', async () => {
    const api = anApi();
    const tried = await (await register(api, registration, {}, '?dryRun=true')).text();

    expect(await (await register(api, registration)).text()).toBe(tried);
  });

  it('answers the problems of a body that breaks the rules', async () => {
    const response = await register(anApi(), aRegistration({ name: '' }), {}, '?dryRun=true');

    expect(response.status).toBe(422);
    expect(await faultsOf(response)).toEqual(['/name text_empty']);
  });

  it('of false registers', async () => {
    expect((await register(anApi(), registration, {}, '?dryRun=false')).status).toBe(201);
  });

  it.each(['?dryRun=yes', '?dryRun=1', '?dryRun=TRUE', '?dryRun=true&dryRun=false'])(
    'written %s is refused, and nothing is written',
    async (search) => {
      const api = anApi();
      const response = await register(api, registration, {}, search);

      expect(response.status).toBe(400);
      expect((await faultsOf(response)).map((fault) => fault.split(' ')[0])).toEqual(['/dryRun']);
      expect(api.repository.commits).toEqual([]);
    },
  );
});

describe('a commit that cannot be made', () => {
  it('is answered with 503 and when to try again; nothing is changed', async () => {
    const api = anApi();
    api.repository.failure = new CommitFailure('No space left on device: /var/lib/secret');
    const response = await register(api, registration);
    const text = await response.clone().text();

    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await codeOf(response)).toBe('commit_failed');
    expect(text).not.toContain('secret');
    expect(api.store.snapshot.size).toBe(0);
    expect(api.changeLog.changes).toEqual([]);
    expect((await request(api, `/api/services/${id}`)).status).toBe(404);
    expect((await request(api, '/api/services')).headers.get('x-catalog-version')).toBe(
      catalogVersion.commit,
    );
  });

  it('for a reason that nobody foresaw is a bare 500, and the next one works', async () => {
    const api = anApi();
    api.repository.failure = new Error('secret');
    const response = await register(api, registration);

    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('secret');
    api.repository.failure = undefined;
    expect((await register(api, registration)).status).toBe(201);
  });
});

describe('a host with as many services that were never verified as it may have', () => {
  const host = 'api.full.example';
  const there = aRegistration({ endpoint: `https://${host}/new` });
  const full = servicesAt(host, maxUnverifiedAtHost).map((service) => anEntry(service));

  it('takes no more from owners who make their own keys, and says what helps', async () => {
    const api = anApi({ entries: full });
    const owner = as(api, 'github:1');
    const response = await register(owner, there);

    expect(response.headers.get('retry-after')).toBeNull();
    expect(await problemOf(response)).toMatchObject({
      status: 429,
      code: 'too_many_unverified',
      limit: maxUnverifiedAtHost,
      detail: expect.stringContaining(`claim one of them (GET /api/services?host=${host})`) as string,
    });
    expect((await register(owner, numbered(1))).status, 'another host').toBe(201);
    expect((await register(api, there)).status, 'a key of the operator').toBe(201);
  });
});
