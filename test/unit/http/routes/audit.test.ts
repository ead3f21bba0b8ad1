import { describe, expect, it } from 'vitest';
import { StateUnavailable } from '../../../../src/domain/unavailable.ts';
import { AuditPage } from '../../../../src/views/audit.ts';
import { anApi, register, request, type TestApi } from '../../../fixtures/api.ts';
import { codeOf, problemOf } from '../../../fixtures/bodies.ts';
import { aRegistration } from '../../../fixtures/registrations.ts';
import { evmWallet, post, signIn } from '../../../fixtures/wallets.ts';

/** Sends a request with the test's own key. */
const send = (api: TestApi, method: string, path: string, body?: unknown): Promise<Response> =>
  request(api, path, {
    method,
    headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const registered = async (api: TestApi): Promise<string> => {
  const { id } = (await (await register(api, aRegistration())).json()) as { id: string };
  return id;
};

/** What the trail says of each act, oldest first. */
const told = ({ trail }: TestApi): unknown[] =>
  trail.lines.map(({ act, service, subject, outcome }) => [act, service ?? subject, outcome]);

describe('the audit trail', () => {
  it('says who registered what, from where, and under which request', async () => {
    const api = anApi();
    const id = await registered(api);
    const keyId = api.token.split('_')[1];

    expect(api.trail.lines).toEqual([
      {
        number: 1,
        at: api.time.now(),
        act: 'register',
        owner: 'acme',
        key: keyId,
        service: id,
        subject: undefined,
        client: 'a client',
        requestId: 't',
        outcome: 'done',
      },
    ]);
  });

  it('has a line for each act of an owner on a service', async () => {
    const api = anApi();
    const id = await registered(api);
    const path = `/api/services/${id}`;
    await send(api, 'PATCH', path, { description: 'Other words.' });
    await send(api, 'POST', `${path}/transfer`, { to: 'other' });
    await send(api, 'DELETE', path);
    await send(api, 'POST', `${path}/restore`);

    expect(told(api)).toEqual(
      ['register', 'update', 'transfer', 'remove', 'restore'].map((act) => [act, id, 'done']),
    );
  });

  it('has a line for each act on keys and webhooks', async () => {
    const api = anApi();
    const { id: keyId, owner } = await signIn(api, evmWallet());
    const made = await send(api, 'POST', '/api/webhooks', { url: 'https://hooks.example.com/' });
    const { id } = (await made.json()) as { id: string };
    await send(api, 'DELETE', `/api/webhooks/${id}`);
    await send(api, 'DELETE', '/api/keys/unknown');

    expect(api.trail.lines[0]).toMatchObject({ act: 'make_key', owner, subject: keyId, client: 'a client' });
    expect(told(api).slice(1)).toEqual([
      ['create_webhook', id, 'done'],
      ['remove_webhook', id, 'done'],
      ['revoke_key', 'unknown', 'key_unknown'],
    ]);
  });

  it('names why an act was refused', async () => {
    const api = anApi();
    await register(api, {});
    await send(api, 'DELETE', '/api/services/none-00000000');

    expect(told(api)).toEqual([
      ['register', undefined, 'registration_invalid'],
      ['remove', 'none-00000000', 'service_unknown'],
    ]);
  });

  it('has no line for reads, dry runs, requests without a key and wrong signatures', async () => {
    const api = anApi();
    await register(api, aRegistration(), {}, '?dryRun=true');
    await send(api, 'GET', '/api/keys');
    await send(api, 'GET', '/api/services');
    await register({ ...api, token: 'wrong' }, aRegistration());
    await post(api, '/api/keys', { message: '', signature: '' });

    expect(told(api)).toEqual([]);
  });

  it.each([
    ['POST', '/api/services/none-00000000/claim', 'claim'],
    ['DELETE', '/api/keys/unknown', 'revoke_key'],
    ['POST', '/api/webhooks', 'create_webhook'],
    ['DELETE', '/api/webhooks/ID', 'remove_webhook'],
    ['POST', '/api/webhooks/ID/test', 'test_webhook'],
    ['POST', '/api/webhooks/ID/secret', 'rotate_webhook'],
    ['POST', '/api/webhooks/ID/enable', 'enable_webhook'],
    ['POST', '/api/webhooks/ID/deliveries/msg_1/replay', 'replay_delivery'],
  ])('has a line for %s %s?dryRun=true, of which there is no dry run', async (method, path, act) => {
    const api = anApi();
    const hook = { url: 'https://hooks.example.com/' };
    const { id } = (await (await send(api, 'POST', '/api/webhooks', hook)).json()) as { id: string };
    await send(api, method, `${path.replace('ID', id)}?dryRun=true`, method === 'POST' ? hook : undefined);

    expect(api.trail.lines.map((line) => line.act)).toEqual(['create_webhook', act]);
  });

  it('says that an answer was a repeated one', async () => {
    const api = anApi();
    for (let i = 0; i < 2; i += 1) await register(api, aRegistration(), { 'idempotency-key': 'k' });

    expect(api.trail.lines.map(({ outcome }) => outcome)).toEqual(['done', 'replayed']);
  });

  it('holds no secret of a key', async () => {
    const api = anApi();
    await registered(api);

    expect(JSON.stringify(api.trail.lines)).not.toContain(api.token.split('_')[2]);
  });

  it('refuses acts that it cannot tell of, and does nothing', async () => {
    const api = anApi();
    api.trail.begin = () => Promise.reject(new StateUnavailable('busy', 'the state database is locked'));
    const response = await register(api, aRegistration());

    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(api.store.snapshot.size).toBe(anApi().store.snapshot.size);
  });
});

describe('GET /api/audit', () => {
  const ask = (api: TestApi, query = '', scope: 'write' | 'operate' = 'operate'): Promise<Response> => {
    const { token } = api.keys.make(api.time.now(), undefined, { owner: 'ops', scope });
    return request(api, `/api/audit${query}`, { headers: { authorization: `Bearer ${token}` } });
  };

  it('answers operators, page by page', async () => {
    const api = anApi();
    const id = await registered(api);
    await send(api, 'PATCH', `/api/services/${id}`, { description: 'Other words.' });
    const response = await ask(api, '?limit=1');
    const { lines, next } = AuditPage.parse(await response.json());

    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(lines).toMatchObject([
      { number: 2, act: 'update', service: id, outcome: 'done', key: api.token.split('_')[1] },
    ]);
    expect(next).toBe(2);
    expect(AuditPage.parse(await (await ask(api)).json()).next).toBeNull();
  });

  it('refuses owners', async () => {
    const response = await ask(anApi(), '', 'write');

    expect(response.status).toBe(403);
    expect(await codeOf(response)).toBe('scope_missing');
  });

  it.each(['since=soon', 'since=2026-02-30', 'owner=*', 'before=-1', 'limit=0', 'limit=1001'])(
    'names what is wrong in ?%s',
    async (query) => {
      const response = await ask(anApi(), `?${query}`);

      expect(response.status).toBe(400);
      expect(await problemOf(response)).toMatchObject({
        errors: [{ pointer: `/${query.split('=')[0] ?? ''}` }],
      });
    },
  );
});
