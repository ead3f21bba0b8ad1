import { describe, expect, it } from 'vitest';
import { newsOf as newsOfChange, type NewsScope } from '../../../src/domain/news.ts';
import { type Profile, profileOf } from '../../../src/domain/profile.ts';
import type { ServiceChange } from '../../../src/domain/service-change.ts';
import type { LoggedChange, SeededChange, LoggedService } from '../../../src/domain/logged-change.ts';
import type { ChangeLog } from '../../../src/live/ports.ts';
import { aService } from '../../fixtures/services.ts';

/** The commit before the changes. */
const before = 'c0ffed';

let ticks = 0;

/** Changes, one second apart. */
function change(kind: ServiceChange['kind'], id: string, digest = 'digest'): LoggedChange {
  ticks += 1;
  return {
    at: new Date(Date.UTC(2026, 1, 3, 4, 5, ticks, 678)),
    kind,
    id,
    commit: 'c0ffee',
    service: { name: `Grüße von ${id} 🌦`, endpoint: `https://${id}.example.com`, digest, seen: 'seen' },
  };
}

/** A change as the feed gives it. */
function told({ service: _, ...rest }: LoggedChange): ServiceChange {
  return rest;
}

/** A change from before the database, of which feeds for readers tell nothing. */
function seed(kind: ServiceChange['kind'], id: string): SeededChange {
  return { ...told(change(kind, id)), news: undefined };
}

/** All listed services. */
async function listedIn(log: ChangeLog): Promise<ReadonlyMap<string, LoggedService>> {
  return log.listed(await log.listedIds('', 10_000));
}

/** The contract of every change log. */
export function changeLogSuite(open: () => Promise<ChangeLog>): void {
  it('begins after the commit before its first changes', async () => {
    const [told, begun] = [await open(), await open()];
    await told.append([change('created', 'a')], 'first');
    await told.append([change('created', 'b')], 'second');
    expect(await told.begin('third')).toBe('first');

    expect(await begun.begin('first')).toBe('first');
    await begun.append([change('created', 'a')], 'second');
    expect(await begun.begin('third')).toBe('first');
  });

  it('lists nothing at first', async () => {
    expect(await listedIn(await open())).toEqual(new Map());
  });

  it('lists each service as its last change left it', async () => {
    const log = await open();
    await log.append([change('created', 'a', 'first'), change('created', 'b')], before);
    await log.append([change('updated', 'a', 'second')], before);

    const listed = await listedIn(log);
    expect([...listed.keys()].sort()).toEqual(['a', 'b']);
    expect(listed.get('a')).toEqual({
      name: 'Grüße von a 🌦',
      endpoint: 'https://a.example.com',
      digest: 'second',
      seen: 'seen',
    });
  });

  it('gives back who made a change, and why something was deleted', async () => {
    const log = await open();
    const changes = [
      { ...change('updated', 'a'), by: 'github:9919' },
      { ...change('deleted', 'b'), reason: 'Moved.' },
    ];
    await log.append([change('created', 'b'), ...changes], before);
    const found = await log.after(undefined, 10);

    expect(found).toMatchObject({ changes: [{}, ...changes.map(told)] });
  });

  it('drops a removed service until it is listed again', async () => {
    const log = await open();
    await log.append([change('created', 'a'), change('deleted', 'a')], before);
    expect(await listedIn(log)).toEqual(new Map());
    await log.append([change('restored', 'a')], before);
    expect([...(await listedIn(log)).keys()]).toEqual(['a']);

    await log.append([change('removed', 'a')], before);
    expect(await listedIn(log)).toEqual(new Map());
  });

  it('calls a service restored whose removal was logged', async () => {
    const log = await open();
    await log.append([change('created', 'a')], before);
    await log.append([change('deleted', 'a')], before);
    const { changes } = await log.append([change('created', 'a'), change('created', 'b')], before);

    expect(changes.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['restored a', 'created b']);
    expect(await log.after(undefined, 10)).toMatchObject({
      changes: [{ kind: 'created' }, { kind: 'deleted' }, { kind: 'restored' }, { kind: 'created' }],
    });
  });

  it('lists ids in their order, page by page, and the services that are asked for', async () => {
    const log = await open();
    await log.append(
      ['c', 'a', 'd', 'b'].map((id) => change('created', id)),
      before,
    );
    await log.append([change('deleted', 'b')], before);

    expect(await log.listedIds('', 2)).toEqual(['a', 'c']);
    expect(await log.listedIds('c', 2)).toEqual(['d']);
    expect([...(await log.listed(['d', 'b', 'none'])).keys()]).toEqual(['d']);
  });

  it('knows what is left of a removed service', async () => {
    const log = await open();
    await log.append([change('created', 'a'), change('deleted', 'a'), change('created', 'a')], before);
    const last = change('deleted', 'a');
    await log.append([last], before);

    expect(await log.removed()).toEqual([
      {
        id: 'a',
        name: 'Grüße von a 🌦',
        endpoint: 'https://a.example.com',
        deletedAt: last.at.toISOString(),
      },
    ]);
  });

  it('counts no service as removed that is listed, or listed again', async () => {
    const log = await open();
    await log.append(
      [change('created', 'a'), change('created', 'b'), change('deleted', 'b'), change('created', 'b')],
      before,
    );

    expect(await log.removed()).toEqual([]);
  });

  it('accepts an empty batch and a very large one', async () => {
    const log = await open();
    await log.append([], before);
    await log.append(
      Array.from({ length: 2000 }, (_, i) => change('created', `s-${String(i)}`)),
      before,
    );

    expect((await listedIn(log)).size).toBe(2000);
  });

  it('records services without a change', async () => {
    const log = await open();
    const { service } = change('created', 'a');
    await log.note(new Map([['a', service]]));

    expect(await listedIn(log)).toEqual(new Map([['a', service]]));
    expect(await log.after(undefined, 10)).toMatchObject({ changes: [] });
  });

  it('reports all changes in their order, from the first and from any of them', async () => {
    const log = await open();
    const all = [
      change('created', 'a'),
      change('created', 'b'),
      { ...change('removed', 'a'), reason: 'Fraud.' },
    ];
    await log.append(all.slice(0, 1), before);
    await log.append(all.slice(1), before);

    const first = await changesAfter(log, undefined, 2);
    expect(first.changes).toMatchObject(all.slice(0, 2).map(told));
    const [, second] = first.changes;
    const place = { ...first.state.position, number: second?.number ?? 0, at: second?.at.getTime() ?? 0 };
    const rest = await changesAfter(log, place, 10);
    expect(rest.changes).toMatchObject(all.slice(2).map(told));
    expect(rest.state.position).toMatchObject({ number: rest.changes[0]?.number });
  });

  it('returns the numbers of changes with them', async () => {
    const log = await open();
    const { changes, state } = await log.append([change('created', 'a'), change('updated', 'a')], before);

    expect((await changesAfter(log, undefined, 10)).changes).toEqual(changes);
    expect(state.position.number).toBe(changes[1]?.number);
    expect(await log.state()).toEqual(state);
  });

  describe('a change of a service that others changed after what the caller knows', () => {
    it('is left out where they logged the same', async () => {
      const log = await open();
      const { state } = await log.append([change('created', 'a'), change('created', 'b')], before);
      await log.append([change('updated', 'a', 'second'), change('deleted', 'b')], before);
      const known = state.position.number;

      const same = [
        change('updated', 'a', 'second'),
        change('deleted', 'b'),
        change('observed', 'a', 'second'),
      ];
      const again = await log.append(same, before, known);
      expect(again).toMatchObject({ changes: [], outdated: [] });
      expect((await changesAfter(log, state.position, 10)).changes).toHaveLength(2);
    });

    it('is left out, and named, where they logged something else', async () => {
      const log = await open();
      const { state } = await log.append([change('created', 'a'), change('created', 'b')], before);
      const later = await log.append([change('updated', 'a', 'third'), change('deleted', 'b')], before);

      const late = [
        change('updated', 'a', 'second'),
        change('updated', 'b', 'second'),
        change('created', 'c'),
      ];
      const written = await log.append(late, before, state.position.number);
      expect(written.changes).toMatchObject([{ kind: 'created', id: 'c' }]);
      expect(written.outdated).toEqual(['a', 'b']);
      expect(written.previous).toBe(later.state.position.number);
      expect((await listedIn(log)).get('a')?.digest).toBe('third');
    });

    it('is written by a caller who knows of theirs', async () => {
      const log = await open();
      const { state } = await log.append([change('created', 'a')], before);

      const next = [change('updated', 'a', 'second')];
      const written = await log.append(next, before, state.position.number);
      expect(written).toMatchObject({ changes: next.map(told), outdated: [] });
      expect(written.previous).toBe(state.position.number);
    });
  });

  it('logs no change a second time, though the caller missed it', async () => {
    const log = await open();
    await log.append([change('created', 'a'), change('created', 'b')], before);
    const changes = [change('updated', 'a', 'second'), change('deleted', 'b')];
    const { state } = await log.append(changes, before);

    const again = [...changes, change('observed', 'a', 'second')];
    const written = await log.append(again, before, state.position.number);
    expect(written).toMatchObject({ changes: [], outdated: [], state });

    const next = [change('updated', 'a', 'third'), change('restored', 'b')];
    expect((await log.append(next, before, state.position.number)).changes).toMatchObject(next.map(told));
  });

  it('says what the last changes left of services, from a number on', async () => {
    const log = await open();
    const { state } = await log.append([change('created', 'a'), change('created', 'b')], before);
    await log.append([change('updated', 'a', 'second'), change('deleted', 'b')], before);
    await log.note(new Map([['c', change('created', 'c').service]]));

    expect(await log.loggedAfter(state.position.number)).toEqual(
      new Map([
        ['a', { digest: 'second', seen: 'seen', isListed: true }],
        ['b', { digest: 'digest', seen: 'seen', isListed: false }],
      ]),
    );
  });

  it('goes on from its very beginning until something is forgotten', async () => {
    const log = await open();
    const { position: beginning } = await log.state();
    const [old, later] = [change('created', 'a'), change('updated', 'a')];
    await log.append([old, later], before);

    expect((await changesAfter(log, beginning, 10)).changes).toHaveLength(2);
    await log.prune(later.at);
    expect(await log.after(beginning, 10)).toBe('expired');
    expect((await changesAfter(log, undefined, 10)).changes).toMatchObject([told(later)]);
  });

  it('keeps the last change, however old, so that its cursor stays good', async () => {
    const log = await open();
    const { state } = await log.append(
      Array.from({ length: 2100 }, () => change('updated', 'a')),
      before,
    );
    await log.prune(new Date('2027-01-01'));

    expect(await changesAfter(log, state.position, 10)).toEqual({ changes: [], state });
    expect((await changesAfter(log, undefined, 10)).changes).toHaveLength(1);
  });

  it('knows a place of another database, of a change that it never had, and of another at the same number', async () => {
    const log = await open();
    const { position } = (await log.append([change('created', 'a')], before)).state;

    expect(await log.after({ ...position, epoch: 'dead'.repeat(4) }, 10)).toBe('expired');
    expect(await log.after({ ...position, number: position.number + 1 }, 10)).toBe('expired');
    expect(await log.after({ ...position, at: position.at + 1 }, 10)).toBe('expired');
  });

  it('reports changes from before the database first, whenever they were added', async () => {
    const log = await open();
    const { state } = await log.append([change('updated', 'a')], before);
    await log.seed([seed('created', 'x')], 1);
    const seeded = [seed('created', 'a'), seed('created', 'b'), seed('updated', 'b')];
    await log.seed(seeded.slice(0, 2), 1);
    await log.seed(seeded.slice(2), 3);
    await log.endSeed();

    const { changes } = await changesAfter(log, undefined, 10);
    expect(changes.slice(0, 3)).toMatchObject(seeded.map(({ news: _, ...rest }) => rest));
    expect(changes).toHaveLength(4);
    expect(await changesAfter(log, state.position, 10)).toMatchObject({
      changes: [],
      state: { isSeeded: true },
    });
  });

  it('shows readers what differs from what they know, and stores that', async () => {
    const log = await open();
    await log.append(
      [profiled('created', 'a'), profiled('created', 'b', { category: 'maps-geolocation' })],
      before,
    );
    await log.append(
      [
        profiled('updated', 'a', { price: '0.02 USDC' }),
        profiled('observed', 'b', { category: 'maps-geolocation' }),
      ],
      before,
    );
    await log.append([profiled('observed', 'a', { price: '0.02 USDC', state: null })], before);
    await log.append([profiled('observed', 'a', { price: '0.02 USDC', state: 'down' })], before);

    expect(await newsOf(log, 'all')).toEqual([
      'observed a state',
      'updated a price',
      'created b',
      'created a',
    ]);
    expect(await newsOf(log, { service: 'a' })).toEqual(['observed a state', 'updated a price', 'created a']);
    expect(await newsOf(log, { category: 'maps-geolocation' })).toEqual(['created b']);
    expect(await newsOf(log, 'all', 2)).toEqual(['observed a state', 'updated a price']);
    expect(await newsOf(log, { service: 'nobody' })).toEqual([]);
  });

  it('reports a deletion by what readers last knew, also where only the log knows of it', async () => {
    const log = await open();
    await log.append([profiled('created', 'a')], before);
    const listed = await listedIn(log);
    const [service] = [...listed.values()];
    expect(service).not.toHaveProperty('profile');
    if (service) await log.append([{ ...change('deleted', 'a'), service }], before);

    const { changes } = await log.news('all', 1);
    expect(changes).toMatchObject([{ kind: 'deleted', news: { name: 'Service a', fields: [] } }]);
  });

  it('records what readers know without a change', async () => {
    const log = await open();
    await log.append([change('created', 'a')], before);
    expect(await newsOf(log, 'all')).toEqual([]);
    await log.note(new Map([['a', profiled('updated', 'a').service]]));
    expect(await newsOf(log, 'all')).toEqual([]);

    await log.append([profiled('updated', 'a', { price: '7 USDC' })], before);
    expect(await newsOf(log, 'all')).toEqual(['updated a price']);
  });

  it('shows readers changes from before the database, too', async () => {
    const log = await open();
    await log.append([profiled('created', 'b')], before);
    const { news } = newsOfChange('created', undefined, profile('a'));
    await log.seed([{ ...seed('created', 'a'), news }, seed('updated', 'a')], 1);

    expect(await newsOf(log, 'all')).toEqual(['created b', 'created a']);
  });
}

function profile(id: string, more: Partial<Profile> = {}): Profile {
  const name = `Service ${id}`;
  return { ...profileOf(aService({ name })), state: 'verified', ...more };
}

/** A change after which there is this to know of the service. */
function profiled(kind: ServiceChange['kind'], id: string, more: Partial<Profile> = {}): LoggedChange {
  const known = JSON.stringify(more);
  const logged = change(kind, id, known);
  return { ...logged, service: { ...logged.service, seen: known, profile: profile(id, more) } };
}

/** What feeds for readers tell, in short. */
async function newsOf(log: ChangeLog, scope: NewsScope, limit = 100): Promise<string[]> {
  const { changes, epoch } = await log.news(scope, limit);
  expect(epoch).toBe((await log.state()).position.epoch);
  return changes.map(({ kind, id, news }) => {
    const fields = kind === 'created' ? [] : news.fields.map(({ field }) => field);
    return [kind, id, ...fields].join(' ');
  });
}

async function changesAfter(log: ChangeLog, ...args: Parameters<ChangeLog['after']>) {
  const found = await log.after(...args);
  if (found === 'expired') throw new Error('the cursor was pruned');
  return found;
}
