import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { serviceId } from '../../../../src/domain/service-id.ts';
import { BatchResults } from '../../../../src/http/api-schemas.ts';
import { anApi, register, request, type TestApi } from '../../../fixtures/api.ts';
import { faultsOf, serviceOf } from '../../../fixtures/bodies.ts';
import { as, registerAll, send } from '../../../fixtures/owners.ts';
import { aRegistration, registration } from '../../../fixtures/registrations.ts';

const path = '/api/services/batch';
const numbered = (i: number) => aRegistration({ endpoint: `https://api${String(i)}.example.com` });
const many = (count: number) => Array.from({ length: count }, (_, i) => numbered(i));

let api: TestApi;

beforeEach(() => {
  api = anApi();
});

async function resultsOf(response: Response): Promise<z.infer<typeof BatchResults>['results']> {
  expect(response.status).toBe(200);
  return BatchResults.parse(await response.json()).results;
}

/** The statuses of the rows. */
async function statusesOf(response: Response): Promise<number[]> {
  return (await resultsOf(response)).map(({ status }) => status);
}

describe('POST /api/services/batch', () => {
  it('answers for each row what it would get alone, in their order', async () => {
    await register(api, registration);
    const results = await resultsOf(
      await registerAll(api, [numbered(1), registration, { name: '', x: 1 }, numbered(1), null]),
    );

    expect(results).toMatchObject([
      { status: 201, service: { endpoint: 'https://api1.example.com', status: 'unverified' } },
      { status: 409, problem: { code: 'endpoint_listed', status: 409 } },
      { status: 422, problem: { code: 'registration_invalid', status: 422 } },
      { status: 409, problem: { code: 'endpoint_listed' } },
      { status: 422, problem: { errors: [{ pointer: '', code: 'wrong_type' }] } },
    ]);
    const [one, listed] = results;
    const id = one && 'service' in one ? one.service.id : '';
    expect(one).toEqual({
      status: 201,
      service: await serviceOf(await request(api, `/api/services/${id}`)),
    });
    expect(listed).toHaveProperty(
      'problem.existing',
      `/api/services/${serviceId(registration.name, registration.endpoint)}`,
    );
  });

  it('lists 500 in one commit, and every read has them at once', async () => {
    const response = await registerAll(api, many(500));

    expect(new Set(await statusesOf(response))).toEqual(new Set([201]));
    expect(api.repository.commits.map(({ paths }) => paths.length)).toEqual([500]);
    const { headers } = await request(api, '/api/services?owner=acme&limit=1');
    expect(headers.get('x-total-count')).toBe('500');
  });

  it.each([
    ['no row', []],
    ['501 rows', many(501)],
  ])('answers 422 to %s', async (_count, services) => {
    const response = await registerAll(api, services);

    expect(response.status).toBe(422);
    expect(await faultsOf(response)).toEqual(['/services batch_size_invalid']);
    expect(api.repository.commits).toEqual([]);
  });

  it.each([
    ['[]', [' wrong_type']],
    ['null', [' wrong_type']],
    ['{}', ['/services required']],
    ['{"services":{}}', ['/services wrong_type']],
    ['{"services":[{}],"dryRun":true}', ['/dryRun unknown_field']],
    ['{"services":[{}],"__proto__":{}}', ['/__proto__ unknown_field']],
  ])('answers 422 to %s', async (body, faults) => {
    const response = await send(api, 'POST', path, body);

    expect(response.status).toBe(422);
    expect(await faultsOf(response)).toEqual(faults);
  });

  it('takes 4 MiB and no more', async () => {
    const limit = 4 * 1024 * 1024;
    const body = JSON.stringify({ services: [numbered(1)] });

    expect((await send(api, 'POST', path, body.padEnd(limit))).status).toBe(200);
    const response = await send(api, 'POST', path, body.padEnd(limit + 1));
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('at most 4096 KiB');
  });

  it.each([
    ['lists in lists', `{"services":[${'[],'.repeat(1_000_000)}[]]}`, 422],
    [
      'a row of many unknown members',
      { services: [Object.fromEntries(many(50_000).map((_, i) => [`k${String(i)}`, 0]))] },
      200,
    ],
    ['deep nesting', `{"services":${'['.repeat(100_000)}`, 400],
    ['a long text', { services: [aRegistration({ name: 'a'.repeat(1_000_000) })] }, 200],
  ])('survives %s', async (_what, body, status) => {
    const response = await send(api, 'POST', path, body);

    expect(response.status).toBe(status);
    expect((await response.text()).length).toBeLessThan(100_000);
  });

  it('changes nothing on a dry run, and answers as if it did', async () => {
    const response = await registerAll(api, [numbered(1), {}], { search: '?dryRun=true' });

    expect(await statusesOf(response)).toEqual([201, 422]);
    expect(api.repository.commits).toEqual([]);
    expect((await registerAll(api, [numbered(1)], { search: '?dryRun=1' })).status).toBe(400);
  });

  it('needs a key, which owns every row', async () => {
    expect((await registerAll({ ...api, token: 'wrong' }, many(1))).status).toBe(401);

    await registerAll(as(api, 'github:1'), many(2));
    expect(api.store.snapshot.idsOf('github:1')).toHaveLength(2);
  });
});
