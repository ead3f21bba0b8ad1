import { describe, expect, it } from 'vitest';
import type { DescribedRequest } from '../../../src/domain/described-request.ts';
import { noFacts } from '../../../src/domain/facts.ts';
import type { FieldComparison } from '../../../src/domain/payment-terms.ts';
import { LastAnswers } from '../../../src/site/last-answers.ts';
import { type ServicePage, servicePage } from '../../../src/site/service-page.ts';
import { wallet } from '../../fixtures/registrations.ts';
import { anEntry } from '../../fixtures/services.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import {
  aBlockedEntry,
  aCheckedEntry,
  anEntryByMpp,
  anEntryFound,
  at,
  catalogOf,
  historyOf,
  measuredDays,
} from '../../fixtures/site-catalog.ts';
import { anL402, anMpp } from '../../fixtures/rail-challenges.ts';

const catalog = catalogOf([]);

describe('the page of a service', () => {
  it('names network and category in words', async () => {
    const page = await servicePage(anEntry({ category: 'maps-geolocation' }), catalog);

    expect(page.category).toEqual({ id: 'maps-geolocation', name: 'Maps & Geolocation' });
    expect(page.network).toEqual({
      title: 'Base Sepolia',
      caip2: 'eip155:84532',
      isTestnet: true,
      declared: null,
    });
  });

  it('shows a network without a title by its CAIP-2 id', async () => {
    const { x402Config } = anEntry().declared;
    const entry = anEntry({ x402Config: { ...x402Config, network: 'eip155:424242' } }, { chains: ['base'] });

    expect(await servicePage(entry, catalog)).toMatchObject({
      network: { title: 'eip155:424242', caip2: 'eip155:424242', isTestnet: false },
      otherNetworks: [{ title: 'Base', caip2: 'eip155:8453', isTestnet: false }],
    });
  });

  it('keeps the price as written', async () => {
    const entry = anEntry({ pricing: { currency: 'EURC', pricePerRequest: '0.0010', freeQuota: 0 } });

    expect((await servicePage(entry, catalog)).price).toEqual({
      currency: 'EURC',
      perRequest: '0.0010',
      inWords: '0.1 euro cents',
      perThousand: '1',
      forOne: '1,000',
      isFree: false,
      freeQuota: 0,
      listed: null,
      note: null,
    });
  });

  it('shows tags once each, and none where the list of them is empty', async () => {
    const page = (tags: string[]) => servicePage(anEntry({ tags }), catalog);

    expect((await page(['rain', 'snow', 'rain'])).details).toMatchObject([
      { texts: [{ text: 'rain' }, { text: 'snow' }] },
    ]);
    expect((await page([])).details).toEqual([]);
  });

  it('shows no measurements of a service that was never checked', async () => {
    expect((await servicePage(anEntry(), catalog)).seen).toBeNull();
  });

  it('reads the checks of a service once', async () => {
    const known = historyOf(measuredDays);
    let reads = 0;
    const checks: typeof known.checks = (...asked) => {
      reads += 1;
      return known.checks(...asked);
    };
    const page = await servicePage(aCheckedEntry(), catalogOf([], { ...known, checks }));

    expect([reads, page.seen?.averageMs, page.timeline.days.length]).toEqual([1, 100, 1]);
  });

  it('names the answer time that the trust score rates', async () => {
    const { seen } = await servicePage(aCheckedEntry(), catalogOf([], historyOf(measuredDays)));

    expect(seen?.averageMs).toBe(100);
    expect(seen?.trust?.components.map(({ evidence }) => evidence)).toContain(
      'answers took 100 ms on average',
    );
  });

  it('is made once where a catalog remembers its pages', async () => {
    const entry = anEntry();
    const build = { ...catalog, servicePages: new LastAnswers<Entry, Promise<ServicePage>>(2) };

    const other = { ...catalogOf([]), servicePages: new LastAnswers<Entry, Promise<ServicePage>>(2) };

    expect(servicePage(entry, build)).toBe(servicePage(entry, build));
    expect(await servicePage(entry, other)).not.toBe(await servicePage(entry, build));
    expect(servicePage(entry, catalog)).not.toBe(servicePage(entry, catalog));
  });

  it('marks observed terms that differ', async () => {
    const { seen } = await servicePage(aCheckedEntry(), catalogOf([], historyOf([])));

    expect(seen?.compared).toEqual([
      { label: 'Price per request, USDC', declared: '0.001', observed: '0.5', match: false },
      { label: 'Wallet', declared: wallet, observed: wallet, match: true },
      { label: 'Network', declared: 'Base Sepolia', observed: 'Base Sepolia', match: true },
    ]);
  });

  it('shows the live terms where they differ, beside the declared ones', async () => {
    const fields: FieldComparison[] = [
      { field: 'price', declared: '0.001', observed: '0.5', match: false },
      { field: 'payTo', declared: '0x1', observed: '0x2', match: false },
      { field: 'network', declared: 'eip155:84532', observed: 'eip155:137', match: false },
      { field: 'asset', declared: 'USDC', observed: 'USDC', match: true },
    ];
    const page = await servicePage(
      anEntryFound('payto_mismatch'),
      catalogOf([], historyOf(measuredDays, fields)),
    );

    expect(page).toMatchObject({
      price: { perRequest: '0.5', perThousand: '500', listed: '0.001', note: null },
      walletAlert: { live: '0x2', listed: anEntry().declared.x402Config.paymentAddress },
      wallet: { address: '0x2' },
      network: { title: 'Polygon', declared: 'Base Sepolia' },
      otherNetworks: [],
    });
    expect(page.standing).toBe(
      'Its live 402 asks for payment to a different wallet than its owner declares.',
    );
  });

  it('states the live price as a fact, and how much its code pays', async () => {
    const page = await servicePage(anEntryFound('price_mismatch'), catalogOf([], historyOf(measuredDays)));

    expect(page.standing).toBe('Live price is 0.5 USDC; listed 0.001.');
    expect(page.call.limit).toContain('This code pays up to 0.5 USDC, the live price');
    expect(page.walletAlert).toBeNull();
    expect(page.termsReadAt).toBe(at.toISOString());
  });

  it.each([
    ['answers 200', anEntryFound('not_402'), 'It answers 200 without asking for payment.'],
    [
      'is paid by MPP',
      anEntryByMpp(),
      'It asks for payment through a protocol other than x402: MPP (tempo, charge).',
    ],
    ['opted out', anEntry({ probing: false }), 'Its owner opted out of checks.'],
    ['gives no answer', anEntryFound('unreachable'), 'It did not answer its last check.'],
    ['was never checked', anEntry(), 'No check has seen it yet.'],
  ])('states why nothing is known of a service that %s', async (_, entry, fact) => {
    const history = historyOf([], []);
    const observed = async (of: Entry) => ({
      ...(await history.observed(of)),
      detail: 'It answers 200 without asking for payment.',
    });
    const { standing } = await servicePage(entry, catalogOf([], { ...history, observed }));

    expect(standing).toBe(`${fact} Its price, wallet and network are only what its owner declares.`);
  });

  it('names the further ways to pay of a service that is paid by x402', async () => {
    const { declared, observed } = aCheckedEntry();
    const facts = { ...observed.facts, rails: [anMpp, anL402] };
    const page = await servicePage({ declared, observed: { ...observed, facts } }, catalog);

    expect(page.known).toMatchObject({ state: 'verified', rails: 'MPP (tempo, charge), L402' });
    expect((await servicePage(aCheckedEntry(), catalog)).known.rails).toBe('');
  });

  it('never says that only declared terms are known once any were read', async () => {
    const down = await servicePage(anEntryFound('unreachable'), catalogOf([], historyOf(measuredDays)));

    expect(down.standing).toBe('It did not answer its last check.');
    expect(down.price).toMatchObject({ perRequest: '0.5', listed: '0.001' });
  });

  it('links no explorer on a network of which this machine runs a copy', async () => {
    const entry = anEntry();
    const local = { ...catalog, localNetworks: new Set(['eip155:84532']) };

    expect((await servicePage(entry, catalog)).wallet.explorer).toMatch(/^https:/);
    expect((await servicePage(entry, local)).wallet.explorer).toBeUndefined();
  });

  it('has code that pays the declared price, until the live one is known', async () => {
    const price: FieldComparison = { field: 'price', declared: '0.001', observed: '0.5', match: false };
    const unseen = await servicePage(anEntry(), catalog);
    const seen = await servicePage(aCheckedEntry(), catalogOf([], historyOf(measuredDays, [price])));

    expect(unseen.call.reason).toBeNull();
    expect(unseen.call.snippets.map(({ title }) => title)).toEqual(['curl', 'TypeScript', 'Python']);
    expect(unseen.call.snippets[1]?.blocks[1]?.code).toContain('const limit = 1000n; // 0.001 USDC');
    expect(seen.call.snippets[1]?.blocks[1]?.code).toContain('const limit = 500000n; // 0.5 USDC');
  });

  it('has code that sends the declared request, and otherwise by the method that was answered', async () => {
    const request = { method: 'PUT', query: { q: '1' }, body: { text: 'x' } } as const;
    const declared = await servicePage(
      aCheckedEntry({ request }),
      catalogOf([], historyOf(measuredDays, [])),
    );
    const history = historyOf(measuredDays, []);
    const observed = async (): ReturnType<typeof history.observed> => ({
      ...(await history.observed(aCheckedEntry())),
      method: 'POST',
    });
    const seen = await servicePage(aCheckedEntry(), catalogOf([], { ...history, observed }));
    const curl = ({ call: { snippets } }: typeof seen): string => snippets[0]?.blocks[0]?.code ?? '';

    expect(curl(declared)).toMatch(/--request PUT .* --data '\{"text":"x"\}' '.*\?q=1'$/);
    expect(curl(seen)).toContain("--data '{}'");
  });

  it('asks where the live 402 was found, whether that needs a slash at its end or not', async () => {
    const traits = { schemes: ['exact'], extensions: [], hasSlash: true } as const;
    const slashed = await servicePage(anEntry({}, { facts: { ...noFacts, traits } }), catalog);
    const plain = await servicePage(anEntry(), catalog);
    const codeOf = ({ call }: ServicePage) =>
      call.snippets.map(({ blocks }) => blocks.map(({ code }) => code).join('\n'));

    expect(slashed.endpoint).toBe(`${plain.endpoint}/`);
    for (const code of codeOf(slashed)) expect(code).toMatch(/\/rain\/['"]/);
    for (const code of codeOf(plain)) expect(code).toMatch(/\/rain['"]/);
  });

  it('says what its code pays at most, and what is listed where that differs', async () => {
    const price: FieldComparison = { field: 'price', declared: '0.001', observed: '0.75', match: false };
    const token: FieldComparison = { field: 'asset', declared: 'USDC', observed: 'EURC', match: false };
    const limitWith = async (...fields: FieldComparison[]): Promise<string | null> => {
      const entry = aCheckedEntry({ x402Config: { ...anEntry().declared.x402Config, network: 'base' } });
      return (await servicePage(entry, catalogOf([], historyOf(measuredDays, fields)))).call.limit;
    };

    expect((await servicePage(anEntry(), catalog)).call.limit).toBe(
      'This code pays up to 0.001 USDC, the listed price.',
    );
    expect(await limitWith({ ...price, observed: '0.001', match: true })).toBe(
      'This code pays up to 0.001 USDC, the live price.',
    );
    expect(await limitWith(price)).toBe('This code pays up to 0.75 USDC, the live price; 0.001 is listed.');
    expect(await limitWith(price, token)).toBe(
      'This code pays up to 0.75 EURC, the live price; 0.001 USDC is listed.',
    );
  });

  it('has code that sends the request of the live 402, and lists its fields', async () => {
    const history = historyOf(measuredDays, []);
    const request: DescribedRequest = {
      method: 'PUT',
      body: { type: 'json', schema: { properties: { text: { type: 'string' } } }, example: { text: "it's" } },
    };
    const observed = async (): ReturnType<typeof history.observed> => ({
      ...(await history.observed(aCheckedEntry())),
      request,
    });
    const { call } = await servicePage(aCheckedEntry(), catalogOf([], { ...history, observed }));

    expect(call.snippets[0]?.blocks[0]?.code).toContain(String.raw`--data '{"text":"it'\''s"}'`);
    expect(call.request).toMatchObject({
      source: 'As its live 402 response describes it.',
      fields: [{ name: 'text', type: 'string' }],
    });
  });

  it('leads elsewhere where nobody should pay, and calls a free service plainly', async () => {
    const wallet: FieldComparison = { field: 'payTo', declared: '0x1', observed: '0x2', match: false };
    const lone = await servicePage(aCheckedEntry(), catalogOf([], historyOf(measuredDays, [wallet])));
    const free = await servicePage(
      anEntry({ pricing: { currency: 'USDC', pricePerRequest: '0' }, request: { query: { q: '1' } } }),
      catalog,
    );

    expect(lone.call.next).toEqual({
      text: 'See other services in Weather & Environment',
      href: '/categories/weather-environment/',
    });
    expect(free.cost).toBeNull();
    expect(free.call.next).toBeNull();
    expect(free.call.snippets.map(({ blocks }) => blocks.map(({ label }) => label))).toEqual([
      ['Send a plain request'],
    ]);
    expect(free.call.snippets[0]?.blocks[0]?.code).toMatch(/\?q=1'$/);
  });

  it('has no code that pays a wallet other than the declared one', async () => {
    const wallet: FieldComparison = { field: 'payTo', declared: '0x1', observed: '0x2', match: false };
    const { call } = await servicePage(aCheckedEntry(), catalogOf([], historyOf(measuredDays, [wallet])));

    expect(call.snippets).toEqual([]);
    expect(call.reason).toContain('a different wallet than its owner declares');
  });

  it('shows no uptime, rather than 0, if every check was blocked', async () => {
    const days = [{ date: '2026-02-01', checks: 0, ok: 0, p50Ms: null, p95Ms: null }];
    const { seen } = await servicePage(aBlockedEntry(), catalogOf([], historyOf(days)));

    expect(seen?.uptime.percent).toBeNull();
    expect(seen?.trust).toBeNull();
    expect(seen?.averageMs).toBeNull();
  });
});
