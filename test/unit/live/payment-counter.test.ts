import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { replaceTerms } from '../../../src/adapters/state/asked-terms.ts';
import { SqlBuyers } from '../../../src/adapters/state/buyers.ts';
import type { StateDatabase } from '../../../src/adapters/state/database.ts';
import { SqlPayments } from '../../../src/adapters/state/payments.ts';
import { knownAssets } from '../../../src/domain/asset.ts';
import { LedgerFault } from '../../../src/domain/unavailable.ts';
import type { BlockTime } from '../../../src/domain/settlement.ts';
import { CountedPayments } from '../../../src/live/counted-payments.ts';
import { PaymentCounter } from '../../../src/live/payment-counter.ts';
import { ShownPayments } from '../../../src/live/shown-payments.ts';
import { TermsRecorder } from '../../../src/live/terms-recorder.ts';
import { declaredTerms } from '../../../src/payments/asked-terms.ts';
import { ModelLedger } from '../../fixtures/model-ledger.ts';
import { network, timeOf, usdc, walletOf } from '../../fixtures/payments.ts';
import { aService } from '../../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog } from '../../support/live-catalog.ts';
import { aStateDatabase } from '../../support/state-database.ts';
import { caseCount } from '../../support/cases.ts';

const hour = 3_600_000;
const day = 24 * hour;

const pricedAt = (name: string, pricePerRequest: string, wallet = 1) =>
  aService({
    name,
    endpoint: `https://${name}.example.com`,
    pricing: { currency: 'USDC', pricePerRequest },
    x402Config: { network: 'base-sepolia', paymentAddress: walletOf(wallet) },
  });
const [cheap, dear] = [pricedAt('cheap', '0.001'), pricedAt('dear', '0.002')];

let ledger: ModelLedger;
let catalog: LiveCatalog;
let database: StateDatabase;
let payments: SqlPayments;
let buyers: SqlBuyers;
let counter: PaymentCounter;
let terms: TermsRecorder;
/** The tips up to which buyers were looked up. */
let looks: number[];

/** A counter as after a start: it remembers nothing but what is on file. */
function aCounter(): PaymentCounter {
  const { store, clock, log } = catalog;
  const counted = new CountedPayments({
    payments,
    buyers,
    assets: knownAssets,
    networks: new Set([network]),
  });
  const shown = new ShownPayments({ store, counted });

  const { signal: stopping } = new AbortController();
  const prepare = (): Promise<void> => terms.catchUp();
  const funding = {
    pass: async ({ block }: BlockTime) => {
      looks.push(block);
    },
  };
  const parts = { payments, shown, ledger, network, stopping, prepare, funding, clock, log };

  return new PaymentCounter({ ...parts, lookbackMs: 30 * day });
}

/** Opens a catalog at the time of a block; with a new state, unless another is given. */
async function prepare(services = [cheap, dear], from = 0, state?: StateDatabase): Promise<void> {
  ledger = new ModelLedger();
  looks = [];
  catalog = aLiveCatalog(services);
  catalog.time.advance(timeOf(from).getTime() - catalog.clock().getTime());
  database = state ?? (await aStateDatabase());
  payments = new SqlPayments(database);
  buyers = new SqlBuyers(database);
  const { store, clock, log } = catalog;
  terms = new TermsRecorder({ store, payments, assets: knownAssets, clock, log });
  terms.start();
  await terms.reconcile();
  counter = aCounter();
}

beforeEach(() => prepare());

const shownOf = ({ id }: { readonly id: string }) => catalog.store.snapshot.find(id)?.observed.facts.payments;

const publish = (service: typeof cheap) =>
  catalog.store.publish({ put: [service], removed: [], buried: [] }, catalog.store.snapshot.version);

/** Passes until a thorough one has been made. */
async function settle(): Promise<void> {
  for (let pass = 0; pass < 6; pass += 1) await counter.pass();
}

describe('a pass', () => {
  it('counts what was paid since the last one, and shows it', async () => {
    ledger.mine([{}, { units: 2_000n }, { units: 3n }]);
    await counter.pass();
    ledger.mine([{}]);
    await counter.pass();

    expect(shownOf(cheap)).toMatchObject({ attribution: 'service', txCount: 2, revenue: '0.002' });
    expect(shownOf(dear)).toMatchObject({ attribution: 'service', txCount: 1, revenue: '0.002' });
    expect(catalog.store.snapshot.find(cheap.id)?.observed).toMatchObject({
      txCount: 2,
      totalRevenue: 0.002,
    });
  });

  it('takes two calls when there is no news', async () => {
    ledger.mine([{}]);
    await counter.pass();
    ledger.mine();
    const before = ledger.calls;
    await counter.pass();

    expect(ledger.calls - before).toBe(2);
  });

  it('takes one call when there is no new block', async () => {
    await counter.pass();
    const before = ledger.calls;
    await counter.pass();

    expect(ledger.calls - before).toBe(1);
  });

  it('counts more wallets than it reads at once, each payment once', async () => {
    const services = Array.from({ length: 1_100 }, (_, n) => pricedAt(`s${String(n)}`, '0.001', n));
    await prepare(services);
    ledger.mine(services.map((_, n) => ({ wallet: walletOf(n) })));
    await settle();

    expect(services.filter((service) => shownOf(service)?.txCount !== 1)).toEqual([]);
  });

  it('reads wallets together that are counted equally far, although the chain was faster since one of them began', async () => {
    await prepare([cheap, pricedAt('late', '0.001', 2)]);
    while (ledger.head < 1_000) ledger.mine();
    ledger.portionSize = 10_000;
    const begin = (wallet: number, from: BlockTime) => {
      const accounts = [{ asset: usdc, wallet: walletOf(wallet) }];
      const to = { block: ledger.head, at: timeOf(ledger.head) };
      return payments.record({ network, accounts, from, to, settlements: [] });
    };
    await begin(1, { block: 0, at: timeOf(0) });
    await begin(2, { block: 500, at: timeOf(990) });
    await counter.pass();

    ledger.mine();
    counter = aCounter();
    const before = ledger.calls;
    await counter.pass();
    // The head, the checkpoint, and one range for both.
    expect(ledger.calls - before).toBe(3);
  });

  it('asks nothing where nobody is to be paid', async () => {
    await prepare([]);
    await counter.pass();

    expect(ledger.calls).toBe(0);
  });

  it('begins a declared wallet some time before it was listed', async () => {
    for (let block = 1; block <= 200; block += 1) ledger.mine(block === 50 ? [{}] : []);
    catalog.time.advance(200 * 60_000);
    await counter.pass();

    expect(shownOf(cheap)).toMatchObject({ txCount: 1 });
    expect(await payments.progress(network, { asset: usdc, wallet: walletOf(1) })).toMatchObject({
      from: { block: 0 },
      to: { block: 200 },
    });
  });

  it('leaves to a service what was paid before its price changed', async () => {
    ledger.mine([{}]);
    await counter.pass();
    catalog.time.advance(2 * hour);
    const changed = { ...cheap, pricing: { currency: 'USDC', pricePerRequest: '0.005' } };
    await catalog.store.publish({ put: [changed], removed: [], buried: [] }, catalog.store.snapshot.version);
    for (let block = 0; block < 200; block += 1) ledger.mine(block === 199 ? [{ units: 5_000n }, {}] : []);
    await settle();

    expect(shownOf(cheap)).toMatchObject({ txCount: 2, revenue: '0.006' });
  });

  it('finds the service of a payment whose price is learnt later', async () => {
    ledger.mine([{ units: 9_000n }]);
    await counter.pass();
    expect(shownOf(cheap)?.txCount ?? 0).toBe(0);

    const changed = { ...cheap, pricing: { currency: 'USDC', pricePerRequest: '0.009' } };
    await catalog.store.publish({ put: [changed], removed: [], buried: [] }, catalog.store.snapshot.version);
    await settle();
    expect(shownOf(cheap)).toMatchObject({ txCount: 1, revenue: '0.009' });
  });

  it('records many payments of one block and of many, each once', async () => {
    for (let block = 0; block < 30; block += 1) ledger.mine(Array.from({ length: 37 }, () => ({})));
    await settle();

    expect(shownOf(cheap)).toMatchObject({ txCount: 30 * 37, revenue: '1.11' });
  });
});

describe('the buyers of a service', () => {
  const buyersOf = (service: { readonly id: string }) => shownOf(service)?.buyers?.unknown;

  it('are looked up after each pass that counts, and not after one that fails', async () => {
    ledger.mine([{}]);
    await counter.pass();
    ledger.fails = () => true;
    await counter.pass();

    expect(looks).toEqual([1]);
    expect(buyersOf(cheap)).toBe(1);
  });

  it('are none of those who paid before it was first seen', async () => {
    await prepare([]);
    for (let block = 1; block <= 50; block += 1) ledger.mine(block === 10 ? [{}] : []);
    catalog.time.advance(50 * 60_000);
    await publish(cheap);
    ledger.mine([{ payer: walletOf(101) }]);
    await counter.pass();

    expect(shownOf(cheap)).toMatchObject({ txCount: 2, uniquePayers: 2 });
    expect(buyersOf(cheap)).toBe(1);
  });

  it('are gone at once with another endpoint, and stay gone when it goes back', async () => {
    ledger.mine([{}]);
    await counter.pass();
    catalog.time.advance(2 * 60_000);
    await publish({ ...cheap, endpoint: 'https://moved.example.com' });
    expect(buyersOf(cheap)).toBe(0);

    await publish(cheap);
    await settle();
    expect(shownOf(cheap)).toMatchObject({ txCount: 1 });
    expect(buyersOf(cheap)).toBe(0);
  });

  it('are gone with another endpoint that came while no server ran', async () => {
    ledger.mine([{}]);
    await counter.pass();
    const chain = ledger;
    await prepare([{ ...cheap, endpoint: 'https://moved.example.com' }], 2, database);
    ledger = chain;
    counter = aCounter();
    ledger.mine([{ payer: walletOf(101) }]);
    await settle();

    expect(shownOf(cheap)).toMatchObject({ txCount: 2 });
    expect(buyersOf(cheap)).toBe(1);
  });
});

/** Notes what a check saw a service ask since a block. */
const saw = (service: typeof cheap, block: number) =>
  database.transaction(() =>
    replaceTerms(service.id, 'observed', declaredTerms(service, knownAssets), {
      since: timeOf(block),
      at: timeOf(block),
    }),
  );

describe('a service that changes its wallet', () => {
  const moved = { ...cheap, x402Config: { ...cheap.x402Config, paymentAddress: walletOf(2) } };

  it('is not paid at the former one any more, also where no check reads what it asks now', async () => {
    await saw(cheap, 0);
    ledger.mine([{}]);
    await counter.pass();
    catalog.time.advance(2 * 60_000);
    await publish(moved);
    ledger.mine();
    ledger.mine([{}]);
    await counter.pass();

    expect(shownOf(cheap)).toMatchObject({ txCount: 1 });
  });
});

describe('a service at the wallet of one that left', () => {
  const heir = { ...pricedAt('heir', '0.001'), createdAt: timeOf(3).toISOString() };
  const inherit = async (): Promise<void> => {
    ledger.mine([{}]);
    await counter.pass();
    ledger.mine();
    ledger.mine();
    ledger.mine([{ payer: walletOf(101) }]);
  };

  it('is paid alone from then on, and has its buyers', async () => {
    await saw(cheap, 0);
    catalog.time.advance(3 * 60_000);
    await catalog.store.publish(
      { put: [heir], removed: [cheap.id], buried: [] },
      catalog.store.snapshot.version,
    );
    await saw(heir, 3);
    await inherit();
    await counter.pass();

    expect(shownOf(heir)).toMatchObject({ attribution: 'service', txCount: 1, buyers: { unknown: 1 } });
  });

  it('is paid alone although the other one left while no server ran', async () => {
    await saw(cheap, 0);
    await prepare([heir], 3, database);
    await saw(heir, 3);
    await inherit();
    await counter.pass();

    expect(shownOf(heir)).toMatchObject({ attribution: 'service', txCount: 1, buyers: { unknown: 1 } });
  });
});

describe('a chain', () => {
  it('that is another one from the beginning is counted from its beginning', async () => {
    for (let block = 0; block < 500; block += 1) ledger.mine(block === 400 ? [{}, {}] : []);
    catalog.time.advance(500 * 60_000);
    await settle();
    expect(shownOf(cheap)).toMatchObject({ txCount: 2 });

    ledger = new ModelLedger();
    counter = aCounter();
    ledger.mine([{}]);
    await settle();
    expect(shownOf(cheap)).toMatchObject({ txCount: 1 });
  });
});

describe('another chain in its place', () => {
  it('is counted, though its head has the number that the last pass saw', async () => {
    for (let block = 0; block < 300; block += 1) ledger.mine();
    catalog.time.advance(300 * 60_000);
    await settle();
    ledger.reorganise(200, 20);
    await settle();

    expect(shownOf(cheap)).toMatchObject({ txCount: 1 });
  });

  it('is counted, though its head is lower and rises again between two passes', async () => {
    for (let block = 0; block < 300; block += 1) ledger.mine();
    catalog.time.advance(300 * 60_000);
    await settle();
    ledger.shorten(100);
    for (let pass = 0; pass < 12; pass += 1) {
      for (let block = 0; block < 30; block += 1) ledger.mine();
      await counter.pass();
    }

    expect(shownOf(cheap)).toMatchObject({ txCount: 1 });
  });

  it('is counted from its beginning without a restart, though it is shorter', async () => {
    for (let block = 0; block < 500; block += 1) ledger.mine(block === 400 ? [{}, {}] : []);
    catalog.time.advance(31 * day);
    for (let block = 500; block < 31 * 24 * 60; block += 1) ledger.mine();
    ledger.portionSize = 10_000;
    await settle();

    ledger.beginAnew();
    ledger.mine([{}]);
    await settle();
    expect(shownOf(cheap)).toMatchObject({ txCount: 1 });
  });
});

describe('a provider that fails', () => {
  it('stops the counting, which says so and goes on where it was', async () => {
    ledger.mine([{}]);
    ledger.fails = () => true;
    await counter.pass();
    await counter.pass();
    expect(counter.failure).toBe('the provider answered 503');
    expect(catalog.log.lines.filter(({ level }) => level === 'warn')).toHaveLength(1);

    ledger.fails = () => false;
    await counter.pass();
    expect(counter.failure).toBeUndefined();
    expect(shownOf(cheap)).toMatchObject({ txCount: 1 });
  });

  it('whose nodes lack the newest blocks for a moment does not make payments be missed', async () => {
    await counter.pass();
    ledger.mine([{}]);
    ledger.hiddenFrom = 1;
    await counter.pass();
    ledger.hiddenFrom = Infinity;
    await settle();

    expect(shownOf(cheap)).toMatchObject({ txCount: 1 });
  });

  it('that has no new blocks for hours is reported, and what it has is counted', async () => {
    ledger.mine([{}]);
    catalog.time.advance(2 * hour);
    await counter.pass();

    expect(counter.failure).toContain('the newest block of the RPC provider is from 2026-01-01T00:01');
    expect(shownOf(cheap)).toMatchObject({ txCount: 1 });
  });

  it('that names a head far ahead is reported, and no payment is missed', async () => {
    ledger.mine([{}]);
    await settle();
    ledger.claimedHead = 1_000_000;
    ledger.portionSize = 1_000_000;
    await counter.pass();
    expect(counter.failure).toBe('the provider has no block 1000000, although it named a later one');

    ledger.claimedHead = 5_000;
    await counter.pass();
    ledger.claimedHead = undefined;
    ledger.mine([{}]);
    await settle();
    expect(shownOf(cheap)).toMatchObject({ txCount: 2 });
  });

  it.each([0, 1, 150])(
    'that names a head far behind, %d, is told of, and no payment is forgotten',
    async (head) => {
      for (let block = 0; block < 300; block += 1) ledger.mine(block % 50 === 0 ? [{}] : []);
      catalog.time.advance(300 * 60_000);
      await settle();
      ledger.claimedHead = head;
      await settle();
      expect(shownOf(cheap)).toMatchObject({ txCount: 6 });

      ledger.claimedHead = undefined;
      await settle();
      expect(counter.failure).toBeUndefined();
      expect(shownOf(cheap)).toMatchObject({ txCount: 6 });
    },
  );

  it('that cannot go back to the beginning of a new wallet does not hold up the others', async () => {
    await counter.pass();
    ledger.mine([{}]);
    const late = pricedAt('late', '0.003', 3);
    await catalog.store.publish({ put: [late], removed: [], buried: [] }, catalog.store.snapshot.version);
    vi.spyOn(ledger, 'blockAt').mockRejectedValue(new LedgerFault('headers are pruned'));
    counter = aCounter();
    await counter.pass();

    expect(shownOf(cheap)).toMatchObject({ txCount: 1 });
    expect(counter.failure).toBe('headers are pruned');
  });
});

describe('the sums of a chain', () => {
  type Event =
    | { pay: number }
    | { mine: number }
    | { reorganise: number; paidIn: number }
    | { pass: number; reorganiseAt: number }
    | { restart: true };
  const event: fc.Arbitrary<Event> = fc.oneof(
    fc.record({ pay: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ mine: fc.integer({ min: 1, max: 90 }) }),
    fc.record({ reorganise: fc.integer({ min: 1, max: 200 }), paidIn: fc.integer({ min: 0, max: 200 }) }),
    fc.record({ pass: fc.integer({ min: 0, max: 6 }), reorganiseAt: fc.integer({ min: 0, max: 8 }) }),
    fc.constant({ restart: true as const }),
  );

  /** A pass fails at the call `pass`, and the chain is reorganised before the call `reorganiseAt`; not at all when that is 0. */
  async function happen(what: Event): Promise<void> {
    if ('pay' in what) ledger.mine(Array.from({ length: what.pay }, () => ({ units: 1_000n })));
    if ('mine' in what) for (let i = 0; i < what.mine; i += 1) ledger.mine();
    if ('reorganise' in what) ledger.reorganise(what.reorganise, what.paidIn);
    if ('restart' in what) counter = aCounter();
    if (!('pass' in what)) return;

    const start = ledger.calls;
    ledger.fails = (call) => what.pass > 0 && call === start + what.pass;
    ledger.before = (call) => {
      if (what.reorganiseAt > 0 && call === start + what.reorganiseAt) ledger.reorganise(100, 50);
    };
    await counter.pass();
    ledger.fails = () => false;
    ledger.before = () => undefined;
  }

  it('are exact, whatever is reorganised, fails or starts again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
        await prepare();
        for (const each of events) await happen(each);
        ledger.mine();
        await settle();

        const paid = ledger.blocks.flatMap(({ settlements }) => settlements);
        const sums = await payments.sums([cheap.id]);
        const counted = sums.get(cheap.id)?.reduce((sum, each) => sum + each.payments, 0);
        expect(counted).toBe(paid.length);
        expect(new Set((await payments.recent(cheap.id, 10_000)).map(({ tx }) => tx))).toEqual(
          new Set(paid.map(({ tx }) => tx)),
        );
      }),
      { numRuns: caseCount(20) },
    );
  });
});
