import { beforeEach, describe, expect, it } from 'vitest';
import { SqlAuditTrail } from '../../../../src/adapters/state/audit-trail.ts';
import type { BegunAct, EndedAct } from '../../../../src/domain/audit.ts';
import { aState, type Opener } from '../../../support/state-database.ts';

const now = new Date('2026-02-03T04:05:06.789Z');
const after = (ms: number): Date => new Date(now.getTime() + ms);
const service = 'rain-radar-7x3k9m2p';

const counted = { acts: ['register'], since: now } as const;

let open: Opener;
let trail: SqlAuditTrail;

beforeEach(async () => {
  open = await aState();
  trail = new SqlAuditTrail(await open());
});

const anAct = (more: Partial<BegunAct> = {}): BegunAct => ({
  at: now,
  act: 'update',
  owner: 'acme',
  key: 'k1',
  service,
  client: '192.0.2.7',
  requestId: 'r1',
  ...more,
});

/** Adds acts that are done, one for each of these. */
async function add(...acts: readonly Partial<BegunAct>[]): Promise<void> {
  for (const act of acts) await trail.end(await trail.begin(anAct(act)), { outcome: 'done' });
}

describe('SqlAuditTrail', () => {
  it('has the line of an act from its beginning, without an outcome', async () => {
    const number = await trail.begin(anAct());
    const [line] = await new SqlAuditTrail(await open()).page({}, 10);

    expect(line).toEqual({ ...anAct(), number, subject: undefined, outcome: undefined });
  });

  it('completes the line when the act has ended', async () => {
    const number = await trail.begin({ at: now, act: 'create_webhook', owner: 'acme', key: 'k1' });
    await trail.end(number, { outcome: 'done', subject: 'w1' });

    expect(await trail.page({}, 10)).toMatchObject([
      { number, outcome: 'done', subject: 'w1', owner: 'acme' },
    ]);
  });

  it('names the service that a registration made', async () => {
    const number = await trail.begin(anAct({ act: 'register', service: undefined }));
    await trail.end(number, { outcome: 'done', services: [service] });

    expect(await trail.page({}, 10)).toMatchObject([{ act: 'register', service }]);
  });

  it('has a line for each service that a batch made, after its own', async () => {
    const number = await trail.begin(anAct({ act: 'register_batch', service: undefined }));
    await trail.end(number, { outcome: 'done', services: ['a', 'b', 'c'] });
    const lines = await trail.page({}, 10);

    expect(lines.map((line) => [line.act, line.service]).toReversed()).toEqual([
      ['register_batch', undefined],
      ['register', 'a'],
      ['register', 'b'],
      ['register', 'c'],
    ]);
    expect(new Set(lines.map(({ key, client, outcome }) => [key, client, outcome].join()))).toEqual(
      new Set(['k1,192.0.2.7,done']),
    );
  });

  it('finds lines by time, owner and service, newest first', async () => {
    await add(
      { act: 'register' },
      { at: after(1), owner: 'other' },
      { at: after(2), service: 'another' },
      { at: after(3), act: 'forget', owner: undefined, service: undefined, subject: service },
    );
    const found = async (filter: Parameters<typeof trail.page>[0]): Promise<number[]> =>
      (await trail.page(filter, 10)).map(({ at }) => at.getTime() - now.getTime());

    expect(await found({})).toEqual([3, 2, 1, 0]);
    expect(await found({ since: after(2) })).toEqual([3, 2]);
    expect(await found({ owner: 'acme' })).toEqual([2, 0]);
    expect(await found({ service })).toEqual([3, 1, 0]);
    expect(await found({ service, owner: 'acme', since: after(0) })).toEqual([0]);
    expect(await found({ owner: "x' OR 1=1 --" })).toEqual([]);
  });

  describe('what an address made of late', () => {
    const owner = 'github:1';
    const made = async (most = 10): Promise<number[]> => {
      const filter = { acts: ['register', 'register_batch'], client: '192.0.2.7', since: now } as const;
      return (await trail.made(filter, most)).map((at) => at.getTime() - now.getTime());
    };
    /** Begins an act so many milliseconds later, and ends it. */
    const did = async (ms: number, act: Partial<BegunAct>, ended: EndedAct): Promise<void> => {
      const begun = anAct({ at: after(ms), act: 'register', owner, service: undefined, ...act });
      await trail.end(await trail.begin(begun), ended);
    };

    it('is what was done or has begun, once for each thing', async () => {
      await did(1, {}, { outcome: 'done', services: ['a'] });
      await did(2, { act: 'register_batch' }, { outcome: 'done', services: ['b', 'c', 'd'] });
      await did(3, { act: 'register_batch' }, { outcome: 'done', services: ['e'] });
      await trail.begin(anAct({ at: after(4), act: 'register', owner, service: undefined }));

      expect(await made()).toEqual([4, 3, 2, 2, 2, 1]);
      expect(await made(2)).toEqual([4, 3]);
    });

    it('is nothing that was refused, failed or is repeated, and no batch without a service', async () => {
      await did(1, {}, { outcome: 'endpoint_listed' });
      await did(2, {}, { outcome: 'failed' });
      await did(3, {}, { outcome: 'replayed', services: ['a'] });
      await did(4, { act: 'register_batch' }, { outcome: 'done', services: [] });

      expect(await made()).toEqual([]);
    });

    it('is nothing from before, from elsewhere, of other acts and of owners whom the operator named', async () => {
      const ended = { outcome: 'done', services: ['a'] };
      await did(0, {}, ended);
      await did(1, { client: '192.0.2.8' }, ended);
      await did(2, { act: 'restore' }, ended);
      await did(3, { owner: 'acme' }, ended);
      await did(4, { client: undefined }, ended);

      expect(await made()).toEqual([]);
    });

    it('may be several acts with a subject of their own', async () => {
      await did(1, { act: 'make_key', subject: 'k2' }, { outcome: 'done' });
      await did(2, { act: 'create_webhook' }, { outcome: 'done', subject: 'w1' });
      const since = now;
      const client = '192.0.2.7';

      expect(await trail.made({ acts: ['make_key'], client, since }, 10)).toEqual([after(1)]);
      expect(await trail.made({ acts: ['create_webhook'], client, since }, 10)).toEqual([after(2)]);
    });

    it('is the same for all servers', async () => {
      await did(1, {}, { outcome: 'done', services: ['a'] });
      const other = new SqlAuditTrail(await open());
      await other.begin(anAct({ at: after(2), act: 'register', owner, service: undefined }));

      expect(await made()).toEqual([2, 1]);
    });
  });

  it('gives every line once, page by page', async () => {
    await add(...Array.from({ length: 7 }, (_, i) => ({ at: after(i) })));
    const seen: number[] = [];
    for (let before: number | undefined; ;) {
      const page = await trail.page({ before }, 3);
      seen.push(...page.map(({ at }) => at.getTime() - now.getTime()));
      before = page.at(-1)?.number;
      if (page.length < 3) break;
    }

    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0]);
  });

  it('forgets old lines, and the oldest of too many', async () => {
    await add(...Array.from({ length: 6 }, (_, i) => ({ at: after(i) })));
    const left = async (): Promise<number[]> =>
      (await trail.page({}, 10)).map(({ at }) => at.getTime() - now.getTime());

    expect(await trail.prune(after(2), 100, counted)).toBe(0);
    expect(await left()).toEqual([5, 4, 3, 2]);
    expect(await trail.prune(after(2), 3, counted)).toBe(1);
    expect(await left()).toEqual([5, 4, 3]);
    expect(await trail.prune(after(2), 3, counted)).toBe(0);
  });

  it('keeps those of too many lines that are counted', async () => {
    const owner = 'github:1';
    await add(
      { at: after(0), act: 'register', owner },
      { at: after(1), act: 'register', owner },
      { at: after(2), act: 'register', owner: 'acme' },
      { at: after(3), act: 'update', owner },
      { at: after(4), act: 'forget', owner: undefined },
    );
    const refused = await trail.begin(anAct({ at: after(5), act: 'register', owner }));
    await trail.end(refused, { outcome: 'endpoint_listed' });
    await add({ at: after(6) });

    expect(await trail.prune(now, 1, counted)).toBe(5);
    expect((await trail.page({}, 10)).map(({ at }) => at)).toEqual([after(6), after(1)]);
  });

  it('gives lines of two connections at once numbers of their own', async () => {
    const other = new SqlAuditTrail(await open());
    const numbers = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        const one = i % 2 === 0 ? trail : other;
        const number = await one.begin(anAct({ requestId: String(i) }));
        await one.end(number, { outcome: `done ${String(i)}` });
        return number;
      }),
    );
    const lines = await trail.page({}, 100);

    expect(new Set(numbers).size).toBe(40);
    expect(lines).toHaveLength(40);
    for (const { requestId, outcome } of lines) expect(outcome).toBe(`done ${requestId ?? ''}`);
  });
});
