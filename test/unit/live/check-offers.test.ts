import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Offer, OfferStanding } from '../../../src/domain/offer.ts';
import { CannotAsk, type Deferred, type ProbeResult, type ProbeTarget } from '../../../src/domain/probe.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { printOffer } from '../../../src/domain/service-file.ts';
import { checkOffers } from '../../../src/live/check-offers.ts';
import { examine } from '../../../src/verification/examine.ts';
import { advanceOffers, type OfferExaminations } from '../../../src/verification/offers.ts';
import { aService } from '../../fixtures/services.ts';
import { caseCount } from '../../support/cases.ts';
import { a402, aDocument, anAnswer, anEntry, aResult, otherWallet, wallet } from '../../fixtures/answers.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const usdcOnPolygon = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359';

const pricing = { currency: 'USDC', pricePerRequest: '0.01' };
const base = anEntry();
const onPolygon = anEntry({ network: 'eip155:137', asset: usdcOnPolygon });

function anOffer(changes: Partial<Offer> = {}): Offer {
  return { method: 'GET', network: 'base', pricing, ...changes };
}

function offering(offers: readonly Offer[], changes: Partial<DeclaredService> = {}): DeclaredService {
  return aService({
    endpoint: 'https://api.example.com/v1',
    pricing,
    x402Config: { paymentAddress: wallet, network: 'base' },
    offers: [...offers],
    ...changes,
  });
}

type Answer = (target: ProbeTarget) => ProbeResult | Deferred | Error;

/** Checks the offers of a service after its main answer; gives the requests sent, and what was found. */
async function checked(
  service: DeclaredService,
  main: ProbeResult,
  {
    answer = () => aResult(a402(aDocument(base))),
    known = new Map(),
    intervalMs = 15 * minute,
  }: {
    answer?: Answer;
    known?: ReadonlyMap<string, OfferStanding>;
    intervalMs?: number;
  } = {},
) {
  const asked: ProbeTarget[] = [];
  const probe = (target: ProbeTarget): Promise<ProbeResult | Deferred> => {
    asked.push(target);
    const given = answer(target);
    return given instanceof Error ? Promise.reject(given) : Promise.resolve(given);
  };
  const seen = examine(main, undefined);
  const found = await checkOffers(
    service,
    { method: main.method, seen },
    { prober: { probe }, known, intervalMs },
  );

  return { asked, found };
}

function verdictsOf(offers: readonly Offer[], found: OfferExaminations): unknown[] {
  return offers.map((offer) => found.get(printOffer(offer))?.verdict);
}

describe('offers on the main route', () => {
  it('are judged by the main answer, each by its own terms, without another request', async () => {
    const offers = [
      anOffer({ network: 'polygon' }),
      anOffer({ network: 'polygon', pricing: { ...pricing, pricePerRequest: '0.02' } }),
      anOffer({ paymentAddress: otherWallet }),
      anOffer({ network: 'arbitrum' }),
      anOffer({ pricing: { currency: 'EURC', pricePerRequest: '0.01' } }),
    ];
    const { asked, found } = await checked(offering(offers), aResult(a402(aDocument(base, onPolygon))));

    expect(asked).toEqual([]);
    expect(verdictsOf(offers, found)).toEqual([
      'verified',
      'price_mismatch',
      'payto_mismatch',
      'network_mismatch',
      'asset_mismatch',
    ]);
  });

  it('are those of the method that was answered', async () => {
    const offers = [anOffer({ method: 'POST', network: 'polygon' }), anOffer({ network: 'polygon' })];
    const post = { ...aResult(a402(aDocument(onPolygon))), method: 'POST' as const };
    const { asked, found } = await checked(offering(offers), post);

    expect(asked).toEqual([{ endpoint: 'https://api.example.com/v1', method: 'GET' }]);
    expect(verdictsOf(offers, found)).toEqual(['verified', 'network_mismatch']);
  });

  it.each([
    [aResult(anAnswer(404)), 'not_402'],
    [aResult({ failure: 'timed_out', detail: 'why' }), 'unreachable'],
    [aResult(anAnswer(429)), 'blocked'],
    [aResult(anAnswer(402)), 'malformed'],
  ])('share the verdict of an answer without terms', async (main, verdict) => {
    const { found } = await checked(offering([anOffer()]), main);

    expect(verdictsOf([anOffer()], found)).toEqual([verdict]);
  });
});

describe('offers on other routes', () => {
  const main = aResult(a402(aDocument(base)));

  it('are asked for by their own method and path, whose variable parts are filled', async () => {
    const offers = [
      anOffer({ path: '/cities/{city}/rain/{hour}' }),
      anOffer({ method: 'DELETE', path: '/' }),
      anOffer({ method: 'PUT' }),
    ];
    const { asked } = await checked(offering(offers), main);

    expect(asked).toEqual([
      { endpoint: 'https://api.example.com/v1/cities/example/rain/example', method: 'GET' },
      { endpoint: 'https://api.example.com/v1/', method: 'DELETE' },
      { endpoint: 'https://api.example.com/v1', method: 'PUT' },
    ]);
  });

  it('share one request where they share a route', async () => {
    const offers = [anOffer({ path: '/a/{x}' }), anOffer({ path: '/a/{y}', network: 'polygon' })];
    const { asked, found } = await checked(offering(offers), main, {
      answer: () => aResult(a402(aDocument(base, onPolygon))),
    });

    expect(asked).toHaveLength(1);
    expect(verdictsOf(offers, found)).toEqual(['verified', 'verified']);
  });

  it('are sent the declared query and body only at the endpoint, by the method that these are for', async () => {
    const request = { method: 'POST', query: { q: '1' }, body: { a: 1 } } as const;
    const offers = [anOffer(), anOffer({ method: 'POST', path: '/x' }), anOffer({ method: 'PUT' })];
    const { asked } = await checked(offering(offers, { request }), { ...main, method: 'POST' });

    expect(asked.map(({ method, query, body }) => [method, query, body])).toEqual([
      ['GET', undefined, undefined],
      ['POST', undefined, undefined],
      ['PUT', undefined, undefined],
    ]);
    const anyMethod = await checked(
      offering([anOffer({ method: 'POST' })], { request: { query: { q: '1' } } }),
      main,
    );
    expect(anyMethod.asked).toEqual([
      { endpoint: 'https://api.example.com/v1', method: 'POST', query: { q: '1' } },
    ]);
  });

  it('are left alone where the service keeps checks away', async () => {
    const { asked } = await checked(offering([anOffer({ path: '/x' })]), aResult(anAnswer(403)));

    expect(asked).toEqual([]);
  });

  it('that asked for a pause are passed over, and take no other’s turn', async () => {
    const offers = Array.from({ length: 6 }, (_, i) => anOffer({ path: `/${String(i)}` }));
    const answer: Answer = ({ endpoint }) => (/[01]$/.test(endpoint) ? { deferredUntil: new Date(0) } : main);
    const { found } = await checked(offering(offers), main, { answer });

    expect(verdictsOf(offers, found)).toEqual([undefined, undefined, ...Array<string>(4).fill('verified')]);
  });

  it('are not judged when this machine is at fault', async () => {
    const offers = [anOffer({ path: '/a' }), anOffer({ path: '/b' })];
    const answer: Answer = () => new CannotAsk('api.example.com', 'no way');
    const { asked, found } = await checked(offering(offers), main, { answer });

    expect([asked.length, found.size]).toEqual([1, 0]);
    await expect(checked(offering(offers), main, { answer: () => new Error('a bug') })).rejects.toThrow(
      'a bug',
    );
  });
});

describe('many offers', () => {
  const main = aResult(a402(aDocument(base)));

  it('take turns, a few in each check, and each has its turn every day', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(15 * minute, 6 * 60 * minute, day),
        async (count, intervalMs) => {
          const service = offering(
            Array.from({ length: count }, (_, i) => anOffer({ path: `/${String(i)}` })),
          );
          let known: ReadonlyMap<string, OfferStanding> = new Map();
          const start = Date.parse('2026-02-01T00:00:00.000Z');

          for (let at = start; at < start + day; at += intervalMs) {
            const { asked, found } = await checked(service, main, { known, intervalMs });
            expect(asked.length).toBeLessThanOrEqual(intervalMs > 60 * minute ? 30 : 4);
            known = advanceOffers(service, known, found, new Date(at));
          }

          expect(known.size).toBe(count);
          const last = Math.max(...[...known.values()].map(({ checkedAt }) => checkedAt.getTime()));
          for (const { checkedAt } of known.values()) expect(last - checkedAt.getTime()).toBeLessThan(day);
        },
      ),
      { numRuns: caseCount(12) },
    );
  });
});
