import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SqlChecks } from '../../../src/adapters/state/checks.ts';
import { SqlPayments } from '../../../src/adapters/state/payments.ts';
import { SqliteDatabase } from '../../../src/adapters/sqlite/database.ts';
import { dayMs } from '../../../src/domain/duration.ts';
import { noFacts, railNamesOf } from '../../../src/domain/facts.ts';
import {
  CannotAsk,
  type ProbeFailure,
  type ProbeResult,
  type ProbeTarget,
} from '../../../src/domain/probe.ts';
import { reasonOf } from '../../../src/domain/state.ts';
import { Monitor } from '../../../src/live/monitor.ts';
import { currentRequest } from '../../../src/live/request-context.ts';
import { sumWindow } from '../../../src/verification/uptime.ts';
import { aService } from '../../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog } from '../../support/live-catalog.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { anMpp, paymentHeader } from '../../fixtures/rail-challenges.ts';
import { a402, aDocument, anAnswer, anEntry, aResult, usdcOnBase, wallet } from '../../fixtures/answers.ts';
import { nextTurn } from '../../support/next-turn.ts';

const interval = 15 * 60_000;
const minute = 60_000;

function service(name: string) {
  return aService({
    name,
    endpoint: `https://${name}.example.com`,
    pricing: { currency: 'USDC', pricePerRequest: '0.01' },
    x402Config: { paymentAddress: wallet, network: 'base' },
  });
}

const [alpha, beta] = [service('alpha'), service('beta')];
const good = a402(aDocument(anEntry()));
const commit = { commit: 'beef'.repeat(10), changedAt: '2026-02-03T04:05:06.000Z' };

let catalog: LiveCatalog;
let checks: SqlChecks;
let payments: SqlPayments;
let monitor: Monitor;
/** The probed endpoints, in order, and the answer of each. */
let asked: string[];
/** The request that each of them was probed for. */
let causes: (string | undefined)[];
let answers: Map<string, ProbeResult['outcome']>;
/** The answer of every other path. */
let beside: ProbeResult['outcome'];
/** Whether this machine can send requests. */
let isOnline: boolean;

function aMonitor(intervalMs = interval, random = 0.5): Monitor {
  const { store, clock, log } = catalog;
  const prober = {
    probe: ({ endpoint }: ProbeTarget) => {
      asked.push(endpoint);
      causes.push(currentRequest());
      if (!isOnline) return Promise.reject(new CannotAsk(new URL(endpoint).host, 'there is no way to it'));
      return Promise.resolve(aResult(answers.get(endpoint) ?? beside));
    },
  };

  return new Monitor({
    store,
    prober,
    checks,
    intervalMs,
    clock,
    random: () => random,
    log,
  });
}

beforeEach(async () => {
  const database = await SqliteDatabase.open(join(await temporaryFolder(), 'tollbook.db'));
  onTestFinished(async () => {
    await monitor.stop();
    await database.close();
  });
  catalog = aLiveCatalog([alpha, beta]);
  checks = new SqlChecks(database);
  payments = new SqlPayments(database);
  asked = [];
  causes = [];
  isOnline = true;
  beside = anAnswer(404);
  answers = new Map([[alpha.endpoint, good]]);
  monitor = aMonitor();
});

/** Lets time pass in steps, as the timer does. */
async function pass(ms: number, step = minute): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    catalog.time.advance(step);
    monitor.tick();
    await monitor.settled();
  }
}

describe('the monitor', () => {
  it('publishes results to every read, and stores them', async () => {
    await monitor.checkNow([alpha.id, beta.id]);

    expect(catalog.store.snapshot.find(alpha.id)?.observed).toMatchObject({
      status: 'verified',
      uptimeScore: 100,
      lastChecked: catalog.clock().toISOString(),
      chains: ['base'],
    });
    expect(catalog.store.snapshot.find(beta.id)?.observed).toMatchObject({
      status: 'unverified',
      uptimeScore: 0,
    });
    expect((await checks.latest(beta, 1))[0]).toMatchObject({ verdict: 'not_402', httpStatus: 404 });
    const { entries } = await catalog.store.search.list({ statuses: ['verified'], limit: 10, offset: 0 });
    expect(entries.map(({ declared }) => declared.id)).toEqual([alpha.id]);
  });

  it('keeps what a live 402 asked, and when, since buyers pay that', async () => {
    const account = { asset: usdcOnBase.toLowerCase(), wallet: wallet.toLowerCase() };
    const askedFor = async () =>
      (await payments.periods('eip155:8453', account)).map(({ source, units, since, until }) => [
        source,
        units,
        since,
        until,
      ]);
    await monitor.checkNow([alpha.id]);
    const first = catalog.clock();
    catalog.time.advance(interval);
    await monitor.checkNow([alpha.id]);
    const second = catalog.clock();
    catalog.time.advance(interval);
    answers.set(alpha.endpoint, a402(aDocument(anEntry({ amount: '25000' }))));
    await monitor.checkNow([alpha.id]);

    expect(await askedFor()).toEqual([
      ['observed', 10_000n, first, catalog.clock()],
      ['observed', 25_000n, second, null],
    ]);
  });

  it('has a live 402 ask for nothing later than now, after a clock that was ahead', async () => {
    await monitor.checkNow([alpha.id]);
    catalog.time.advance(-dayMs);
    answers.set(alpha.endpoint, a402(aDocument(anEntry({ amount: '25000' }))));
    await monitor.checkNow([alpha.id]);

    const account = { asset: usdcOnBase.toLowerCase(), wallet: wallet.toLowerCase() };
    const periods = await payments.periods('eip155:8453', account);
    expect(periods.find(({ units }) => units === 25_000n)).toMatchObject({
      since: catalog.clock(),
      until: null,
    });
  });

  it('keeps what else the last answer takes, and tells it from a service that is free', async () => {
    const seen = () => catalog.store.snapshot.find(alpha.id)?.observed;
    const byMpp = { ...anAnswer(402), headers: { 'www-authenticate': paymentHeader() } };
    await monitor.checkNow([alpha.id]);
    answers.set(alpha.endpoint, { ...good, headers: { ...good.headers, ...byMpp.headers } });
    await monitor.checkNow([alpha.id]);
    expect(seen()).toMatchObject({ status: 'verified', facts: { rails: [anMpp] } });

    catalog.time.advance(interval);
    answers.set(alpha.endpoint, byMpp);
    await monitor.checkNow([alpha.id]);
    const entry = catalog.store.snapshot.find(alpha.id);
    expect(entry && reasonOf(entry)).toBe('other_rails');
    expect(entry && railNamesOf(entry.observed.facts)).toEqual(['mpp']);
    expect(seen()).toMatchObject({ facts: { standing: { verdict: 'unread', failures: 0 } } });

    answers.set(alpha.endpoint, anAnswer(429));
    await monitor.checkNow([alpha.id]);
    expect(seen()?.facts.rails).toEqual([anMpp]);
    expect((await checks.facts()).get(alpha.id)?.rails).toEqual([anMpp]);

    answers.set(alpha.endpoint, anAnswer(200));
    await monitor.checkNow([alpha.id]);
    expect(seen()).toMatchObject({ facts: { rails: [], standing: { failures: 1 } } });
    expect(railNamesOf(seen()?.facts ?? noFacts)).toEqual([]);

    answers.set(alpha.endpoint, good);
    await monitor.checkNow([alpha.id]);
    expect(railNamesOf(seen()?.facts ?? noFacts)).toEqual(['x402']);
  });

  it('announces a change only when a state changed', async () => {
    answers.set(beta.endpoint, anAnswer(429));
    let calls = 0;
    catalog.store.onChange(() => {
      calls += 1;
    });

    await monitor.checkNow([beta.id]);
    expect(calls).toBe(1);
    await monitor.checkNow([beta.id]);
    expect(calls).toBe(1);
    await monitor.checkNow([alpha.id]);
    expect(calls).toBe(2);
  });

  it('checks every service once an interval', async () => {
    await monitor.start();
    await pass(3 * interval);

    for (const { endpoint } of [alpha, beta]) {
      expect(asked.filter((each) => each === endpoint).length).toBeGreaterThanOrEqual(3);
      expect(asked.filter((each) => each === endpoint).length).toBeLessThanOrEqual(4);
    }
  });

  it('checks a new service at once, and stops checking one that was removed', async () => {
    await monitor.start();
    await pass(2 * minute);
    asked = [];
    const gamma = service('gamma');
    await catalog.store.publish({ put: [gamma], removed: [alpha.id], buried: [] }, commit);

    await pass(1000, 1000);
    expect(asked).toEqual([gamma.endpoint]);
    await pass(interval + 2 * minute);
    expect(asked).not.toContain(alpha.endpoint);
  });

  it('does the first check of a service for the request that registered or changed it, and no later one', async () => {
    await monitor.start();
    const requests = new Map([[alpha.id, 'first']]);
    await catalog.store.publish({ put: [alpha], removed: [], buried: [], requests }, commit);
    await pass(minute);
    await pass(interval + 2 * minute);

    const ofAlpha = asked.flatMap((endpoint, i) => (endpoint === alpha.endpoint ? [causes[i]] : []));
    expect(ofAlpha.slice(0, 2)).toEqual(['first', undefined]);
  });

  it('checks an inactive service less and less often, and notices its return', async () => {
    await monitor.start();
    await pass(2 * 24 * 60 * minute, 15 * minute);
    expect(catalog.store.snapshot.find(beta.id)?.observed.status).toBe('inactive');
    asked = [];
    await pass(24 * 60 * minute, 15 * minute);
    expect(asked.filter((each) => each === beta.endpoint).length).toBeLessThan(5);

    answers.set(beta.endpoint, good);
    await pass(2 * 24 * 60 * minute, 15 * minute);
    expect(catalog.store.snapshot.find(beta.id)?.observed.status).toBe('verified');
  });

  it('checks nothing with an interval of 0', async () => {
    monitor = aMonitor(0);
    await monitor.start();
    await pass(3 * interval);

    expect(asked).toEqual([]);
  });

  it('says once that this machine cannot ask, and counts that against nobody', async () => {
    isOnline = false;
    for (let round = 0; round < 3; round += 1) await monitor.checkNow([alpha.id, beta.id]);
    expect(catalog.log.lines).toMatchObject([{ level: 'warn', facts: { reason: 'there is no way to it' } }]);
    expect(catalog.store.snapshot.find(alpha.id)?.observed.lastChecked).toBeNull();

    isOnline = true;
    await monitor.checkNow([alpha.id]);
    isOnline = false;
    await monitor.checkNow([alpha.id]);
    expect(catalog.log.lines).toHaveLength(2);
  });

  it('counts two checks of one service that are recorded together', async () => {
    await monitor.checkNow([alpha.id]);
    await Promise.all([monitor.checkNow([alpha.id]), monitor.checkNow([beta.id])]);

    const [day] = await checks.days(alpha, '2000-01-01');
    expect(day).toMatchObject({ checks: 2, ok: 2, verified: 2 });
  });

  it('reads the days of a service with its first check of a day only, and counts the same as with all of them', async () => {
    const reading = vi.spyOn(checks, 'days');
    for (const [rounds, days] of [
      [3, 1],
      [2, 2],
    ] as const) {
      for (let round = 0; round < rounds; round += 1) await monitor.checkNow([alpha.id, beta.id]);
      expect(reading).toHaveBeenCalledTimes(2 * days);
      catalog.time.advance(dayMs);
    }

    const window = { days: 2, checks: 5, ok: 5, verified: 5, blocked: 0 };
    const { facts } = catalog.store.snapshot.find(alpha.id)?.observed ?? {};
    expect(facts?.window).toMatchObject(window);
    const stored = await checks.days(alpha, '2000-01-01');
    expect(sumWindow(stored, catalog.clock())).toEqual(facts?.window);
  });

  it.each([
    [8, 1],
    [30, 4],
  ])('writes %i checks that come together by %i, so that reads come between them', async (count, most) => {
    const many = Array.from({ length: count }, (_, i) => service(`many-${String(i)}`));
    await catalog.store.publish({ put: many, removed: [], buried: [] }, commit);
    const writing = vi.spyOn(checks, 'append');
    await monitor.checkNow(many.map(({ id }) => id));

    const sizes = writing.mock.calls.map(([records]) => records.length);
    expect(Math.max(...sizes)).toBe(most);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(count);
  });

  it('is not done before it has recorded what was checked while it recorded others', async () => {
    const append = checks.append.bind(checks);
    vi.spyOn(checks, 'append').mockImplementationOnce(async (records) => {
      void monitor.checkNow([beta.id]);
      await nextTurn();
      await append(records);
    });
    await monitor.checkNow([alpha.id]);

    expect([...(await checks.facts()).keys()].sort()).toEqual([alpha.id, beta.id].sort());
  });

  describe('when none of many hosts can be reached', () => {
    const many = Array.from({ length: 10 }, (_, i) => service(`many-${String(i)}`));
    const failWith = (failure: ProbeFailure): void => {
      for (const { endpoint } of many) answers.set(endpoint, { failure, detail: 'why' });
    };
    const ids = many.map(({ id }) => id);

    beforeEach(async () => {
      await catalog.store.publish({ put: many, removed: [], buried: [] }, commit);
    });

    it.each(['name_unknown', 'timed_out'] as const)(
      'counts no check that failed with %s, and logs that this machine seems offline',
      async (failure) => {
        failWith(failure);
        await monitor.checkNow(ids);

        expect(await checks.facts()).toEqual(new Map());
        expect(JSON.stringify(catalog.log)).toContain('this machine seems to be offline');
      },
    );

    it('stops counting when hosts fall silent one after the other', async () => {
      failWith('name_unknown');
      for (const id of ids) await monitor.checkNow([id]);

      expect((await checks.facts()).size).toBe(ids.length - 1);
      expect(JSON.stringify(catalog.log)).toContain('this machine seems to be offline');
    });

    it('counts every check once a single host answers', async () => {
      failWith('timed_out');
      await monitor.checkNow([...ids, beta.id]);
      expect((await checks.facts()).size).toBe(ids.length + 1);
    });

    it.each(['connection_refused', 'connection_reset', 'tls_failed'] as const)(
      'counts checks that failed with %s, which an offline machine cannot cause',
      async (failure) => {
        failWith(failure);
        await monitor.checkNow(ids);
        expect((await checks.facts()).size).toBe(ids.length);
      },
    );
  });

  it('counts many services that fail together because they share one host', async () => {
    const many = Array.from({ length: 12 }, (_, i) =>
      aService({ name: `One host ${String(i)}`, endpoint: `https://alpha.example.com/${String(i)}` }),
    );
    for (const { endpoint } of many) answers.set(endpoint, { failure: 'timed_out', detail: 'why' });
    await catalog.store.publish({ put: many, removed: [], buried: [] }, commit);

    await monitor.checkNow(many.map(({ id }) => id));
    expect((await checks.facts()).size).toBe(many.length);
  });

  it('occasionally probes a random path, and remembers whether it answered 402 until the next such probe', async () => {
    monitor = aMonitor(interval, 0);
    beside = good;
    await monitor.checkNow([alpha.id]);
    expect(asked).toEqual([
      alpha.endpoint,
      expect.stringMatching(/^https:\/\/alpha\.example\.com\/+[0-9a-f]{24}$/),
    ]);
    expect((await checks.facts()).get(alpha.id)?.standing.isWildcard).toBe(true);

    monitor = aMonitor();
    await monitor.checkNow([alpha.id]);
    expect((await checks.facts()).get(alpha.id)?.standing.isWildcard).toBe(true);

    monitor = aMonitor(interval, 0);
    beside = anAnswer(404);
    await monitor.checkNow([alpha.id]);
    expect((await checks.facts()).get(alpha.id)?.standing.isWildcard).toBe(false);
  });

  it('records nothing for a service that is removed during its check', async () => {
    const checked = monitor.checkNow([alpha.id, beta.id]);
    await catalog.store.publish({ put: [], removed: [alpha.id], buried: [] }, commit);
    await checked;

    expect([...(await checks.facts()).keys()]).toEqual([beta.id]);
  });

  it('drops a result that it cannot write, logs the failure, and continues', async () => {
    const writing = vi.spyOn(checks, 'append').mockRejectedValue(new Error('the disk is full'));
    await monitor.checkNow([alpha.id]);
    expect(catalog.store.snapshot.find(alpha.id)?.observed.lastChecked).toBeNull();
    expect(JSON.stringify(catalog.log)).toContain('checks could not be written');

    writing.mockRestore();
    await monitor.checkNow([alpha.id]);
    expect(catalog.store.snapshot.find(alpha.id)?.observed.status).toBe('verified');
  });

  it('says once that results are dropped, however many are, and how many were when that is over', async () => {
    const writing = vi.spyOn(checks, 'append').mockRejectedValue(new Error('the disk is full'));
    for (let pass = 0; pass < 3; pass += 1) await monitor.checkNow([alpha.id, beta.id]);
    writing.mockRestore();
    for (let pass = 0; pass < 2; pass += 1) await monitor.checkNow([alpha.id]);

    const told = catalog.log.lines.filter(({ message }) => message.includes('dropped'));
    expect(told).toMatchObject([
      {
        level: 'error',
        facts: { checks: 2 },
        message: expect.stringContaining('could not be written') as unknown,
      },
      { level: 'info', facts: { checks: 6 }, message: 'checks count again; these were dropped' },
    ]);
  });
});
