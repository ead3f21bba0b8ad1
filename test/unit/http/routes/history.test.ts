import { describe, expect, it } from 'vitest';
import { printServiceFile, serviceFilePath, tombstoneFilePath } from '../../../../src/domain/service-file.ts';
import { HistoryUnavailable } from '../../../../src/live/declaration-history.ts';
import { HistoryView } from '../../../../src/views/history.ts';
import { anApi, register, request, type TestApi } from '../../../fixtures/api.ts';
import { registration } from '../../../fixtures/registrations.ts';
import { anEntry, aService } from '../../../fixtures/services.ts';

const service = aService();
const path = `/api/services/${service.id}/history`;

/** Commits the service at each of these prices, as if others had. */
async function atPrices(api: TestApi, ...prices: readonly string[]): Promise<void> {
  for (const [i, pricePerRequest] of prices.entries()) {
    const text = printServiceFile({ ...service, pricing: { currency: 'USDC', pricePerRequest } });
    await publish(api, [{ path: serviceFilePath(service.id), text }], `at ${String(i)}`);
  }
}

async function publish(
  { repository, store, time }: TestApi,
  files: Parameters<TestApi['repository']['commit']>[0],
  message: string,
): Promise<void> {
  await store.publish(
    { put: [], removed: [], buried: [] },
    await repository.commit(files, message, time.now()),
  );
}

async function read(api: TestApi, search = ''): Promise<HistoryView> {
  const answer = await request(api, `${path}${search}`);
  expect(answer.status).toBe(200);
  return HistoryView.parse(await answer.json());
}

describe('GET /api/services/:id/history', () => {
  it('shows a registration as soon as it is answered', async () => {
    const api = anApi();
    expect((await request(api, path)).status).toBe(404);
    const made = await register(api, registration);
    expect(made.status).toBe(201);

    const { id, changes } = await read(api);
    expect(id).toBe(service.id);
    expect(changes).toMatchObject([{ kind: 'created', at: api.time.now().toISOString() }]);
    expect(changes[0]?.commit).toBe(api.store.snapshot.version.commit);
    expect(changes[0]?.fields).toContainEqual({ pointer: '/name', before: null, after: registration.name });
  });

  it('says that the service is deprecated, and what replaces it, beside the links to other pages', async () => {
    const api = anApi();
    const deprecated = {
      message: 'Use the new one.',
      since: '2026-01-01T00:00:00Z',
      replacement: 'new-00000000',
    };
    const text = printServiceFile({ ...service, deprecated });
    await publish(api, [{ path: serviceFilePath(service.id), text }], 'deprecate');
    await api.store.publish(
      { put: [{ ...service, deprecated }], removed: [], buried: [] },
      api.store.snapshot.version,
    );
    const { headers } = await request(api, path);

    expect(headers.get('deprecation')).toBe('@1767225600');
    expect(headers.get('link')).toMatch(
      /rel="first".*<\/api\/services\/new-00000000>; rel="successor-version"/,
    );
  });

  it('lists changes newest first, in pages that link to each other', async () => {
    const api = anApi();
    await atPrices(api, '1', '2', '3', '4', '5');
    const answer = await request(api, `${path}?limit=2&offset=1&_=x`);

    expect(answer.headers.get('x-total-count')).toBe('5');
    expect(answer.headers.get('link')).toBe(
      [
        `<${path}?limit=2&offset=0>; rel="first"`,
        `<${path}?limit=2&offset=0>; rel="prev"`,
        `<${path}?limit=2&offset=3>; rel="next"`,
        `<${path}?limit=2&offset=4>; rel="last"`,
      ].join(', '),
    );
    const { changes } = HistoryView.parse(await answer.json());
    expect(changes.map(({ fields }) => fields)).toEqual([
      [{ pointer: '/pricing/pricePerRequest', before: '3', after: '4' }],
      [{ pointer: '/pricing/pricePerRequest', before: '2', after: '3' }],
    ]);
    expect((await read(api, '?offset=5')).changes).toEqual([]);
    expect((await read(api, '?limit=100')).changes.map(({ kind }) => kind)).toEqual([
      ...Array.from({ length: 4 }, () => 'updated'),
      'created',
    ]);
  });

  it('reports deleted services, and those that were restored', async () => {
    const api = anApi();
    const [file, stone] = [serviceFilePath(service.id), tombstoneFilePath(service.id)];
    const text = printServiceFile({ ...service, owner: 'acme' });
    await publish(api, [{ path: file, text }], 'add');
    await publish(api, [{ path: file, text: null }], 'remove');
    await publish(api, [{ path: stone, text: '{}' }], 'bury');
    expect((await read(api)).changes).toMatchObject([
      { kind: 'deleted', owner: 'acme' },
      { kind: 'created', owner: 'acme' },
    ]);

    await publish(api, [{ path: file, text }], 'restore');
    expect((await read(api)).changes.map(({ kind }) => kind)).toEqual(['restored', 'deleted', 'created']);
  });

  it('is empty for a listed service whose file is not committed', async () => {
    expect(await read(anApi({ entries: [anEntry()] }))).toEqual({ id: service.id, changes: [] });
  });

  it('survives files that are no declarations', async () => {
    const api = anApi();
    for (const [i, text] of ['{', '[]', 'null', '{"owner": {}}', '{"a/b": 1}', ''].entries()) {
      await publish(api, [{ path: serviceFilePath(service.id), text }], String(i));
    }

    const { changes } = await read(api);
    expect(changes).toHaveLength(6);
    expect(changes.every(({ owner }) => owner === null)).toBe(true);
  });

  it('answers 304 until something changes, and to HEAD without a body', async () => {
    const api = anApi();
    await atPrices(api, '1');
    const tag = (await request(api, path)).headers.get('etag') ?? '';
    const again = { headers: { 'if-none-match': tag } };
    expect((await request(api, path, again)).status).toBe(304);

    const head = await request(api, path, { method: 'HEAD' });
    expect([head.status, head.headers.get('x-total-count'), await head.text()]).toEqual([200, '1', '']);
    await atPrices(api, '2');
    expect((await request(api, path, again)).status).toBe(200);
  });

  it.each([
    ['an id that nobody had', '/api/services/rain-radar-00000000/history', 404, 'service_unknown'],
    ['no id', '/api/services/:(glob)*/history', 404, 'service_unknown'],
    ['a hidden id', '/api/services/%2e%2e%2f/history', 404, 'service_unknown'],
    ['a limit of 0', `${path}?limit=0`, 400, 'parameter_invalid'],
    ['a limit of 101', `${path}?limit=101`, 400, 'parameter_invalid'],
    ['a negative offset', `${path}?offset=-1`, 400, 'parameter_invalid'],
    ['an endless offset', `${path}?offset=99999999999999999999`, 400, 'parameter_invalid'],
  ])('refuses %s', async (_, asked, status, code) => {
    const api = anApi();
    await atPrices(api, '1');
    const answer = await request(api, asked);

    expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ code })]);
  });

  it('answers 503 while git fails', async () => {
    const failing = (): Promise<never> => Promise.reject(new HistoryUnavailable('git is gone'));
    const api = anApi({ parts: { declarations: { page: failing, texts: failing } } });
    const answer = await request(api, path);

    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await answer.text()).not.toContain('git is gone');
    expect(api.log.lines.map(({ level }) => level)).toEqual(['error']);
  });
});
