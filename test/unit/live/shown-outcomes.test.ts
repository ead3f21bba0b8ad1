import { beforeEach, expect, it } from 'vitest';
import type { CatalogChange } from '../../../src/catalog-files/catalog-change.ts';
import { ShownOutcomes } from '../../../src/live/shown-outcomes.ts';
import { StatedOutcomes } from '../../../src/live/stated-outcomes.ts';
import { walletOf } from '../../fixtures/payments.ts';
import { aLiveCatalog, type LiveCatalog } from '../../support/live-catalog.ts';
import { aStateDatabase } from '../../support/state-database.ts';
import { aStatedMarket, type StatedMarket } from '../../support/stated-market.ts';

let market: StatedMarket;
let catalog: LiveCatalog;
let shown: ShownOutcomes;

beforeEach(async () => {
  market = aStatedMarket(await aStateDatabase());
  catalog = aLiveCatalog([market.service]);
  shown = new ShownOutcomes(catalog.store, new StatedOutcomes(market.outcomes));
  shown.start();
  market.pay(10);
  await market.intake.submit(market.service, await market.signed(10));
});

const shownOf = () => catalog.store.snapshot.find(market.service.id)?.observed.facts.outcomes;

const publish = (change: Partial<CatalogChange>) =>
  catalog.store.publish({ put: [], removed: [], buried: [], ...change }, catalog.store.snapshot.version);

it('shows what was stated of a service, and passes over those that left', async () => {
  await shown.show([market.service.id, 'no-such-service']);

  expect(shownOf()).toMatchObject({ payments: 1, verdict: 'too_few' });
});

it('shows nothing of a former seller once a service moves to another wallet, and all when it moves back', async () => {
  await shown.show([market.service.id]);
  const move = (paymentAddress: string) => {
    const x402Config = { ...market.service.x402Config, paymentAddress };
    return publish({ put: [{ ...market.service, x402Config }] });
  };
  await move(walletOf(9));
  await expect.poll(shownOf).toMatchObject({ payments: 0 });

  await move(market.service.x402Config.paymentAddress);
  await expect.poll(shownOf).toMatchObject({ payments: 1 });
});

it('shows what was stated of a service that moves to another path of the same host', async () => {
  await shown.show([market.service.id]);
  await publish({ put: [{ ...market.service, endpoint: `${market.service.endpoint}/v2` }] });

  expect(shownOf()).toMatchObject({ payments: 1 });
});

it('shows what was stated of a service that comes back after its removal', async () => {
  await shown.show([market.service.id]);
  await publish({ removed: [market.service.id] });
  await publish({ put: [market.service] });

  expect(shownOf()).toMatchObject({ payments: 1 });
});
