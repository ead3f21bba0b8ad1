import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SqlChecks } from '../../../src/adapters/state/checks.ts';
import { SqlPayments } from '../../../src/adapters/state/payments.ts';
import type { StateDatabase } from '../../../src/adapters/state/database.ts';
import { noBuyers, noFacts, notCounted, type Payments } from '../../../src/domain/facts.ts';
import type { ProbeResult } from '../../../src/domain/probe.ts';
import { type DeclaredService, type Observed, unobserved } from '../../../src/domain/service.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { subjectOf } from '../../../src/domain/subject.ts';
import { CatalogStore } from '../../../src/live/catalog-store.ts';
import { Monitor } from '../../../src/live/monitor.ts';
import { observedOf, observedServices } from '../../../src/live/observations.ts';
import { noPaymentHistory } from '../../../src/live/payment-history.ts';
import { ServiceHistory } from '../../../src/live/service-history.ts';
import { knownAssets } from '../../../src/domain/asset.ts';
import { TestClock } from '../../fixtures/clock.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';
import { aService, aSnapshot } from '../../fixtures/services.ts';
import { caseCount } from '../../support/cases.ts';
import { aStateDatabase } from '../../support/state-database.ts';
import { a402, aDocument, anEntry, aResult, otherWallet, wallet } from '../../fixtures/answers.ts';

const minute = 60_000;
const commit = { commit: 'beef'.repeat(10), changedAt: '2026-02-03T04:05:06.000Z' };

const service = aService({
  pricing: { currency: 'USDC', pricePerRequest: '0.01' },
  x402Config: { paymentAddress: wallet, network: 'base' },
});
const { x402Config } = service;
const paidElsewhere = { ...service, x402Config: { ...x402Config, paymentAddress: otherWallet } };
const good = aResult(a402(aDocument(anEntry())));

/** What a service shows that was never checked. */
const nothing = {
  status: 'unverified',
  trustScore: 0,
  uptimeScore: 0,
  lastChecked: null,
  chains: [],
  facts: { standing: noFacts.standing, window: noFacts.window },
};

const time = new TestClock();
const log = new MemoryLog();
let database: StateDatabase;
let checks: SqlChecks;
let store: CatalogStore;
let monitor: Monitor;
let answer: () => Promise<ProbeResult>;

/** Starts a server on what is on disk: the files, and the state database. */
async function start(...declared: DeclaredService[]): Promise<void> {
  store = new CatalogStore(aSnapshot(await observedServices(declared, await checks.facts())), {
    clock: time.now,
    log,
  });
  const prober = { probe: () => answer() };
  monitor = new Monitor({ store, prober, checks, intervalMs: 0, clock: time.now, random: () => 0.5, log });
  await monitor.start();
  await monitor.settled();
}

beforeEach(async () => {
  database = await aStateDatabase();
  checks = new SqlChecks(database);
  answer = () => Promise.resolve(good);
  await start(service);
});

async function check(times = 1): Promise<void> {
  for (let i = 0; i < times; i += 1) {
    time.advance(minute);
    await monitor.checkNow([service.id]);
  }
}

const noLooks = { of: () => Promise.resolve(undefined) };

const change = (declared: DeclaredService): Promise<void> =>
  store.publish({ put: [declared], removed: [], buried: [] }, commit);

function shown(): Entry {
  const entry = store.snapshot.find(service.id);
  if (!entry) throw new Error('the service is not listed');

  return entry;
}

const observed = (): Observed => shown().observed;

/** How many checks the API lists, and how many its days add up to. */
async function listed(): Promise<{ latest: number; days: number; readAt: boolean }> {
  const payments = noPaymentHistory(knownAssets, time.now);
  const history = new ServiceHistory({ checks, payments, proofLooks: noLooks, clock: time.now });
  const { days, latest } = await history.checks(shown(), 30);
  const { readAt } = await history.observed(shown());

  return {
    latest: latest.length,
    days: days.reduce((sum, each) => sum + each.checks, 0),
    readAt: readAt !== null,
  };
}

const unlisted = { latest: 0, days: 0, readAt: false };

const others: [string, DeclaredService][] = [
  ['wallet', paidElsewhere],
  ['network', { ...service, x402Config: { ...x402Config, network: 'polygon' } }],
  ['endpoint', { ...service, endpoint: 'https://elsewhere.example.com' }],
];

describe('a service that changes its subject', () => {
  it.each(others)('shows nothing that was found before its new %s', async (_what, declared) => {
    await check(3);
    expect(observed()).toMatchObject({ status: 'verified', uptimeScore: 100, chains: ['base'] });

    void change(declared);
    expect(observed()).toMatchObject(nothing);
    expect(await listed()).toEqual(unlisted);
  });

  it('leaves the lists of verified services at the same moment', async () => {
    await check();
    const verified = async (): Promise<number> =>
      (await store.search.list({ statuses: ['verified'], limit: 10, offset: 0 })).total;
    expect(await verified()).toBe(1);

    void change(paidElsewhere);
    expect(await verified()).toBe(0);
  });

  it('keeps its payments, which belong to it by their time, but none of its buyers', async () => {
    const payments: Payments = {
      ...notCounted,
      attribution: 'service',
      txCount: 7,
      revenue: '0.07',
      buyers: { ...noBuyers, wallets: 3, paid: 3, weight: 3 },
    };
    await check();
    store.observe(new Map([[service.id, { payments }]]));

    await change(paidElsewhere);
    expect(observed()).toEqual(
      observedOf({ ...noFacts, payments: { ...payments, buyers: noBuyers } }, service),
    );
    expect(observed()).toMatchObject({ txCount: 7, totalRevenue: 0.07 });
  });

  it('is counted from its first check on', async () => {
    await check(5);
    await change(paidElsewhere);
    answer = () => Promise.resolve(aResult(a402(aDocument(anEntry({ payTo: otherWallet })))));
    await check(2);

    expect(observed()).toMatchObject({ status: 'verified', facts: { window: { checks: 2, verified: 2 } } });
    expect(await listed()).toEqual({ latest: 2, days: 2, readAt: true });
  });

  it('earned nothing by its former wallet when it returns to that', async () => {
    await check(5);
    await change(paidElsewhere);
    await change(service);

    expect(observed()).toMatchObject(nothing);
    await start(service);
    expect(observed()).toEqual(unobserved);
    expect(await listed()).toEqual(unlisted);
  });

  it.each([
    ['name', { ...service, name: 'Another name' }],
    ['price', { ...service, pricing: { ...service.pricing, pricePerRequest: '0.02' } }],
    [
      'spelling of wallet and network',
      {
        ...service,
        x402Config: { paymentAddress: wallet.toLowerCase(), network: 'eip155:8453' },
      },
    ],
  ])('is not one that changes its %s', async (_what, declared) => {
    await check(3);
    const before = observed();

    await change(declared);
    expect(observed().facts).toBe(before.facts);
    expect(await listed()).toEqual({ latest: 3, days: 3, readAt: true });
    await start(declared);
    expect(observed().facts).toEqual(before.facts);
  });

  it('is compared with the live terms at once when it changes its price, and after a restart', async () => {
    await check(3);
    expect(observed().differences).toEqual([]);

    const dearer = { ...service, pricing: { currency: 'USDC', pricePerRequest: '0.5' } };
    const difference = { field: 'price', declared: '0.5', observed: '0.01', match: false };
    await change(dearer);
    expect(observed().differences).toEqual([difference]);
    await start(dearer);
    expect(observed().differences).toEqual([difference]);
  });
});

describe('a change while no server runs', () => {
  it('counts from the next start on', async () => {
    await check(3);
    await start(paidElsewhere);
    expect(observed()).toEqual(unobserved);
    expect(await listed()).toEqual(unlisted);

    await start(service);
    expect(observed()).toEqual(unobserved);
  });

  it('is noticed wherever the service stands in a large catalog', async () => {
    const rest = Array.from({ length: 600 }, (_, i) =>
      aService({ name: `Other ${String(i)}`, endpoint: `https://other-${String(i)}.example.com` }),
    );
    await check(3);
    await start(...rest, paidElsewhere);

    await start(...rest, service);
    expect(observed()).toEqual(unobserved);
  });

  it('counts after a crash between the commit and the writing of the state', async () => {
    await check(3);
    vi.spyOn(checks, 'forget').mockRejectedValueOnce(new Error('the power is gone'));
    await change(paidElsewhere);
    expect(await listed()).toEqual(unlisted);

    await start(paidElsewhere);
    expect(observed()).toEqual(unobserved);
    await start(service);
    expect(observed()).toEqual(unobserved);
  });
});

describe('a check that is under way while its service changes', () => {
  /** Holds back the next answer. */
  function hold(): (result: ProbeResult) => void {
    const { promise, resolve } = Promise.withResolvers<ProbeResult>();
    const later = answer;
    answer = () => {
      answer = later;
      return promise;
    };
    return resolve;
  }

  it('does not count, and is made again as the service is now', async () => {
    await check(2);
    const release = hold();
    const checking = monitor.checkNow([service.id]);
    await change(paidElsewhere);
    release(good);
    await checking;

    expect(observed()).toMatchObject({
      status: 'unverified',
      facts: { standing: { verdict: 'payto_mismatch' }, window: { checks: 1, verified: 0 } },
    });
    expect(await listed()).toEqual({ latest: 1, days: 1, readAt: true });
  });

  it('is not judged by a price of the past', async () => {
    const release = hold();
    const checking = monitor.checkNow([service.id]);
    await change({ ...service, pricing: { ...service.pricing, pricePerRequest: '0.02' } });
    release(good);
    await checking;

    expect(observed().facts).toMatchObject({
      standing: { verdict: 'price_mismatch' },
      window: { checks: 1 },
    });
  });

  it('does not count when it is being written at that moment', async () => {
    await check(2);
    const append = checks.append.bind(checks);
    vi.spyOn(checks, 'append').mockImplementationOnce(async (records) => {
      await append(records);
      void change(paidElsewhere);
    });
    await check();

    expect(observed()).toMatchObject(nothing);
    expect(await listed()).toEqual(unlisted);
    await monitor.settled();
    await start(service);
    expect(observed()).toEqual(unobserved);
  });
});

describe('a service that comes back after its removal', () => {
  const leave = (): Promise<void> => store.publish({ put: [], removed: [service.id], buried: [] }, commit);

  it('has the history that it had', async () => {
    await check(3);
    const before = observed();
    await leave();
    time.advance(10 * minute);
    await change(service);
    await monitor.settled();

    expect(observed()).toEqual(before);
    await check();
    expect(observed().facts.standing.payeeSince).toEqual(before.facts.standing.payeeSince);
    expect(observed().facts.window.checks).toBe(4);
  });

  it('does not clear its record by that and by keeping checks away', async () => {
    answer = () => Promise.resolve(aResult(a402(aDocument(anEntry({ payTo: otherWallet })))));
    await check();
    await leave();
    answer = () => Promise.resolve(aResult({ status: 403, headers: {}, body: '', isCut: false }));
    await change(service);
    await check();

    expect(observed().facts.standing.verdict).toBe('payto_mismatch');
    expect(observed().differences).toMatchObject([{ field: 'payTo', observed: otherWallet }]);
  });

  it('asks again for what its live 402 asks', async () => {
    const payments = new SqlPayments(database);
    await check();
    await leave();
    await payments.declare([{ serviceId: service.id, hasLeft: true, terms: [], at: time.now() }]);
    await change(service);
    await check();

    const asked = await payments.asked(service.id);
    expect(asked.filter(({ until }) => until === null)).toMatchObject([
      { source: 'observed', units: 10_000n },
    ]);
  });

  it('shows nothing of the wallet that it had before', async () => {
    await check(3);
    await leave();
    await change(paidElsewhere);
    await monitor.settled();

    expect(observed()).toMatchObject(nothing);
    expect(await listed()).toEqual(unlisted);
  });
});

/** What may happen to a service, and to the server that lists it. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'check' } as const) },
  fc.record({ kind: fc.constantFrom('change', 'change while stopped', 'crash'), place: fc.nat({ max: 3 }) }),
  fc.constant({ kind: 'rename' } as const),
  fc.constant({ kind: 'restart' } as const),
);

it('shows the checks since the last change of the subject and no others, whatever happens', async () => {
  const subjects = [service, ...others.map(([, declared]) => declared)];

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      checks = new SqlChecks(await aStateDatabase());
      let [declared, since] = [service, 0];
      await start(declared);

      for (const each of steps) {
        if (each.kind === 'check') {
          await check();
          since += 1;
        } else if (each.kind === 'rename') {
          declared = { ...declared, name: `${declared.name}!` };
          await change(declared);
        } else if (each.kind === 'restart') {
          await start(declared);
        } else {
          const next = { ...(subjects[each.place] ?? service), name: declared.name };
          if (subjectOf(next) !== subjectOf(declared)) since = 0;
          declared = next;
          const forgetting = vi.spyOn(checks, 'forget');
          if (each.kind === 'crash') forgetting.mockRejectedValue(new Error('the power is gone'));
          if (each.kind !== 'change while stopped') await change(declared);
          await monitor.settled();
          forgetting.mockRestore();
          if (each.kind !== 'change') await start(declared);
        }

        expect(observed().facts.window.checks).toBe(since);
        expect(observed().lastChecked === null).toBe(since === 0);
        expect(await listed()).toEqual({ latest: Math.min(since, 20), days: since, readAt: since > 0 });
      }
    }),
    { numRuns: caseCount(12) },
  );
});
