import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { CommitFailure } from '../../../../src/domain/commit.ts';
import { serviceId } from '../../../../src/domain/service-id.ts';
import { BatchResults } from '../../../../src/http/api-schemas.ts';
import { anApi, register, request, type TestApi } from '../../../fixtures/api.ts';
import { codeOf, faultsOf, serviceOf } from '../../../fixtures/bodies.ts';
import { as, registerAll, send } from '../../../fixtures/owners.ts';
import { aRegistration, registration } from '../../../fixtures/registrations.ts';
import { turnsOfTheLoop } from '../../../support/turns-of-the-loop.ts';

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

  it('keeps none where the commit fails', async () => {
    api.repository.failure = new CommitFailure('the disk is full');
    const response = await registerAll(api, many(3));

    expect(response.status).toBe(503);
    expect(await codeOf(response)).toBe('commit_failed');
    expect(await (await request(api, '/api/services')).text()).toBe('[]');
  });

  it('needs a key, which owns every row', async () => {
    expect((await registerAll({ ...api, token: 'wrong' }, many(1))).status).toBe(401);

    await registerAll(as(api, 'github:1'), many(2));
    expect(api.store.snapshot.idsOf('github:1')).toHaveLength(2);
  });

  it('gives the rows above the limit of unverified services a 429 each', async () => {
    const statuses = await statusesOf(await registerAll(as(api, 'github:1'), many(22)));

    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.slice(20)).toEqual([429, 429]);
  });

  it('gives rows whose endpoint is reserved for somebody else a 409 each', async () => {
    const owner = as(api, 'github:1');
    const [first] = await resultsOf(await registerAll(owner, [numbered(1)]));
    const id = first && 'service' in first ? first.service.id : '';
    await send(owner, 'DELETE', `/api/services/${id}`, undefined);

    expect(await resultsOf(await registerAll(api, [numbered(1), numbered(2)]))).toMatchObject([
      { status: 409, problem: { code: 'endpoint_reserved', tombstone: id } },
      { status: 201 },
    ]);
  });

  it('of the same services sent twice at once makes each once', async () => {
    const release = api.repository.hold();
    const both = [registerAll(api, many(10)), registerAll(as(api, 'github:1'), many(10))];
    await turnsOfTheLoop();
    release();

    const [one = [], two = []] = await Promise.all(both.map(async (sent) => statusesOf(await sent)));
    expect(one.map((status, i) => [status, two[i]].sort())).toEqual(many(10).map(() => [201, 409]));
  });
});
