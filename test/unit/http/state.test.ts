import { describe, expect, it } from 'vitest';
import { StateUnavailable } from '../../../src/domain/unavailable.ts';
import { knownAssets } from '../../../src/domain/asset.ts';
import { noPaymentHistory } from '../../../src/live/payment-history.ts';
import { ServiceHistory } from '../../../src/live/service-history.ts';
import { anApi, register, request, type TestApi } from '../../fixtures/api.ts';
import { codeOf } from '../../fixtures/bodies.ts';
import { aRegistration } from '../../fixtures/registrations.ts';
import { anEntry } from '../../fixtures/services.ts';

const entry = anEntry();
const { id } = entry.declared;
const unavailable = (): Promise<never> =>
  Promise.reject(new StateUnavailable('busy', 'the state database /secret/tollbook.db is locked'));
const checks = {
  days: unavailable,
  latencyDays: unavailable,
  latest: unavailable,
  liveTerms: unavailable,
  sentChallenges: unavailable,
  seenTerms: unavailable,
};

const brokenKeys = { find: unavailable, ofActor: unavailable, revoke: unavailable };

/** An API whose state database is unavailable. */
function withoutState(): TestApi {
  const clock = (): Date => new Date();
  const payments = noPaymentHistory(knownAssets, clock);
  const proofLooks = { of: unavailable };
  const history = new ServiceHistory({ checks, payments, proofLooks, clock });

  return anApi({
    entries: [entry],
    parts: { keys: brokenKeys, history },
  });
}

async function expectUnavailable(response: Response): Promise<void> {
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  const text = await response.clone().text();
  expect(text).not.toContain('secret');
  expect(await codeOf(response)).toBe('unavailable');
}

describe('while the state database is unavailable', () => {
  it.each([
    [`/api/services/${id}/observed`, 'the live terms'],
    [`/api/services/${id}/checks`, 'the checks'],
  ])('%s answers 503 with Retry-After, because it needs %s', async (path) => {
    const api = withoutState();

    await expectUnavailable(await request(api, path));
    expect(api.log.lines).toMatchObject([{ level: 'warn', facts: { path } }]);
  });

  it('a registration answers 503 and commits nothing, because its key cannot be looked up', async () => {
    const api = withoutState();

    await expectUnavailable(await register(api, aRegistration()));
    expect(api.repository.commits).toEqual([]);
  });

  it('a committed registration is answered with 201 even if the answer cannot be recorded', async () => {
    const api = anApi();
    const finish = api.idempotency.finish.bind(api.idempotency);
    api.idempotency.finish = unavailable;
    const first = await register(api, aRegistration(), { 'idempotency-key': 'once' });
    expect(first.status).toBe(201);
    expect(api.log.lines).toMatchObject([{ level: 'warn' }]);

    api.idempotency.finish = finish;
    const again = await register(api, aRegistration(), { 'idempotency-key': 'once' });
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    expect(api.repository.commits).toHaveLength(1);
  });

  it.each([
    '/api/services',
    '/api/services?query=rain',
    '/api/services/search/intent?q=rain',
    `/api/services/${id}`,
    `/api/services/${id}/status`,
    `/api/services/${id}/trust`,
    '/api/categories',
    '/api/export',
  ])('%s answers as usual', async (path) => {
    expect((await request(withoutState(), path)).status).toBe(200);
  });
});
