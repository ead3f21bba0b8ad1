import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import { noFacts } from '../../../src/domain/facts.ts';
import { readServiceFile } from '../../../src/domain/read-service-file.ts';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { unchecked } from '../../../src/domain/standing.ts';
import { profileOfEntry } from '../../../src/live/logged-change.ts';
import { observedOf } from '../../../src/live/observations.ts';
import { copyIndex } from '../../../src/site/copy-index.ts';
import { servicePage } from '../../../src/site/service-page.ts';
import { serviceMarkdown } from '../../../src/site/service-markdown.ts';
import { examine } from '../../../src/verification/examine.ts';
import { advance } from '../../../src/verification/life-cycle.ts';
import { a402, aDocument, anEntry as anAccept, aResult, wallet } from '../../fixtures/answers.ts';
import { anApi, register, request, siteUrl } from '../../fixtures/api.ts';
import { as, change } from '../../fixtures/owners.ts';
import { registration } from '../../fixtures/registrations.ts';
import { aService } from '../../fixtures/services.ts';
import { catalogOf } from '../../fixtures/site-catalog.ts';

const range = { from: '0.001', to: '0.126' };
const onBase = { paymentAddress: wallet, network: 'base' };

const varying = (price: DeclaredService['price']): DeclaredService =>
  aService({ pricing: { currency: 'USDC', pricePerRequest: '0.001' }, price, x402Config: onBase });

/** A service after checks that read these amounts, in millionths of a dollar, one after the other. */
function after(declared: DeclaredService, ...amounts: readonly number[]): Entry {
  const standing = amounts.reduce((before, amount, hour) => {
    const seen = examine(aResult(a402(aDocument(anAccept({ amount: String(amount) })))), declared);
    return advance(before, { ...seen, at: new Date(Date.UTC(2026, 1, 1, hour)) });
  }, unchecked);

  return { declared, observed: observedOf({ ...noFacts, standing }, declared) };
}

async function found(entry: Entry, maxPrice: string): Promise<number> {
  const answer = await request(anApi({ entries: [entry] }), `/api/services?maxPricePerRequest=${maxPrice}`);
  return ((await answer.json()) as unknown[]).length;
}

describe('a service whose price varies as declared', () => {
  const amounts = [1_000, 126_000, 40_000];
  const entry = after(varying(range), ...amounts);

  it('is verified at every price in the range, and at no other', () => {
    for (const [place] of amounts.entries()) {
      expect(after(varying(range), ...amounts.slice(0, place + 1)).observed.facts.standing).toMatchObject({
        status: 'verified',
        verdict: 'verified',
      });
    }
    expect(after(varying(range), 126_001).observed.facts.standing.verdict).toBe('price_mismatch');
    expect(after(varying('varies'), 9_000_000).observed.facts.standing.verdict).toBe('verified');
  });

  it('is found up to its highest price', async () => {
    expect(await found(entry, '0.01')).toBe(0);
    expect(await found(entry, '0.126')).toBe(1);
    expect(await found(after(varying(range), 200_000), '0.126')).toBe(0);
  });

  it('is found up to the live price where it names no highest one', async () => {
    expect(await found(after(varying('varies')), '0.001')).toBe(1);
    expect(await found(after(varying('varies'), 40_000), '0.01')).toBe(0);
    expect(await found(after(varying('varies'), 40_000), '0.04')).toBe(1);
  });

  it('says between which prices, wherever it is shown', async () => {
    const catalog = catalogOf([entry]);
    const page = await servicePage(entry, catalog);
    const api = anApi({ entries: [entry] });
    const intent = await request(api, '/api/services/search/intent?q=rain+under+$0.5');
    const observed = await request(api, `/api/services/${entry.declared.id}/observed`);

    expect(page.price).toMatchObject({ perRequest: '0.126', note: 'varies from 0.001 to 0.126 USDC' });
    expect(serviceMarkdown(page, siteUrl)).toContain('varies from 0.001 to 0.126 USDC');
    expect((await copyIndex(catalog)).services).toMatchObject({ price: ['0.126'], varies: [range] });
    expect(await intent.text()).toContain('a request costs 0.001 to 0.126 USDC: less than 0.5');
    expect(await observed.json()).toMatchObject({ price: range });
  });

  it('is no news at any of these prices', () => {
    const [first, ...others] = [1_000, 126_000].map((amount) =>
      profileOfEntry(after(varying(range), amount), knownAssets),
    );

    expect(others).toEqual([first]);
  });
});

describe('the declaration of a price that varies', () => {
  it('stands in the file, and comes back from it', () => {
    const service = varying(range);
    const text = printServiceFile(service);
    const read = readServiceFile(
      serviceFilePath(service.id),
      text,
      { allowInsecure: false },
      { hasCategory: () => true },
    );

    expect(text).toContain('"price": {\n    "from": "0.001",\n    "to": "0.126"\n  },');
    expect(read).toEqual({ value: service });
  });

  it('is registered, changed and removed, and has no part in a Service', async () => {
    const api = as(anApi(), 'acme');
    const created = await register(api, { ...registration, price: range });
    const service = (await created.json()) as { id: string };
    const declared = async (): Promise<unknown> =>
      (await request(api, `/api/services/${service.id}/declaration`)).json();

    expect(created.status).toBe(201);
    expect(service).not.toHaveProperty('price');
    expect(await declared()).toMatchObject({ price: range });

    await change(api, service.id, { price: 'varies' });
    expect(await declared()).toMatchObject({ price: 'varies' });
    await change(api, service.id, { price: null });
    expect(await declared()).not.toHaveProperty('price');
  });

  it('is refused where the price of a request is outside of it', async () => {
    const price = { from: '0.01', to: '0.126' };
    const answer = await register(anApi(), { ...registration, price });

    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      errors: [{ pointer: '/pricing/pricePerRequest', code: 'price_outside_range' }],
    });
  });
});
