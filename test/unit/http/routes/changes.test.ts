import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readCursor } from '../../../../src/domain/feed-position.ts';
import { unchecked } from '../../../../src/domain/standing.ts';
import { admissionBy } from '../../../../src/http/admission.ts';
import { Shares } from '../../../../src/http/shares.ts';
import { ChangePage } from '../../../../src/views/change.ts';
import { anApi, request, type TestApi } from '../../../fixtures/api.ts';
import { codeOf, faultsOf, problemOf, serviceOf } from '../../../fixtures/bodies.ts';
import { aService, tombstoneOf } from '../../../fixtures/services.ts';
import { nextTurn } from '../../../support/next-turn.ts';

const commit = { commit: 'beef'.repeat(10), changedAt: '2026-02-03T04:05:06.000Z' };
const aNamed = (name: string) => aService({ name, endpoint: `https://${name}.example.com` });
const [a, b, c] = [aNamed('alpha'), aNamed('beta'), aNamed('gamma')];

const noLimits = admissionBy({ readLimit: undefined, writeLimit: undefined });

let api: TestApi;

beforeEach(() => {
  api = anApi();
});

async function changes(query = ''): Promise<ReturnType<typeof ChangePage.parse>> {
  const response = await request(api, `/api/changes${query}`);
  expect(response.status).toBe(200);
  return ChangePage.parse(await response.json());
}

async function put(...services: readonly ReturnType<typeof aNamed>[]): Promise<void> {
  await api.store.publish({ put: services, removed: [], buried: [] }, commit);
}

describe('the feed of changes', () => {
  it('reports every change in one order, with the service as it is now', async () => {
    await put(a, b);
    api.store.observe(new Map([[a.id, { standing: { ...unchecked, status: 'verified' } }]]));
    await api.store.publish(
      { put: [], removed: [], buried: [{ ...tombstoneOf(b), byOperator: true, reason: 'Fraud.' }] },
      commit,
    );

    const { changes: told, more, next } = await changes();
    const now = await serviceOf(await request(api, `/api/services/${a.id}`));
    expect(told.map(({ kind, id, service }) => [kind, id, service])).toEqual([
      ['created', a.id, now],
      ['created', b.id, null],
      ['observed', a.id, now],
      ['removed', b.id, null],
    ]);
    expect(told.at(-1)).toMatchObject({ reason: 'Fraud.', cursor: next, commit: commit.commit });
    expect(more).toBe(false);
  });

  it('goes on from any cursor, page by page', async () => {
    await put(a, b, c);
    const first = await changes('?limit=2');
    expect(first).toMatchObject({ more: true, next: first.changes[1]?.cursor });
    const second = await changes(`?since=${first.next}`);
    expect(second.changes).toMatchObject([{ id: c.id }]);

    const end = await changes(`?since=${second.next}`);
    expect(end).toMatchObject({ changes: [], more: false, next: second.next });
  });

  it('gives an empty catalog a cursor too, after which the first change comes', async () => {
    const { changes: none, next, freshness } = await changes();
    expect([none, freshness.latestChangeAt]).toEqual([[], null]);

    await put(a);
    expect((await changes(`?since=${next}`)).changes).toMatchObject([{ kind: 'created', id: a.id }]);
  });

  it('says how fresh it is', async () => {
    await put(a);
    const at = api.time.now().toISOString();

    expect((await changes()).freshness).toEqual({ generatedAt: at, latestChangeAt: at, retentionDays: 90 });
  });

  it('holds an answer that would be empty until something changes', async () => {
    const { next } = await changes();
    const held = changes(`?since=${next}&wait=30`);
    await put(a);

    expect((await held).changes).toMatchObject([{ id: a.id }]);
  });

  it('answers that nothing changed when the wait is over, and at once without one', async () => {
    const { next } = await changes();

    expect(await changes(`?since=${next}&wait=1`)).toMatchObject({ changes: [], next });
    expect(await changes(`?since=${next}&wait=0`)).toMatchObject({ changes: [], next });
  });

  it('answers 410 to a cursor of a lost database, and of a change that it does not have', async () => {
    await put(a);
    const { next } = await changes();
    api.changeLog.epoch = 'dead'.repeat(4);
    const response = await request(api, `/api/changes?since=${next}`);

    expect(response.status).toBe(410);
    expect(await problemOf(response)).toMatchObject({ code: 'cursor_expired' });
    const { next: anew } = await changes();
    expect(readCursor(anew)?.epoch).toBe(api.changeLog.epoch);
  });

  it('answers 410 once changes after a cursor were pruned', async () => {
    const { next: beginning } = await changes();
    await put(a);
    const { next: old } = await changes();
    api.time.advance(1000);
    await put(b);
    await put(c);
    await api.changeLog.prune(api.time.now());

    for (const cursor of [beginning, old]) {
      expect(await codeOf(await request(api, `/api/changes?since=${cursor}`))).toBe('cursor_expired');
    }
    expect((await changes()).changes.map(({ id }) => id)).toEqual([b.id, c.id]);
  });

  it.each([
    ['?since=42', '/since cursor_invalid'],
    ['?since=ZmVlZA', '/since cursor_invalid'],
    ['?since=%00%E2%80%AE', '/since cursor_invalid'],
    ['?limit=0', '/limit change_limit_invalid'],
    ['?limit=1001', '/limit change_limit_invalid'],
    ['?wait=31', '/wait wait_invalid'],
    ['?wait=-1', '/wait wait_invalid'],
    ['?wait=1.5', '/wait wait_invalid'],
  ])('refuses %s', async (query, fault) => {
    const response = await request(api, `/api/changes${query}`);

    expect(response.status).toBe(400);
    expect(await faultsOf(response)).toEqual([fault]);
  });
});

type Event = Readonly<Record<string, string>>;

/** The events of a text, each by the names of its lines. */
function eventsIn(text: string): Event[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .map((event) =>
      Object.fromEntries(
        event.split('\n').map((line) => {
          const [, name = '', value = ''] = /^(\w*):? ?(.*)$/s.exec(line) ?? [];
          return [name, value] as const;
        }),
      ),
    );
}

describe('requests that wait for a change', () => {
  it('are refused to a client that has its share of them, until one of those is answered', async () => {
    const limited = anApi({ parts: { admission: { ...noLimits, polls: new Shares(2) } } });
    const { next } = ChangePage.parse(await (await request(limited, '/api/changes')).json());
    const wait = `/api/changes?since=${next}&wait=30`;
    const waiting = request(limited, wait);
    await nextTurn();
    await nextTurn();

    const refused = await request(limited, wait);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect((await request(limited, `/api/changes?since=${next}`)).status).toBe(200);

    await limited.store.publish({ put: [a], removed: [], buried: [] }, commit);
    expect(ChangePage.parse(await (await waiting).json()).changes).toMatchObject([{ id: a.id }]);
    limited.feed.stop();
    expect((await request(limited, wait)).status).toBe(200);
  });
});

/** Reads events from a stream until there are as many beside the opening. */
async function events(response: Response, count: number): Promise<Event[]> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes, { stream: true });
    if (eventsIn(text).filter(({ event }) => event !== undefined).length >= count) break;
  }
  return eventsIn(text);
}

describe('the stream of changes', () => {
  it('begins now, and names its place at once', async () => {
    await put(a);
    const { next } = await changes();
    const response = await request(api, '/api/changes/stream');
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    await put(b);

    const [opening, first] = await events(response, 1);
    expect(opening).toEqual({ retry: '3000', id: next });
    expect(first).toMatchObject({ event: 'created', id: (await changes()).next });
    expect(ChangePage.shape.changes.parse([JSON.parse(first?.['data'] ?? '')])).toMatchObject([{ id: b.id }]);
  });

  it.each(['since', 'Last-Event-ID'])('goes on after %s', async (name) => {
    const { next } = await changes();
    await put(a);
    const [search, headers] = name === 'since' ? [`?since=${next}`, {}] : ['', { [name]: next }];
    const response = await request(api, `/api/changes/stream${search}`, { headers });
    await put(b);

    const told = (await events(response, 2)).slice(1);
    expect(told.map(({ data }) => (JSON.parse(data ?? '') as { id: string }).id)).toEqual([a.id, b.id]);
  });

  it('sends a client that is far behind everything, in order, while changes go on', async () => {
    const { next } = await changes();
    const many = Array.from({ length: 250 }, (_, i) => aNamed(`s-${String(i)}`));
    await put(...many);
    const response = await request(api, `/api/changes/stream?since=${next}`);
    const later = many.map(async (_, i) => put(aNamed(`later-${String(i)}`)));

    const told = (await events(response, 500)).slice(1);
    await Promise.all(later);
    const all = (await changes('?limit=1000')).changes;
    expect(told.map(({ id }) => id)).toEqual(all.map(({ cursor }) => cursor));
  });

  it('buffers no more for a client that does not read than one portion, and loses nothing of it', async () => {
    const response = await request(api, '/api/changes/stream');
    for (let i = 0; i < 300; i += 1) await put(aNamed(`s-${String(i)}`));

    const told = (await events(response, 300)).slice(1);
    const all = (await changes('?limit=1000')).changes;
    expect(told.map(({ id }) => id)).toEqual(all.map(({ cursor }) => cursor));
  });

  it('goes on where others than the server wrote to the feed', async () => {
    const at = api.time.now();
    await api.changeLog.seed([{ at, kind: 'created', id: a.id, news: undefined, ...commit }], 1);
    const response = await request(api, '/api/changes/stream');
    await nextTurn();
    await put(b);

    const told = (await events(response, 2)).slice(1);
    expect(told.map(({ data }) => (JSON.parse(data ?? '') as { id: string }).id)).toEqual([a.id, b.id]);
  });

  it('forgets a client that is gone', async () => {
    const response = await request(api, '/api/changes/stream');
    expect(api.streams.size).toBe(1);
    await response.body?.cancel();

    expect(api.streams.size).toBe(0);
  });

  it('forgets a client for whom the feed could not be read, and still ends with the server', async () => {
    const { next } = await changes();
    const found = await api.feed.after(readCursor(next), 1);
    vi.spyOn(api.feed, 'after')
      .mockResolvedValueOnce(found)
      .mockRejectedValueOnce(new Error('the database is away'));
    const response = await request(api, `/api/changes/stream?since=${next}`);

    await expect(events(response, 1)).rejects.toThrow('the database is away');
    expect(api.streams.size).toBe(0);
    api.streams.stop();
  });

  it('opens nothing for HEAD', async () => {
    const response = await request(api, '/api/changes/stream', { method: 'HEAD' });

    expect(response.status).toBe(200);
    expect(api.streams.size).toBe(0);
  });

  it('is refused to a client that has its share of streams, until one of those ends', async () => {
    const admission = { ...noLimits, streams: new Shares(2) };
    const limited = anApi({ parts: { admission } });
    const first = await request(limited, '/api/changes/stream');

    const refused = await request(limited, '/api/changes/stream');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('30');
    expect((await request(limited, '/api/changes/stream', { method: 'HEAD' })).status).toBe(429);

    await first.body?.cancel();
    const next = await request(limited, '/api/changes/stream');
    expect(next.status).toBe(200);
    limited.streams.stop();
    expect((await request(limited, '/api/changes/stream')).status).toBe(200);
  });

  it('reads the feed for a few of those that are behind at once, so that requests are answered in between', async () => {
    const { next } = await changes();
    await put(...Array.from({ length: 60 }, (_, i) => aNamed(`s-${String(i)}`)));
    const old = Array.from({ length: 20 }, () => request(api, `/api/changes/stream?since=${next}`));
    const responses = await Promise.all(old);
    let [reading, most] = [0, 0];
    const after = api.feed.after.bind(api.feed);
    vi.spyOn(api.feed, 'after').mockImplementation(async (...given) => {
      reading += 1;
      most = Math.max(most, reading);
      await nextTurn();
      reading -= 1;
      return after(...given);
    });

    const told = await Promise.all(responses.map((response) => events(response, 60)));
    expect(told.map(({ length }) => length)).toEqual(old.map(() => 61));
    expect(most).toBeLessThanOrEqual(4);
  });

  it('answers 410 before the stream to a pruned cursor', async () => {
    const { next } = await changes();
    api.changeLog.epoch = 'dead'.repeat(4);
    const headers = { 'Last-Event-ID': next };

    expect((await request(api, '/api/changes/stream', { headers })).status).toBe(410);
    expect((await request(api, `/api/changes/stream?since=${next}`)).status).toBe(410);
  });

  it('refuses what is no cursor', async () => {
    const headers = { 'Last-Event-ID': 'yesterday' };

    expect(await faultsOf(await request(api, '/api/changes/stream?since=yesterday'))).toEqual([
      '/since cursor_invalid',
    ]);
    expect(await faultsOf(await request(api, '/api/changes/stream', { headers }))).toEqual([
      '/Last-Event-ID cursor_invalid',
    ]);
  });

  it('ends with the server', async () => {
    const response = await request(api, '/api/changes/stream');
    api.streams.stop();

    expect(await events(response, 1)).toHaveLength(1);
  });
});
