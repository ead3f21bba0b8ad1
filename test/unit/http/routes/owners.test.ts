import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CommitFailure } from '../../../../src/domain/commit.ts';
import { serviceFilePath, tombstoneFilePath } from '../../../../src/domain/service-file.ts';
import { StateUnavailable } from '../../../../src/domain/unavailable.ts';
import { ChangePage } from '../../../../src/views/change.ts';
import { anApi, register, request, type TestApi } from '../../../fixtures/api.ts';
import { codeOf, faultsOf, problemOf, serviceOf, servicesOf } from '../../../fixtures/bodies.ts';
import { as, change, restore, send, transfer, withdraw } from '../../../fixtures/owners.ts';
import { aRegistration } from '../../../fixtures/registrations.ts';
import { anEntry, aService } from '../../../fixtures/services.ts';
import { turnsOfTheLoop } from '../../../support/turns-of-the-loop.ts';

// Who may do what, and when, is tested in test/registration.

const description = 'Precipitation for the next two hours. '.repeat(40).trim();
const rain = anEntry(
  { owner: 'acme', description, maintainers: ['github:9919'] },
  { status: 'verified', trustScore: 80 },
);
const snow = anEntry({ name: 'Snow', endpoint: 'https://snow.example.com', owner: 'acme' });
const foreign = anEntry({ name: 'Sun', endpoint: 'https://sun.example.com', owner: 'github:1' });
const { id } = rain.declared;
const path = `/api/services/${id}`;
const day = 86_400_000;

let api: TestApi;

beforeEach(() => {
  api = anApi({ entries: [rain, snow, foreign] });
});

/** The tag of an answer, in a content coding. */
async function tagOf(of: string, coding = 'identity'): Promise<string> {
  const { headers } = await request(api, of, { headers: { 'accept-encoding': coding } });
  expect(headers.get('content-encoding') ?? 'identity').toBe(coding);
  return headers.get('etag') ?? '';
}

describe('PATCH /api/services/:id', () => {
  it('answers 200 with the service as every read has it from then on', async () => {
    api.time.advance(1000);
    const response = await change(api, id, { name: 'Rain', pricing: { pricePerRequest: '2' } });
    const text = await response.text();

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('etag')).toBe(await tagOf(path));
    expect(text).toBe(await (await request(api, path)).text());
    expect(JSON.parse(text)).toMatchObject({
      id,
      name: 'Rain',
      pricing: { currency: 'USDC', pricePerRequest: '2' },
      status: 'verified',
      createdAt: '2026-01-31T12:00:00.000Z',
      updatedAt: '2026-01-31T12:00:01.000Z',
    });
    expect(await servicesOf(await request(api, '/api/services?query=rain'))).toMatchObject([
      { name: 'Rain' },
    ]);
  });

  it('is committed by then, in one commit of one file', async () => {
    const release = api.repository.hold();
    let answered = false;
    const response = change(api, id, { name: 'Rain' }).finally(() => (answered = true));
    await turnsOfTheLoop();
    expect(answered).toBe(false);
    expect(await serviceOf(await request(api, path))).toMatchObject({ name: 'Rain Radar' });

    release();
    expect((await response).status).toBe(200);
    expect(api.repository.commits).toEqual([{ message: `Change ${id}`, paths: [serviceFilePath(id)] }]);
  });

  it.each([
    'application/merge-patch+json',
    'application/json',
    'application/merge-patch+json; charset=utf-8',
    'Application/Merge-Patch+JSON',
  ])('takes a patch as %s', async (type) => {
    const response = await change(api, id, { name: 'Rain' }, { headers: { 'content-type': type } });

    expect(response.status).toBe(200);
  });

  it.each(['application/json-patch+json', 'text/plain', 'application/merge-patch', ''])(
    'refuses a patch as "%s"',
    async (type) => {
      const response = await change(api, id, { name: 'Rain' }, { headers: { 'content-type': type } });

      expect(response.status).toBe(415);
      expect(await codeOf(response)).toBe('media_type_unsupported');
    },
  );

  it('changes nothing on a dry run, and answers as if it did', async () => {
    const dry = await change(api, id, { name: 'Rain' }, { search: '?dryRun=true' });

    expect(dry.status).toBe(200);
    expect(await serviceOf(dry)).toMatchObject({ name: 'Rain' });
    expect(api.repository.commits).toEqual([]);
    expect((await change(api, id, { name: '' }, { search: '?dryRun=true' })).status).toBe(422);
    expect((await change(api, id, {}, { search: '?dryRun=yes' })).status).toBe(400);
  });

  it('makes no commit where nothing changes', async () => {
    expect((await change(api, id, { name: rain.declared.name })).status).toBe(200);
    expect(api.repository.commits).toEqual([]);
  });

  it('answers 409 where the endpoint is listed, and names the service there', async () => {
    const response = await change(api, id, { endpoint: 'https://SUN.example.com/' });

    expect(response.status).toBe(409);
    expect(await problemOf(response)).toMatchObject({
      code: 'endpoint_listed',
      existing: `/api/services/${foreign.declared.id}`,
    });
  });

  it('answers 409 where the endpoint is reserved for somebody else, and until when', async () => {
    await withdraw(as(api, 'github:1'), foreign.declared.id);
    const response = await change(api, id, { endpoint: foreign.declared.endpoint });

    expect(response.status).toBe(409);
    expect(await problemOf(response)).toMatchObject({
      code: 'endpoint_reserved',
      tombstone: foreign.declared.id,
      until: '2026-03-02T12:00:00.001Z',
    });
  });

  it('answers 422 with every problem at once', async () => {
    const response = await change(api, id, {
      name: '',
      owner: 'me',
      id: null,
      pricing: { pricePerRequest: '1e3' },
      deprecated: { message: 'Ends.', replacement: foreign.declared.id },
    });

    expect(response.status).toBe(422);
    expect((await faultsOf(response)).sort()).toEqual([
      '/deprecated/replacement replacement_unknown',
      '/id unknown_field',
      '/name text_empty',
      '/owner unknown_field',
      '/pricing/pricePerRequest price_not_decimal',
    ]);
  });

  it.each([
    ['{"__proto__":{"owner":"x"}}', ['/__proto__ unknown_field']],
    ['{"constructor":null}', ['/constructor unknown_field']],
    ['null', [' wrong_type']],
    ['[]', [' wrong_type']],
    ['{"name":null,"x402Config":null}', ['/name required', '/x402Config required']],
  ])('answers 422 to %s', async (body, faults) => {
    expect(await faultsOf(await change(api, id, body))).toEqual(faults);
  });

  it.each(['{', '{"name":"a","name":"b"}', '[['.repeat(40), '"\ud800', ''])(
    'answers 400 to %j, which is no JSON',
    async (body) => {
      const response = await change(api, id, body);

      expect(response.status).toBe(400);
      expect(await codeOf(response)).toBe('body_not_json');
    },
  );

  it('answers 403 to a blocked host', async () => {
    api.blocks.add({ kind: 'host', subject: 'evil.example.com', reason: 'Fraud.', at: api.time.now() });
    const response = await change(api, id, { endpoint: 'https://api.evil.example.com' });

    expect(response.status).toBe(403);
    expect(await codeOf(response)).toBe('host_blocked');
  });

  it('never answers 500, whatever is sent', async () => {
    const member = fc.constantFrom(
      ...['name', 'endpoint', 'category', 'pricing', 'x402Config', 'maintainers', 'offers', 'request'],
      ...['deprecated', 'owner', '__proto__', 'constructor', 'toString', 'a/b~c', '\ud800', ''],
      ...['currency', 'network', 'paymentAddress', 'method', 'path', 'query', 'body', 'replacement'],
    );
    const leaf = fc.constantFrom<unknown>(
      ...[null, true, 0, -1, 1e308, '', 'a', '\u0000', '\u202e', '\ud800', 'https://', '0x', [], {}, [null]],
      ...['a'.repeat(3000), 'https://[::1]:99999/', `https://${'a.'.repeat(500)}`, '%', '../..', 'POST'],
    );
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc.dictionary(member, tie('tree'), { maxKeys: 5 }),
        fc.array(tie('tree'), { maxLength: 4 }),
      ),
    }));

    await fc.assert(
      fc.asyncProperty(fc.dictionary(member, tree, { maxKeys: 6 }), async (patch) => {
        const { status } = await change(api, id, patch);
        expect([200, 400, 409, 422]).toContain(status);
        expect((await request(api, path)).status).toBe(200);
      }),
      { numRuns: 300 },
    );
  });
});

describe('DELETE /api/services/:id', () => {
  it('answers 204 without a body, after its commit', async () => {
    const response = await withdraw(api, id);

    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
    expect(response.headers.get('content-type')).toBeNull();
    expect(response.headers.get('x-catalog-version')).toBeTruthy();
    expect(api.repository.commits).toEqual([
      { message: `Remove ${id}`, paths: [tombstoneFilePath(id), serviceFilePath(id)] },
    ]);
  });

  it('changes nothing on a dry run', async () => {
    expect((await withdraw(api, id, { search: '?dryRun=true' })).status).toBe(204);
    expect((await request(api, path)).status).toBe(200);
  });

  it('needs no body, and takes any', async () => {
    expect((await send(api, 'DELETE', path, 'not JSON')).status).toBe(204);
  });
});

describe('POST /api/services/:id/restore', () => {
  it('answers 200 with the service, unverified until a check sees it', async () => {
    await withdraw(api, id);
    const response = await restore(api, id);

    expect(response.status).toBe(200);
    expect(await serviceOf(response)).toMatchObject({ id, name: rain.declared.name, status: 'unverified' });
    expect(await servicesOf(await request(api, '/api/services?query=rain'))).toHaveLength(1);
    expect(api.repository.commits.at(-1)?.paths).toEqual([serviceFilePath(id), tombstoneFilePath(id)]);
  });

  it('answers 409 where there is nothing to restore, and 404 where there never was', async () => {
    const response = await restore(api, id);

    expect(response.status).toBe(409);
    expect(await codeOf(response)).toBe('service_listed');
    expect((await restore(api, 'unknown')).status).toBe(404);
  });

  it('answers 409 where the endpoint belongs to another service by now', async () => {
    await withdraw(api, id);
    const heir = await serviceOf(await register(api, aRegistration()));

    expect(await problemOf(await restore(api, id))).toMatchObject({
      code: 'endpoint_listed',
      existing: `/api/services/${heir.id}`,
    });
  });

  it('answers 403 where the host is blocked by now', async () => {
    await withdraw(api, id);
    api.blocks.add({ kind: 'host', subject: 'example.com', reason: 'Fraud.', at: api.time.now() });

    expect(await codeOf(await restore(api, id))).toBe('host_blocked');
  });
});

describe('POST /api/services/:id/transfer', () => {
  it('answers 202 with the offer, and 200 to the new owner who accepts', async () => {
    const offered = await transfer(api, id, { to: 'github:1' });
    expect(offered.status).toBe(202);
    expect(await offered.json()).toEqual({ id, to: 'github:1', until: '2026-02-07T12:00:00.000Z' });

    const accepted = await transfer(as(api, 'github:1'), id, { accept: true });
    expect(accepted.status).toBe(200);
    expect(await serviceOf(accepted)).toMatchObject({ id });
    expect(await (await request(api, `${path}/declaration`)).json()).toMatchObject({ owner: 'github:1' });
    expect(await codeOf(await change(api, id, { name: 'Rain' }))).toBe('not_owner');
  });

  it('warns that nobody with the name of the new owner holds a key, which may expire or be revoked', async () => {
    const warned = async (): Promise<unknown> => {
      const response = await transfer(api, id, { to: 'wheather' });
      expect(response.status).toBe(202);
      return (await response.json()) as unknown;
    };
    const offer = { id, to: 'wheather', until: '2026-02-07T12:00:00.000Z' };
    const nobody = expect.stringContaining('Nobody with this name holds a key') as string;
    expect(await warned()).toEqual({ ...offer, warnings: [nobody] });

    const key = api.keys.make(api.time.now(), undefined, { owner: 'wheather' });
    expect(await warned()).toEqual(offer);

    await api.keys.revoke(key.id, api.time.now());
    api.keys.make(api.time.now(), api.time.now(), { owner: 'wheather' });
    expect(await warned()).toEqual({ ...offer, warnings: [nobody] });
  });

  it('answers with the offer, too, where the keys cannot be read any more after the commit', async () => {
    vi.spyOn(api.keys, 'ofActor').mockRejectedValue(new StateUnavailable('unreachable', 'no database'));
    const offered = await transfer(api, id, { to: 'wheather' });

    expect(offered.status).toBe(202);
    expect(await offered.json()).toEqual({ id, to: 'wheather', until: '2026-02-07T12:00:00.000Z' });
  });

  it('answers 403 to whom it was not offered, and after 7 days', async () => {
    await transfer(api, id, { to: 'github:1' });
    expect(await codeOf(await transfer(as(api, 'github:2'), id, { accept: true }))).toBe('not_offered');

    api.time.advance(7 * day + 1);
    const late = await transfer(as(api, 'github:1'), id, { accept: true });
    expect(late.status).toBe(403);
    expect(await codeOf(late)).toBe('not_offered');
  });

  it.each([
    ['{}', ['/to required']],
    ['{"to":null}', ['/to wrong_type']],
    ['{"to":"Nobody!"}', ['/to owner_invalid']],
    ['{"to":"github:1","accept":true}', ['/to unknown_field']],
    ['{"accept":false}', ['/accept not_in_list']],
    ['{"accept":true,"x":1}', ['/x unknown_field']],
    ['{"to":"github:1","x":1}', ['/x unknown_field']],
    ['{"__proto__":1}', ['/to required', '/__proto__ unknown_field']],
    ['[]', [' wrong_type']],
    ['null', [' wrong_type']],
  ])('answers 422 to %s', async (body, faults) => {
    const response = await transfer(api, id, body);

    expect(response.status).toBe(422);
    expect(await faultsOf(response)).toEqual(faults);
  });
});

/** Each kind of change, as a request that its owner may make. */
const changes: readonly [string, (of: TestApi, sending?: object) => Promise<Response>][] = [
  ['a patch', (of, sending) => change(of, id, { name: 'Rain' }, sending)],
  ['a removal', (of, sending) => withdraw(of, id, sending)],
  ['an offer', (of, sending) => transfer(of, id, { to: 'github:2' }, sending)],
];

describe.each(changes)('%s', (_kind, ask) => {
  it('needs a key', async () => {
    const response = await ask({ ...api, token: 'tbk_wrong' });

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
  });

  it.each([
    ['another owner', { owner: 'github:1' }],
    ['an owner of a similar name', { owner: 'acme2' }],
    ['a workflow of another owner', { owner: 'github:1', repository: '5' }],
  ])('is forbidden to %s, who learns whose it is', async (_who, actor) => {
    const response = await ask(as(api, actor));

    expect(response.status).toBe(403);
    expect(await problemOf(response)).toMatchObject({
      code: 'not_owner',
      detail: expect.stringContaining('acme') as string,
    });
    expect(api.repository.commits).toEqual([]);
  });

  it('is forbidden where nobody owns the service', async () => {
    await api.store.publish(
      { put: [{ ...aService(), id }], removed: [], buried: [] },
      api.store.snapshot.version,
    );

    expect(await problemOf(await ask(api))).toMatchObject({
      code: 'not_owner',
      detail: expect.stringContaining('Nobody owns') as string,
    });
  });

  it('is forbidden to a workflow of another repository than that which listed the service', async () => {
    const [own, other] = ['5', '6'].map((repository) => as(api, { owner: 'github:1', repository }));
    const put = [aService({ owner: 'github:1', repository: '5' })];
    await api.store.publish({ put, removed: [], buried: [] }, api.store.snapshot.version);

    expect(other && (await codeOf(await ask(other)))).toBe('not_owner');
    expect(own && (await ask(own)).ok).toBe(true);
  });

  it('is not made where its commit fails', async () => {
    api.repository.failure = new CommitFailure('the disk is full');
    const response = await ask(api);

    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(await codeOf(response)).toBe('commit_failed');
    expect(await serviceOf(await request(api, path))).toMatchObject({ name: rain.declared.name });
  });

  it.each(['identity', 'br', 'gzip'])(
    'is made if it names the state in If-Match, as tagged in %s',
    async (coding) => {
      for (const part of ['/declaration', '']) {
        const fresh = anApi({ entries: [rain] });
        const tag = await tagOf(`${path}${part}`, coding);
        expect((await ask(fresh, { headers: { 'if-match': tag } })).ok, part).toBe(true);
      }
    },
  );

  it.each<[string, (tag: string) => string, boolean]>([
    ['any', () => '*', true],
    ['a list that holds it', (tag) => `"a", ${tag},"b"`, true],
    ['a list without it', () => '"a","b"', false],
    ['it as a weak tag', (tag) => `W/${tag}`, false],
    ['it without quotes', (tag) => tag.replaceAll('"', ''), false],
    ['it in another coding that does not exist', (tag) => tag.replace(/"$/, '-zstd"'), false],
    ['nothing', () => '', false],
    ['another', () => '"R2hLbWcxYkZ0VnB3c0FzQ1Jt"', false],
  ])('with %s in If-Match is made or answered 412', async (_what, given, isMade) => {
    const response = await ask(api, { headers: { 'if-match': given(await tagOf(`${path}/declaration`)) } });

    expect(response.ok).toBe(isMade);
    if (isMade) return;
    expect(response.status).toBe(412);
    expect(await codeOf(response)).toBe('precondition_failed');
    expect(api.repository.commits).toEqual([]);
  });

  it('is answered 412 once somebody else changed the service', async () => {
    const tags = [await tagOf(path), await tagOf(`${path}/declaration`)];
    await change(api, id, { category: 'ai-inference' });

    for (const tag of tags) expect((await ask(api, { headers: { 'if-match': tag } })).status).toBe(412);
  });

  it('goes by the declaration, whatever was observed since', async () => {
    const [service, declaration] = [await tagOf(path), await tagOf(`${path}/declaration`)];
    api.store.observe(
      new Map([
        [id, { window: { days: 1, checks: 9, ok: 9, verified: 9, unread: 0, blocked: 0, latencyMs: 9 } }],
      ]),
    );

    expect((await ask(api, { headers: { 'if-match': service } })).status).toBe(412);
    expect((await ask(api, { headers: { 'if-match': declaration } })).ok).toBe(true);
  });
});

describe('a maintainer', () => {
  const maintainer = (): TestApi => as(api, 'github:9919');

  it('is named by the changes that it makes, and the owner by none', async () => {
    await change(maintainer(), id, { name: 'Rain' });
    await change(api, id, { name: 'Radar' });
    const feed = ChangePage.parse(await (await request(api, '/api/changes')).json());

    expect(feed.changes.map(({ kind, by }) => [kind, by])).toEqual([
      ['updated', 'github:9919'],
      ['updated', undefined],
    ]);
  });

  it('may patch a service, but not say who else may', async () => {
    expect((await change(maintainer(), id, { name: 'Rain' })).status).toBe(200);

    expect(await problemOf(await change(maintainer(), id, { maintainers: [] }))).toMatchObject({
      code: 'not_owner',
      detail: expect.stringContaining('only its owner acme') as string,
    });
  });

  it('may neither remove it nor hand it over nor restore it', async () => {
    expect((await withdraw(maintainer(), id)).status).toBe(403);
    expect((await transfer(maintainer(), id, { to: 'github:9919' })).status).toBe(403);
    await withdraw(api, id);
    expect((await restore(maintainer(), id)).status).toBe(403);
  });
});

describe('one of several who change a service at once', () => {
  it('prevails where all name the same state, and the others are answered 412', async () => {
    const tag = await tagOf(`${path}/declaration`);
    const all = Array.from({ length: 20 }, (_, i) =>
      change(api, id, { name: `Rain ${String(i)}` }, { headers: { 'if-match': tag } }),
    );

    const statuses = (await Promise.all(all)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(19);
    expect(api.repository.commits).toHaveLength(1);
  });
});

describe('a deprecated service', () => {
  const parts = [
    '',
    '/status',
    '/declaration',
    '/similar',
    '/trust',
    '/observed',
    '/checks',
    '/payments',
    '/proof',
  ];

  it('says so on every read, with the service that replaces it', async () => {
    api.time.advance(1500);
    await change(api, id, { deprecated: { message: 'Ends soon.', replacement: snow.declared.id } });

    for (const part of parts) {
      const { status, headers } = await request(api, `${path}${part}`);
      expect(status, part).toBe(200);
      expect(headers.get('deprecation'), part).toBe('@1769860801');
      expect(headers.get('link'), part).toBe(`</api/services/${snow.declared.id}>; rel="successor-version"`);
    }
  });

  it('says so where nothing was modified, and to HEAD', async () => {
    await change(api, id, { deprecated: { message: 'Ends soon.' } });
    const tag = await tagOf(path);

    for (const init of [{ headers: { 'if-none-match': tag } }, { method: 'HEAD' }]) {
      const { headers } = await request(api, path, init);
      expect(headers.get('deprecation')).toMatch(/^@\d+$/);
      expect(headers.get('link')).toBeNull();
    }
  });

  it('says so no more once it is not, like services that never were', async () => {
    await change(api, id, { deprecated: { message: 'Ends soon.' } });
    await change(api, id, { deprecated: null });

    for (const part of parts) {
      expect((await request(api, `${path}${part}`)).headers.get('deprecation'), part).toBeNull();
    }
  });
});

describe('GET /api/services?owner=', () => {
  const names = async (search: string): Promise<string[]> =>
    (await servicesOf(await request(api, `/api/services?${search}`))).map(({ name }) => name).sort();

  it('lists what this owner owns, and nothing else', async () => {
    expect(await names('owner=acme')).toEqual(['Rain Radar', 'Snow']);
    expect(await names('owner=github:1')).toEqual(['Sun']);
    expect(await names('owner=github:9919')).toEqual([]);
    expect(await names('owner=nobody')).toEqual([]);
  });

  it('counts them, in the facets too', async () => {
    expect((await request(api, '/api/services?owner=acme&limit=1')).headers.get('x-total-count')).toBe('2');
    expect(await (await request(api, '/api/facets?owner=acme')).json()).toMatchObject({ total: 2 });
  });

  it('follows a service to its new owner', async () => {
    await transfer(api, id, { to: 'github:1' });
    await transfer(as(api, 'github:1'), id, { accept: true });

    expect(await names('owner=acme')).toEqual(['Snow']);
    expect(await names('owner=github:1')).toEqual(['Rain Radar', 'Sun']);
  });

  it('takes a wallet in any letter case', async () => {
    const owner = 'wallet:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    await register(as(api, owner), aRegistration({ endpoint: 'https://w.example.com' }));

    expect(await names(`owner=${owner}`)).toHaveLength(1);
    expect(await names(`owner=${owner.toLowerCase()}`)).toHaveLength(1);
  });

  it.each(['Acme', 'wallet:', 'github:me', 'a b', '%00', 'a'.repeat(100), '__proto__', '%ff'])(
    'answers 400 to a malformed owner: %s',
    async (owner) => {
      const response = await request(api, `/api/services?owner=${owner}`);

      expect(response.status).toBe(400);
      expect((await problemOf(response)).errors).toMatchObject([{ pointer: '/owner' }]);
    },
  );
});
