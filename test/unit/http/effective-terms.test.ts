import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CopyCatalog } from '../../../src/browser/copy-catalog.ts';
import { knownAssets } from '../../../src/domain/asset.ts';
import { payeeOn } from '../../../src/domain/payee.ts';
import { noFacts } from '../../../src/domain/facts.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { unchecked } from '../../../src/domain/standing.ts';
import { profileOfEntry } from '../../../src/live/logged-change.ts';
import { emptyHistory, type ServiceHistory } from '../../../src/live/service-history.ts';
import { comparePage } from '../../../src/site/compare-page.ts';
import { hostPage } from '../../../src/site/host-page.ts';
import { listing } from '../../../src/site/catalog-listing.ts';
import { payeePage } from '../../../src/site/payee-page.ts';
import { readSearch } from '../../../src/site/search-request.ts';
import { copyIndex } from '../../../src/site/copy-index.ts';
import { listingFrom } from '../../../src/site/listing.ts';
import { serviceMarkdown } from '../../../src/site/service-markdown.ts';
import { servicePage } from '../../../src/site/service-page.ts';
import { priced, termsIn } from '../../../src/verification/terms.ts';
import { observedView } from '../../../src/views/observed-terms.ts';
import { otherWallet, usdcOnBase, wallet } from '../../fixtures/answers.ts';
import { anApi, request, siteUrl } from '../../fixtures/api.ts';
import { anEntry } from '../../fixtures/services.ts';
import { catalogOf } from '../../fixtures/site-catalog.ts';

/*
 * Every way to read the catalog goes by the terms that the last check read, and says so where the declared ones differ.
 */

const at = new Date('2026-05-05T05:05:05.000Z');
const usdcOnPolygon = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359';

/** A service that declares 0.002 USDC on Base, and whose live 402 asked for something else before it went down. */
function asking(name: string, terms: string): Entry {
  const standing = {
    ...unchecked,
    verdict: 'unreachable' as const,
    checkedAt: at,
    termsKey: terms,
  };

  return anEntry(
    {
      name,
      description: 'Weather forecasts.',
      endpoint: `https://api.example.com/${name.toLowerCase()}`,
      pricing: { currency: 'USDC', pricePerRequest: '0.002' },
      x402Config: { paymentAddress: wallet, network: 'base' },
    },
    { lastChecked: at.toISOString(), facts: { ...noFacts, standing } },
  );
}

const dear = asking('Dear', `exact eip155:8453 ${wallet} ${usdcOnBase} 20000`);
const elsewhere = asking('Elsewhere', `exact eip155:137 ${wallet} ${usdcOnPolygon} 2000`);
const thief = asking('Thief', `exact eip155:8453 ${otherWallet} ${usdcOnBase} 2000`);
const middle = anEntry({
  name: 'Middle',
  description: 'Weather forecasts.',
  endpoint: 'https://middle.example.com',
  pricing: { currency: 'USDC', pricePerRequest: '0.005' },
  x402Config: { paymentAddress: wallet, network: 'base' },
});
const entries = [dear, elsewhere, thief, middle];

/** What is on file beside the facts. */
const history: ServiceHistory = Object.assign(
  emptyHistory(() => at),
  {
    observed: ({ declared, observed }: Entry) => {
      const { termsKey } = observed.facts.standing;
      const terms = termsKey === null ? [] : (termsIn(termsKey) ?? []);
      const live = { at, terms: terms.map((each) => priced(each, knownAssets)), remarks: [] };
      return Promise.resolve(
        observedView(declared, observed.facts, terms.length === 0 ? undefined : live, undefined),
      );
    },
  },
);
const api = anApi({ entries, parts: { history, clock: () => at } });
const pages = catalogOf(entries, history);

const get = async (path: string): Promise<unknown> => (await request(api, path)).json();

async function post(path: string, body: object): Promise<unknown> {
  return (
    await request(api, path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify(body),
    })
  ).json();
}

async function tool(name: string, given: object): Promise<unknown> {
  const answer = await request(api, '/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
  });
  const [, data = ''] = /^data: (.*)$/m.exec(await answer.text()) ?? [];

  return z.object({ result: z.object({ structuredContent: z.unknown() }) }).parse(JSON.parse(data)).result
    .structuredContent;
}

/** The names of our services in any answer, in the order in which it first has them. */
function namesIn(answer: unknown): string[] {
  const text = JSON.stringify(answer);
  const names = entries.map(({ declared }) => declared.name);

  return names
    .map((name) => ({ name, place: text.indexOf(`"${name}"`) }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place)
    .map(({ name }) => name);
}

const cheap = ['Elsewhere', 'Middle', 'Thief'];

const rowsInCopy = async (asked: string): Promise<string[]> => {
  const copy = await CopyCatalog.read(await copyIndex(pages));
  const { rows } = await listingFrom(copy, readSearch(new URLSearchParams(asked)));
  return rows.map(({ name }) => name);
};

describe('a limit of the price goes by the live one', () => {
  it.each<[string, () => unknown]>([
    ['list', () => get('/api/services?maxPricePerRequest=0.01')],
    ['keywords', () => get('/api/services?query=weather&maxPricePerRequest=0.01')],
    ['intent', () => get('/api/services/search/intent?q=weather+under+$0.01')],
    ['Bazaar', () => get('/discovery/search?query=weather&maxUsdPrice=0.01')],
    ['tool by filters', () => tool('search_services', { query: 'weather', maxPricePerRequest: 0.01 })],
    ['tool by sentence', () => tool('find_by_intent', { q: 'weather under $0.01' })],
    [
      'page',
      async () =>
        (await listing(pages, readSearch(new URLSearchParams('maxPricePerRequest=0.01')))).rows.map(
          ({ name }) => name,
        ),
    ],
    ['static copy', () => rowsInCopy('maxPricePerRequest=0.01')],
  ])('%s', async (_face, ask) => {
    expect(namesIn(await ask()).sort()).toEqual(cheap);
  });

  it('facets', async () => {
    expect(await get('/api/facets')).toMatchObject({
      price: expect.arrayContaining([
        { upTo: '0.01', count: 3 },
        { upTo: '0.1', count: 1 },
      ]) as unknown,
    });
  });
});

describe('an order by price goes by the live one', () => {
  const inOrder = ['Elsewhere', 'Thief', 'Middle', 'Dear'];

  it.each<[string, () => unknown]>([
    ['list', () => get('/api/services?sortBy=price')],
    ['tool', () => tool('search_services', { sortBy: 'price' })],
    [
      'page',
      async () =>
        (await listing(pages, readSearch(new URLSearchParams('sortBy=price')))).rows.map(({ name }) => name),
    ],
    ['static copy', () => rowsInCopy('sortBy=price')],
  ])('%s', async (_face, ask) => {
    expect(namesIn(await ask())).toEqual(inOrder);
  });
});

const detailOf = (entry: Entry) => servicePage(entry, pages);
const idOf = ({ declared }: Entry): string => declared.id;

describe('every view of a service shows the live terms, and says that others are declared', () => {
  it.each<[face: string, entry: Entry, show: (entry: Entry) => unknown, ...texts: string[]]>([
    [
      'reasons of the intent search',
      dear,
      () => get('/api/services/search/intent?q=weather+under+$0.03'),
      'a request costs 0.02 USDC (0.002 declared): less than 0.03',
    ],
    [
      'reasons without a limit',
      elsewhere,
      () => get('/api/services/search/intent?q=weather'),
      'a request costs 0.02 USDC (0.002 declared)',
      'asks for payment on polygon (base declared)',
      'another wallet than the declared one',
    ],
    ['observed terms', dear, (entry) => get(`/api/services/${idOf(entry)}/observed`), '"observed":"0.02"'],
    [
      'tool get_service',
      dear,
      (entry) => tool('get_service', { id: idOf(entry) }),
      '"price":"0.02 USDC"',
      '"listed":{"price":"0.002 USDC"',
    ],
    [
      'tool get_service, wallet',
      thief,
      (entry) => tool('get_service', { id: idOf(entry) }),
      `"payTo":"${otherWallet}"`,
      `"payTo":"${wallet}"`,
    ],
    [
      'tool compare_services',
      dear,
      (entry) => tool('compare_services', { ids: [idOf(entry), idOf(elsewhere)] }),
      '"price":"0.02 USDC"',
      'listed 0.002 USDC',
      '"chain":"polygon"',
    ],
    [
      'tool search_services',
      thief,
      () => tool('search_services', { query: 'weather' }),
      'Live price is 0.02 USDC; listed 0.002 USDC.',
      'asks for payment to a different wallet than its owner declares',
    ],
    [
      'Bazaar, price',
      dear,
      () => get('/discovery/resources'),
      '"amount":"20000"',
      '"listed":{"price":"0.002 USDC"',
    ],
    ['Bazaar, wallet', thief, () => get('/discovery/resources'), `"payTo":"${otherWallet}"`],
    ['Bazaar, network', elsewhere, () => get('/discovery/resources'), '"network":"eip155:137"'],
    [
      'Bazaar by token',
      elsewhere,
      () => get(`/discovery/search?query=weather&asset=${usdcOnPolygon}`),
      '"serviceName":"Elsewhere"',
    ],
    [
      'ARD',
      dear,
      () => post('/ard/search', { query: { text: 'weather' } }),
      '"pay:price":"0.02"',
      '"listedPrice":"0.002 USDC"',
      '"pay:network":"eip155:137"',
      '"listedNetwork":"base"',
      `"payTo":"${otherWallet}"`,
    ],
    [
      'news',
      dear,
      (entry) => profileOfEntry(entry, knownAssets),
      '"livePrice":"0.02 USDC"',
      '"price":"0.002 USDC"',
    ],
    ['news, wallet', thief, (entry) => profileOfEntry(entry, knownAssets), `"liveWallet":"${otherWallet}"`],
    [
      'cards',
      dear,
      async () => (await listing(pages, readSearch(new URLSearchParams('')))).rows,
      '{"price":"0.02","currency":"USDC","listed":"0.002"',
      '"network":"Polygon"',
    ],
    ['page', dear, detailOf, '"perRequest":"0.02"', '"listed":"0.002"'],
    ['page, wallet', thief, detailOf, `"walletAlert":{"live":"${otherWallet}","listed":"${wallet}"}`],
    ['page, network', elsewhere, detailOf, '"title":"Polygon"', '"declared":"Base"'],
    [
      'Markdown',
      dear,
      async (entry) => serviceMarkdown(await detailOf(entry), siteUrl),
      '0.02 USDC, listed as',
    ],
    [
      'comparison',
      dear,
      (entry) => comparePage(new URLSearchParams({ ids: `${idOf(entry)},${idOf(middle)}` }), pages),
      '"perRequest":"0.02"',
    ],
    ['page of a host', dear, () => hostPage(pages, 'api.example.com', 1), '0.002 to 0.02 USDC'],
    ['page of a wallet', dear, () => payeePage(pages, payeeOn('base', wallet), 1), '0.002 to 0.02 USDC'],
    ['index of a static copy', dear, () => copyIndex(pages), '["0.02","USDC"]', '"eip155:137"'],
  ])('%s', async (_face, entry, show, ...texts) => {
    const shown = JSON.stringify(await show(entry));

    for (const text of texts) expect(shown.replaceAll('\\"', '"')).toContain(text);
  });
});

it('leaves what is declared in a Service and in exports', async () => {
  const pricing = { currency: 'USDC', pricePerRequest: '0.002' };

  expect(await get(`/api/services/${idOf(dear)}`)).toMatchObject({ pricing });
  expect(await get(`/api/services/${idOf(dear)}/declaration`)).toMatchObject({ pricing });
  expect(JSON.stringify(await get('/api/export'))).not.toContain('"0.02"');
});

it('moves a service in filters, orders and facets with the check that finds another price', async () => {
  const { store } = anApi({ entries: [middle, dear] });
  const dearest = async () =>
    (await store.search.list({ sortBy: 'price', limit: 2, offset: 0 })).entries.map(idOf);
  expect(await dearest()).toEqual([idOf(middle), idOf(dear)]);

  const standing = {
    ...unchecked,
    termsKey: `exact eip155:8453 ${wallet} ${usdcOnBase} 1000`,
  };
  const { lists } = store;
  store.observe(new Map([[idOf(dear), { standing }]]));

  expect(await dearest()).toEqual([idOf(dear), idOf(middle)]);
  expect((await store.search.list({ maxPrice: '0.001', limit: 2, offset: 0 })).total).toBe(1);
  expect((await store.search.facets({})).price[0]).toEqual({ upTo: '0.001', count: 1 });
  expect(store.lists).not.toBe(lists);
});
