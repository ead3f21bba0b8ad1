import { describe, expect, it } from 'vitest';
import type { ApiDependencies } from '../../../../src/http/dependencies.ts';
import type { ClaimAnswer } from '../../../../src/live/claims.ts';
import { anApi, register, request, type TestApi } from '../../../fixtures/api.ts';
import { faultsOf, problemOf, serviceOf } from '../../../fixtures/bodies.ts';
import { withdraw } from '../../../fixtures/owners.ts';
import { aRegistration } from '../../../fixtures/registrations.ts';
import { anEntry } from '../../../fixtures/services.ts';

const proof = {
  method: 'http',
  at: '2026-02-01T00:00:00.000Z',
  evidence: 'https://api.example.com/.well-known/tollbook.txt',
} as const;
const listed = anEntry();
const claimed = anEntry({ owner: 'acme', repository: '7', proof });
const { id } = listed.declared;
const granted = { kind: 'decided', outcome: { kind: 'changed', entry: claimed } } as const;

function claiming(answer: ClaimAnswer = granted): TestApi & { readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const claim: ApiDependencies['claim'] = (...given) => {
    asked.push(given);
    return Promise.resolve(answer);
  };

  return { ...anApi({ entries: [listed], parts: { claim } }), asked };
}

async function claim(
  api: Pick<TestApi, 'api' | 'token'>,
  body: unknown = { method: 'http' },
  headers: Record<string, string> = {},
  of = id,
): Promise<Response> {
  return request(api, `/api/services/${of}/claim`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

describe('a claim', () => {
  it('is answered with the owner and the proof, and nothing else of the service', async () => {
    const api = claiming();
    const response = await claim(api);

    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ id, owner: 'acme', proof });
    expect(api.asked).toEqual([
      [id, expect.objectContaining({ owner: expect.any(String) as string }), 'http', 'a client'],
    ]);
  });

  it('by repository names it', async () => {
    const api = claiming();

    expect((await claim(api, { method: 'repository', repository: 'acme/rain.radar' })).status).toBe(200);
    expect(api.asked).toMatchObject([[id, {}, 'repository', 'a client', 'acme/rain.radar']]);
  });

  it.each([
    ['without a key', { authorization: '' }],
    ['with another key', { authorization: 'Bearer tbk_00000000_0' }],
  ])('is refused %s, before anybody is asked', async (_how, headers) => {
    const api = claiming();
    const response = await claim(api, { method: 'http' }, headers);

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(api.asked).toEqual([]);
  });

  it.each([
    [{}, '/method required'],
    [{ method: 'email' }, '/method not_in_list'],
    [{ method: ['http'] }, '/method not_in_list'],
    [{ method: 'toString' }, '/method not_in_list'],
    [{ method: 'http', owner: 'acme' }, '/owner unknown_field'],
    [{ method: 'http', repository: 'acme/rain' }, '/repository unknown_field'],
    [{ method: 'repository' }, '/repository required'],
    [{ method: 'repository', repository: 7 }, '/repository wrong_type'],
    ...['acme', 'acme/..', 'acme/rain/x', 'https://github.com/acme/rain', '-a/b', 'acme/rain\n'].map(
      (repository) =>
        [{ method: 'repository', repository }, '/repository repository_name_invalid'] as [object, string],
    ),
    [[], ' wrong_type'],
    [null, ' wrong_type'],
    ['"http"', ' wrong_type'],
  ])('is refused as %j, before anybody is asked', async (body, fault) => {
    const api = claiming();
    const response = await claim(api, body);

    expect(response.status).toBe(422);
    expect(await faultsOf(response)).toEqual([fault]);
    expect(api.asked).toEqual([]);
  });

  it.each([
    ['{', {}, 400],
    ['{"method":"http","method":"dns"}', {}, 400],
    [' '.repeat(70_000), {}, 413],
    ['{}', { 'content-type': 'text/plain' }, 415],
  ])('is refused as %j with %j: %i', async (body, headers, status) => {
    expect((await claim(claiming(), body, headers)).status).toBe(status);
  });

  it.each([
    [
      { kind: 'decided', outcome: { kind: 'forbidden', why: 'by_operator' } },
      403,
      'not_owner',
      'Only the operator can restore it',
    ],
    [
      { kind: 'decided', outcome: { kind: 'forbidden', why: 'not_repository' } },
      403,
      'not_owner',
      'another repository of its owner',
    ],
    [{ kind: 'decided', outcome: { kind: 'unknown' } }, 404, 'service_unknown', ''],
    [{ kind: 'decided', outcome: { kind: 'outdated' } }, 409, 'claim_refused', 'Send the claim again'],
    [
      { kind: 'unfit', detail: 'acme signs for no wallet' },
      422,
      'claim_unproven',
      'acme signs for no wallet.',
    ],
    [{ kind: 'too_many', retryAfterSeconds: 60 }, 429, 'too_many_requests', ''],
    [{ kind: 'decided', outcome: { kind: 'failed' } }, 503, 'commit_failed', ''],
    [{ kind: 'unavailable' }, 503, 'unavailable', ''],
  ] as const)('that ends as %j is a %i', async (answer, status, code, detail) => {
    const response = await claim(claiming(answer));

    expect(response.status).toBe(status);
    const isLater = status === 429 || status === 503;
    expect(response.headers.get('retry-after') !== null).toBe(isLater);
    const problem = await problemOf(response);
    expect(problem.code).toBe(code);
    expect(problem.detail).toContain(detail);
  });

  it('of a removed service on a blocked host is refused, before anybody is asked', async () => {
    const api = claiming();
    const { id: removed } = await serviceOf(
      await register(api, aRegistration({ endpoint: 'https://other.example.com' })),
    );
    await withdraw(api, removed);
    api.blocks.add({ kind: 'host', subject: 'other.example.com', reason: 'Fraud.', at: api.time.now() });

    const response = await claim(api, { method: 'http' }, {}, removed);
    expect(response.status).toBe(403);
    expect(await problemOf(response)).toMatchObject({ code: 'host_blocked', reason: 'Fraud.' });
    expect(api.asked).toEqual([]);
  });

  it('says what was looked for and what was found', async () => {
    const [lookedFor, found] = ['the line "x" in https://a', 'It answers 200 to an unpaid request.'];
    const response = await claim(claiming({ kind: 'unproven', lookedFor, found }));

    expect(response.status).toBe(422);
    expect(await problemOf(response)).toMatchObject({
      code: 'claim_unproven',
      detail: 'Looked for the line "x" in https://a. Found: It answers 200 to an unpaid request.',
      lookedFor,
      found,
    });
  });

  it('names the owner whose proof holds', async () => {
    const response = await claim(claiming({ kind: 'decided', outcome: { kind: 'proven', owner: 'former' } }));

    expect(response.status).toBe(409);
    expect(await problemOf(response)).toMatchObject({ code: 'claim_refused', owner: 'former' });
  });

  it('counts against the limit for writing', async () => {
    const parts = { writeLimit: { requests: 1, perSeconds: 60 }, claim: () => Promise.resolve(granted) };
    const api = anApi({ entries: [listed], parts });

    expect((await claim(api)).status).toBe(200);
    expect((await claim(api)).status).toBe(429);
  });

  it('is no GET', async () => {
    const response = await request(anApi(), `/api/services/${id}/claim`);

    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });
});
