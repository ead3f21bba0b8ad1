import { beforeEach, describe, expect, it } from 'vitest';
import { SqlBuyers } from '../../../src/adapters/state/buyers.ts';
import { SqlPayments } from '../../../src/adapters/state/payments.ts';
import { knownAssets } from '../../../src/domain/asset.ts';
import { CountedPayments } from '../../../src/live/counted-payments.ts';
import { ShownPayments } from '../../../src/live/shown-payments.ts';
import { aPayment, network, timeOf, usdc, walletOf } from '../../fixtures/payments.ts';
import { aService } from '../../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog } from '../../support/live-catalog.ts';
import { aStateDatabase } from '../../support/state-database.ts';

const service = aService({
  pricing: { currency: 'USDC', pricePerRequest: '0.001' },
  x402Config: { network: 'base-sepolia', paymentAddress: walletOf(1) },
});
const elsewhere = { ...service, x402Config: { ...service.x402Config, network: 'base' } };

let catalog: LiveCatalog;
let shown: ShownPayments;

beforeEach(async () => {
  catalog = aLiveCatalog();
  const database = await aStateDatabase();
  const payments = new SqlPayments(database);
  const at = (block: number) => ({ block, at: timeOf(block) });
  await payments.record({
    network,
    accounts: [{ asset: usdc, wallet: walletOf(1) }],
    from: at(1),
    to: at(9),
    settlements: [aPayment([service.id])],
  });
  const counted = new CountedPayments({
    ...{ payments, buyers: new SqlBuyers(database) },
    ...{ assets: knownAssets, networks: new Set([network]) },
  });
  shown = new ShownPayments({ store: catalog.store, counted });
  shown.start();
});

const publish = (put: readonly (typeof service)[], removed: readonly string[] = []) =>
  catalog.store.publish({ put, removed, buried: [] }, catalog.store.snapshot.version);
const paymentsShown = () => catalog.store.snapshot.find(service.id)?.observed.facts.payments;

describe('the payments of a service', () => {
  it('are shown as soon as it is listed', async () => {
    await publish([service]);

    expect(paymentsShown()).toMatchObject({ attribution: 'service', txCount: 1, revenue: '0.001' });
  });

  it('are not shown any more when it moves to a network where nobody counts', async () => {
    await publish([service]);
    await publish([elsewhere]);

    expect(paymentsShown()).toMatchObject({ attribution: null, txCount: 0 });
  });

  it('are shown where only the lowest of its prices is finer than the token', async () => {
    const pricing = { currency: 'USDC', pricePerRequest: '0.0000001' };
    await publish([{ ...service, pricing, price: { from: '0.0000001', to: '0.001' } }]);

    expect(paymentsShown()).toMatchObject({ attribution: 'service', txCount: 1 });
  });

  it('are passed over when it has left the catalog', async () => {
    await publish([service]);
    await publish([], [service.id]);
    await shown.show([service.id]);

    expect(paymentsShown()).toBeUndefined();
  });
});
