import { describe, expect, it } from 'vitest';
import { noFacts } from '../../../src/domain/facts.ts';
import type { Offer, OfferStanding } from '../../../src/domain/offer.ts';
import { printOffer } from '../../../src/domain/service-file.ts';
import { offerRows } from '../../../src/site/offer-rows.ts';
import { examine } from '../../../src/verification/examine.ts';
import { offerTerms } from '../../../src/domain/service.ts';
import { advanceOffers } from '../../../src/verification/offers.ts';
import { observedView } from '../../../src/views/observed-terms.ts';
import { anEntry } from '../../fixtures/services.ts';
import * as live from '../../fixtures/answers.ts';

const checkedAt = new Date('2026-02-01T12:00:00.000Z');
const pricing = { currency: 'USDC', pricePerRequest: '0.01' };
const x402Config = { paymentAddress: live.wallet, network: 'base' };
const offer: Offer = { method: 'GET', path: '/cities/{city}', network: 'base', pricing };

/** The row of the offer after these answers, one after the other. */
function rowAfter(...answers: Parameters<typeof live.aResult>[0][]) {
  const entry = anEntry({ pricing, x402Config, offers: [offer] });
  let offers: ReadonlyMap<string, OfferStanding> = new Map();
  for (const answer of answers) {
    const found = examine(live.aResult(answer), offerTerms(entry.declared, offer));
    offers = advanceOffers(entry.declared, offers, new Map([[printOffer(offer), found]]), checkedAt);
  }

  const [row] = offerRows(entry, observedView(entry.declared, { ...noFacts, offers }, undefined, undefined));
  return row;
}

const asking = (changes: Record<string, unknown> = {}): ReturnType<typeof live.a402> =>
  live.a402(live.aDocument(live.anEntry(changes)));

const asDeclared = {
  method: 'GET',
  path: '/cities/{city}',
  network: { title: 'Base', listed: null },
  amount: { price: '0.01', currency: 'USDC', listed: null, note: null },
  differs: false,
};

describe('the row of an offer', () => {
  it('shows what is declared before the first check', () => {
    expect(rowAfter()).toEqual({ ...asDeclared, outcome: 'not checked', detail: null, checkedAt: null });
  });

  it('says that it was seen as declared', () => {
    expect(rowAfter(asking())).toEqual({
      ...asDeclared,
      outcome: 'as declared',
      detail: null,
      checkedAt: { timestamp: checkedAt.toISOString(), text: '2026-02-01 12:00' },
    });
  });

  it('shows the observed terms where they differ, beside the declared ones', () => {
    expect(rowAfter(asking({ amount: '500000' }))).toMatchObject({
      amount: { price: '0.5', currency: 'USDC', listed: '0.01' },
      differs: true,
      outcome: 'price differs',
    });
    expect(
      rowAfter(asking({ network: 'eip155:137', asset: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' })),
    ).toMatchObject({
      network: { title: 'Polygon', listed: 'Base' },
      differs: true,
      outcome: 'network differs',
    });
    expect(rowAfter(asking({ payTo: live.otherWallet }))).toMatchObject({
      differs: true,
      outcome: 'wallet differs',
      detail: expect.stringContaining(live.otherWallet) as string,
    });
  });

  it('says why there are no terms', () => {
    expect(rowAfter(live.anAnswer(404))).toMatchObject({
      ...asDeclared,
      outcome: 'not seen',
      detail: 'It answers 404 without asking for payment.',
    });
  });

  it('shows the terms that were last read while none can be read', () => {
    expect(rowAfter(asking({ amount: '500000' }), live.anAnswer(404))).toMatchObject({
      amount: { price: '0.5', currency: 'USDC', listed: '0.01' },
      differs: true,
      outcome: 'price differs',
      detail: 'It answers 404 without asking for payment.',
    });
  });
});
