import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { HttpProbe } from '../../../src/adapters/probe/http-probe.ts';
import { PoliteProbe } from '../../../src/adapters/probe/polite-probe.ts';
import { SqlChecks } from '../../../src/adapters/state/checks.ts';
import { knownAssets } from '../../../src/domain/asset.ts';
import type { Offer } from '../../../src/domain/offer.ts';
import { type DeclaredService, supportedChains } from '../../../src/domain/service.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { CatalogStore } from '../../../src/live/catalog-store.ts';
import { Monitor } from '../../../src/live/monitor.ts';
import { observedServices } from '../../../src/live/observations.ts';
import { noPaymentHistory } from '../../../src/live/payment-history.ts';
import { ServiceHistory } from '../../../src/live/service-history.ts';
import type { Verdict } from '../../../src/domain/verdict.ts';
import { type ObservedView, ObservedView as ObservedSchema } from '../../../src/views/observed-terms.ts';
import { TestClock } from '../../fixtures/clock.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';
import { aService, aSnapshot } from '../../fixtures/services.ts';
import { httpSeller, type Seller } from '../../support/seller.ts';
import { aStateDatabase } from '../../support/state-database.ts';
import { aDocument, anEntry, base64, otherWallet, wallet } from '../../fixtures/answers.ts';

const commit = { commit: 'beef'.repeat(10), changedAt: '2026-02-03T04:05:06.000Z' };
const usdcOnPolygon = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359';
const pricing = { currency: 'USDC', pricePerRequest: '0.01' };
const onBase = anEntry();
const onPolygon = anEntry({ network: 'eip155:137', asset: usdcOnPolygon });

interface Reply {
  readonly status: number;
  readonly accepts?: readonly Record<string, unknown>[];
}

/** What the seller answers to `GET /v1`, with its query and body if any; everything else with 404. */
let replies: Map<string, Reply>;
let asked: string[];
let seller: Seller;
let checks: SqlChecks;
let store: CatalogStore;
let monitor: Monitor;
const time = new TestClock();

async function requestIn(request: IncomingMessage): Promise<string> {
  const body = await text(request);

  return `${request.method ?? ''} ${request.url ?? ''}${body === '' ? '' : ` ${body}`}`;
}

async function open(service: DeclaredService): Promise<void> {
  const [clock, log] = [time.now, new MemoryLog()];
  const resolve = (): Promise<string[]> => Promise.resolve(['127.0.0.1']);
  const probe = new HttpProbe({ userAgent: 'tollbook/0', allowPrivate: true, reach: { resolve } });
  store = new CatalogStore(aSnapshot(await observedServices([service], await checks.facts())), {
    clock,
    log,
  });
  monitor = new Monitor({
    store,
    prober: new PoliteProbe({ probe }),
    checks,
    intervalMs: 0,
    clock,
    random: () => 0.5,
    log,
  });
}

beforeEach(async () => {
  checks = new SqlChecks(await aStateDatabase());
  asked = [];
  replies = new Map([['GET /v1', { status: 402, accepts: [onBase] }]]);
  seller = await httpSeller((request, response) => {
    void requestIn(request).then((line) => {
      if (request.url !== '/robots.txt') asked.push(line);
      const { status, accepts } = replies.get(line) ?? { status: 404 };
      response.writeHead(status, accepts ? { 'PAYMENT-REQUIRED': base64(aDocument(...accepts)) } : {}).end();
    });
  });
});

function offering(offers: readonly Offer[], changes: Partial<DeclaredService> = {}): DeclaredService {
  return aService({
    endpoint: `${seller.url}/v1`,
    pricing,
    x402Config: { paymentAddress: wallet, network: 'base' },
    offers: [...offers],
    ...changes,
  });
}

function anOffer(changes: Partial<Offer> = {}): Offer {
  return { method: 'GET', network: 'base', pricing, ...changes };
}

async function check(): Promise<void> {
  time.advance(60_000);
  const [{ declared }] = [...store.snapshot.entries()] as [Entry];
  await monitor.checkNow([declared.id]);
}

function shown(): Entry {
  const [entry] = [...store.snapshot.entries()] as [Entry];
  return entry;
}

const chains = (): string[] => supportedChains(shown().declared, shown().observed);

const noLooks = { of: () => Promise.resolve(undefined) };

async function observed(): Promise<ObservedView> {
  const payments = noPaymentHistory(knownAssets, time.now);
  const history = new ServiceHistory({ checks, payments, proofLooks: noLooks, clock: time.now });

  return ObservedSchema.parse(await history.observed(shown()));
}

const verdicts = async (): Promise<unknown[]> => (await observed()).offers.map(({ verdict }) => verdict);

describe('a service that declares how to ask it', () => {
  it('is verified by that request, although a bare one does not reach its paywall', async () => {
    replies = new Map([
      ['GET /v1', { status: 400 }],
      ['POST /v1 {}', { status: 400 }],
      ['POST /v1?city=Bergen {"text":"Grüße"}', { status: 402, accepts: [onBase] }],
    ]);
    const request = { method: 'POST', query: { city: 'Bergen' }, body: { text: 'Grüße' } } as const;
    await open(offering([], { request }));
    await check();

    expect(asked).toEqual(['POST /v1?city=Bergen {"text":"Grüße"}']);
    expect(shown().observed.status).toBe('verified');
    expect(await observed()).toMatchObject({ method: 'POST', offers: [] });
  });
});

describe('the offers of a service', () => {
  const polygon = anOffer({ network: 'polygon' });
  const route = anOffer({ method: 'POST', path: '/cities/{city}', network: 'polygon' });
  const routeReply = 'POST /v1/cities/example {}';

  it('are shown as declared before they are checked', async () => {
    await open(offering([route]));

    expect((await observed()).offers).toEqual([
      {
        method: 'POST',
        path: '/cities/{city}',
        network: 'polygon',
        verdict: null,
        detail: null,
        checkedAt: null,
        fields: [
          { field: 'price', declared: '0.01', observed: null, match: null },
          { field: 'payTo', declared: wallet, observed: null, match: null },
          { field: 'network', declared: 'eip155:137', observed: null, match: null },
          { field: 'asset', declared: 'USDC', observed: null, match: null },
          { field: 'scheme', declared: null, observed: null, match: null },
        ],
      },
    ]);
    expect(chains()).toEqual(['base']);
  });

  it('bring their networks once they are seen', async () => {
    replies.set(routeReply, { status: 402, accepts: [onPolygon] });
    await open(offering([route]));
    await check();

    expect(asked).toEqual(['GET /v1', routeReply]);
    expect((await observed()).offers).toMatchObject([
      {
        verdict: 'verified',
        checkedAt: time.now().toISOString(),
        fields: [{ field: 'price', declared: '0.01', observed: '0.01', match: true }, {}, {}, {}, {}],
      },
    ]);
    expect(chains()).toEqual(['base', 'polygon']);
    const { entries } = await store.search.list({ chains: ['polygon'], limit: 10, offset: 0 });
    expect(entries).toHaveLength(1);
  });

  it('change neither status nor trust when they are not as declared', async () => {
    replies.set(routeReply, { status: 402, accepts: [{ ...onPolygon, payTo: otherWallet, amount: '99' }] });
    const shownWith = async (offers: readonly Offer[]): Promise<object> => {
      checks = new SqlChecks(await aStateDatabase());
      await open(offering(offers));
      await check();
      const { status, trustScore, uptimeScore, chains } = shown().observed;
      return { status, trustScore, uptimeScore, chains };
    };

    const without = await shownWith([]);
    expect(await shownWith([route, anOffer({ path: '/gone' }), polygon])).toEqual(without);
    expect(await verdicts()).toEqual(['payto_mismatch', 'not_402', 'network_mismatch']);
    expect((await observed()).offers[0]?.fields).toMatchObject([
      { observed: '0.000099', match: false },
      { observed: otherWallet, match: false },
      { match: true },
      {},
      {},
    ]);
  });

  it('keep what was seen while nobody answers, and lose it when they differ', async () => {
    replies.set(routeReply, { status: 402, accepts: [onPolygon] });
    await open(offering([route]));
    await check();
    replies.set(routeReply, { status: 500 });
    await check();
    expect(await verdicts()).toEqual(['not_402']);
    expect((await observed()).offers[0]?.fields[0]).toMatchObject({ observed: '0.01', match: true });
    expect(chains()).toEqual(['base', 'polygon']);

    replies.set(routeReply, { status: 429 });
    await check();
    expect(await verdicts()).toEqual(['not_402']);

    replies.set(routeReply, { status: 402, accepts: [{ ...onPolygon, amount: '20000' }] });
    await check();
    expect(await verdicts()).toEqual(['price_mismatch']);
    expect(chains()).toEqual(['base']);
  });

  it('are the same after a restart', async () => {
    replies.set(routeReply, { status: 402, accepts: [onPolygon] });
    await open(offering([route, anOffer({ path: '/gone' })]));
    await check();
    const before = [shown().observed, await observed()];

    await open(shown().declared);
    expect([shown().observed, await observed()]).toEqual(before);
  });

  it('start again when they change, at once, and stay when others do', async () => {
    replies.set('GET /v1', { status: 402, accepts: [onBase, onPolygon] });
    const dearer = { ...route, pricing: { ...pricing, pricePerRequest: '0.02' } };
    await open(offering([polygon, route]));
    await check();
    expect(await verdicts()).toEqual(['verified', 'not_402']);

    await store.publish(
      { put: [{ ...shown().declared, offers: [dearer, polygon] }], removed: [], buried: [] },
      commit,
    );
    expect(await verdicts()).toEqual([null, 'verified']);
    await store.publish(
      { put: [{ ...shown().declared, offers: [dearer] }], removed: [], buried: [] },
      commit,
    );
    expect(await verdicts()).toEqual([null]);
    expect(chains()).toEqual(['base', 'polygon']);
    await open({ ...shown().declared, offers: [dearer, polygon] });
    expect(await verdicts()).toEqual([null, 'verified']);
  });

  it('take their networks with them when they are not offered any more', async () => {
    replies.set(routeReply, { status: 402, accepts: [onPolygon] });
    await open(offering([route]));
    await check();
    const { offers: _, ...without } = shown().declared;

    await store.publish({ put: [without], removed: [], buried: [] }, commit);
    expect(chains()).toEqual(['base']);
    await open(without);
    expect(chains()).toEqual(['base']);
  });

  it('start again when the service changes its wallet, endpoint or network', async () => {
    replies.set(routeReply, { status: 402, accepts: [onPolygon] });
    await open(offering([route]));
    await check();
    const x402Config = { paymentAddress: otherWallet, network: 'base' };

    await store.publish({ put: [{ ...shown().declared, x402Config }], removed: [], buried: [] }, commit);
    expect(await verdicts()).toEqual([null]);
    expect(chains()).toEqual(['base']);
    await open(shown().declared);
    expect(await verdicts()).toEqual([null]);
  });

  it('may pay wallets of their own', async () => {
    replies.set('GET /v1', { status: 402, accepts: [onBase, { ...onPolygon, payTo: otherWallet }] });
    await open(offering([{ ...polygon, paymentAddress: otherWallet }, polygon]));
    await check();

    expect(await verdicts()).toEqual(['verified', 'payto_mismatch']);
  });

  it('are announced when the verdict on one changes', async () => {
    await open(offering([route]));
    await check();
    let calls = 0;
    store.onChange(() => {
      calls += 1;
    });
    const { declared, observed } = shown();
    const find = (verdict: Verdict): void => {
      const offers = new Map([...observed.facts.offers].map(([key, seen]) => [key, { ...seen, verdict }]));
      store.observe(new Map([[declared.id, { offers }]]));
    };

    find('not_402');
    expect(calls).toBe(0);
    find('unreachable');
    expect(calls).toBe(1);
  });
});

describe('a hostile seller', () => {
  it('cannot have its offers pile up on itself, on its neighbours or elsewhere', async () => {
    const elsewhere = await httpSeller((_request, response) => void response.writeHead(402).end());
    const offers = Array.from({ length: 30 }, (_, i) => anOffer({ path: `/${String(i)}` }));
    let busy = 0;
    let most = 0;
    const slow = await httpSeller((_request, response) => {
      busy += 1;
      most = Math.max(most, busy);
      // A request that does not wait for this answer arrives meanwhile.
      // eslint-disable-next-line no-restricted-syntax
      setTimeout(() => {
        busy -= 1;
        response.writeHead(307, { Location: `${elsewhere.url}/` }).end();
      }, 5);
    });
    await open(offering(offers, { endpoint: `${slow.url}/v1` }));
    await check();

    expect(most).toBe(1);
    expect(slow.connections()).toBeLessThan(12);
    expect(elsewhere.connections()).toBe(0);
    expect((await verdicts()).filter((verdict) => verdict !== null)).toEqual(
      Array<string>(4).fill('unreachable'),
    );
  });

  it('gains no network by answering everything with every network', async () => {
    const everywhere = ['137', '42161', '10', '56'].map((id) => anEntry({ network: `eip155:${id}` }));
    replies = new Map([
      ['GET /v1', { status: 402, accepts: [{ ...onBase, payTo: otherWallet }, ...everywhere] }],
      ['GET /v1/a', { status: 402, accepts: everywhere }],
    ]);
    await open(offering([anOffer({ path: '/a', network: 'polygon' })]));
    await check();

    expect(shown().observed.status).toBe('unverified');
    expect(chains()).toEqual(['base']);
  });
});
