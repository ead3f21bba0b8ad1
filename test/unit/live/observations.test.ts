import { trustView } from '../../../src/views/trust.ts';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SqlChecks } from '../../../src/adapters/state/checks.ts';
import { SqliteDatabase } from '../../../src/adapters/sqlite/database.ts';
import type { ProbeResult } from '../../../src/domain/probe.ts';
import { noBuyers, noFacts, notCounted, type Payments } from '../../../src/domain/facts.ts';
import { supportedChains, unobserved } from '../../../src/domain/service.ts';
import { type Standing, unchecked } from '../../../src/domain/standing.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { Monitor } from '../../../src/live/monitor.ts';
import { observedOf, observedServices } from '../../../src/live/observations.ts';
import { aService } from '../../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog } from '../../support/live-catalog.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { a402, aDocument, anAnswer, anEntry, aResult, wallet } from '../../fixtures/answers.ts';

const hour = 3_600_000;
const day = 24 * hour;

const service = aService({
  pricing: { currency: 'USDC', pricePerRequest: '0.01' },
  x402Config: { paymentAddress: wallet, network: 'base' },
});
const good = a402(aDocument(anEntry()));

let catalog: LiveCatalog;
let checks: SqlChecks;
let monitor: Monitor;
let answer: ProbeResult['outcome'];

beforeEach(async () => {
  const database = await SqliteDatabase.open(join(await temporaryFolder(), 'tollbook.db'));
  onTestFinished(() => database.close());
  catalog = aLiveCatalog([service]);
  const { store, clock, log } = catalog;
  checks = new SqlChecks(database);
  answer = good;
  const prober = { probe: () => Promise.resolve({ ...aResult(answer), latencyMs: 977.49 }) };
  const random = (): number => 0.5;
  monitor = new Monitor({ store, prober, checks, intervalMs: 0, clock, random, log });
});

/** Checks the service every six hours for several days. */
async function checkFor(days: number): Promise<void> {
  for (let left = days * day; left > 0; left -= 6 * hour) {
    catalog.time.advance(6 * hour);
    await monitor.checkNow([service.id]);
  }
}

/** The service as lists and records show it. */
function shown(): Entry {
  const entry = catalog.store.snapshot.find(service.id);
  if (!entry) throw new Error('the service is not listed');

  return entry;
}

/** The service as a newly started server shows it. */
async function afterRestart(): Promise<Entry> {
  const [entry] = await observedServices([service], await checks.facts());
  if (!entry) throw new Error('the service is not listed');

  return entry;
}

/** The availability component of the trust score: the uptime of the same days. */
async function availability(entry: Entry): Promise<string | undefined> {
  const { components } = trustView(entry);
  return components.find(({ name }) => name === 'availability')?.evidence;
}

describe('what the catalog shows of a service', () => {
  it('equals that of a new service if nothing is known', () => {
    expect(observedOf(noFacts, service)).toEqual(unobserved);
  });

  it('contains the network that buyers are asked to pay on, until they are asked on the declared one', async () => {
    const onPolygon = { network: 'eip155:137', asset: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' };
    answer = a402(aDocument(anEntry(onPolygon), anEntry({ ...onPolygon, network: 'eip155:424242' })));
    await checkFor(1);
    expect(supportedChains(service, shown().observed)).toEqual(['base', 'polygon']);

    answer = good;
    await checkFor(1);
    expect(supportedChains(service, shown().observed)).toEqual(['base']);
  });

  it('contains the chains of an older standing as far as the rules allow', () => {
    const chains = ['base', 'base\u202e', 'no-such-chain', 'eip155:01'];
    const shownChains = (status: Standing['status']) =>
      observedOf({ ...noFacts, standing: { ...unchecked, status, chains } }, service).chains;

    expect(shownChains('verified')).toEqual(['base']);
    expect(shownChains('unverified')).toEqual([]);
  });
});

describe('what checks and payments found', () => {
  const payments: Payments = {
    ...notCounted,
    attribution: 'service',
    txCount: 7,
    revenue: '0.07',
    uniquePayers: 3,
    buyers: { ...noBuyers, wallets: 3, paid: 0.07, weight: 0.07 },
  };

  /** Publishes the facts of a payment counter. */
  function pay(): void {
    catalog.store.observe(new Map([[service.id, { payments }]]));
  }

  it('is shown together, whichever came first', async () => {
    await checkFor(1);
    const unpaid = shown().observed;
    pay();
    expect(shown().observed).toEqual(observedOf({ ...unpaid.facts, payments }, service));
    expect(shown().observed).toMatchObject({ txCount: 7, totalRevenue: 0.07, status: 'verified' });

    answer = anAnswer(500);
    await checkFor(1);
    expect(shown().observed).toMatchObject({ txCount: 7, totalRevenue: 0.07, uptimeScore: 50 });
    expect(shown().observed.facts.payments).toBe(payments);
  });

  it('counts towards the score together', async () => {
    await checkFor(1);
    pay();

    const { score, components } = trustView(shown());
    expect(score).toBe(shown().observed.trustScore);
    expect(components.find(({ name }) => name === 'buyers')?.evidence).toBe(
      '3 wallets paid 0.07 USDC in all',
    );
  });

  it('survives a check that was running when payments were counted', async () => {
    const append = checks.append.bind(checks);
    vi.spyOn(checks, 'append').mockImplementation(async (records) => {
      await append(records);
      pay();
    });
    await checkFor(1);

    expect(shown().observed).toMatchObject({ txCount: 7, status: 'verified' });
  });

  it('survives a change of the declaration', async () => {
    await checkFor(1);
    pay();
    const before = shown().observed;
    const changed = { ...service, description: 'Something else.' };
    await catalog.store.publish({ put: [changed], removed: [], buried: [] }, catalog.store.snapshot.version);

    expect(shown()).toEqual({ declared: changed, observed: before });
  });

  it('is ignored for a service that is not listed', () => {
    const { store } = catalog;
    store.observe(new Map([['unknown-abcdefgh', { payments }]]));

    expect([...store.snapshot.entries()].map(({ declared }) => declared.id)).toEqual([service.id]);
  });
});

describe('the score of a service', () => {
  it('is the same with and without its parts, however many days after the last check', async () => {
    answer = anAnswer(500);
    await checkFor(3);
    answer = good;
    await checkFor(28);

    for (const days of [0, 1, 3, 29, 31, 400]) {
      catalog.time.advance(days * day);
      expect(trustView(shown()).score).toBe(shown().observed.trustScore);
      expect(await availability(shown())).toBe('112 of 119 checks in 30 days were answered');
      expect(shown().observed.uptimeScore).toBe(94.12);
    }
  });

  it('is not changed by a restart, however long after the last check', async () => {
    await checkFor(20);
    answer = anAnswer(500);
    await checkFor(1);
    answer = good;
    await checkFor(12);
    const before = shown().observed;

    expect((await afterRestart()).observed).toEqual(before);
    catalog.time.advance(12 * day);
    expect((await afterRestart()).observed).toEqual(before);
    expect(trustView(await afterRestart()).score).toBe(before.trustScore);
  });

  it('agrees with its components for a reader whose snapshot is older than the last check', async () => {
    await checkFor(5);
    const held = shown();
    answer = anAnswer(500);
    await checkFor(2);

    expect(shown().observed.trustScore).not.toBe(held.observed.trustScore);
    expect(trustView(held).score).toBe(held.observed.trustScore);
  });

  it('is 0 before the first check, in agreement with its components', async () => {
    const { score, rated, components } = trustView(shown());

    expect({ score, rated }).toEqual({ score: 0, rated: false });
    expect(components.map(({ value }) => value)).toEqual([null, null, null, null, null]);
  });
});
