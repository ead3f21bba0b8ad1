import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Market, openMarket } from '../../../economy/market.ts';
import { aCluster, type ClusterServer, holderOf } from '../../support/cluster.ts';
import { installPackages } from '../../support/own-packages.ts';
import { registrationOf } from '../../support/registration.ts';
import { describePostgres } from '../../support/state-database.ts';

const isInstalled = await installPackages(new URL('../../../economy/', import.meta.url).pathname);
const Payments = z.object({ txCount: z.int(), totalRevenue: z.number() });

let market: Market;

describe.skipIf(!isInstalled)('payments on a local chain', () => {
  beforeAll(async () => {
    market = await openMarket();
  });
  afterAll(() => market.close());

  describePostgres('are counted by servers that share a database', () => {
    it('once each, also when the one that counts them is killed', async () => {
      const settings = {
        RPC_URL_BASE_SEPOLIA: market.chain.rpcUrl,
        PAYMENT_INTERVAL: '1s',
        PAYMENT_CONFIRMATIONS: '2',
      };
      const cluster = await aCluster(settings, {}, {});
      const all = [...cluster.servers];
      const counting = await holderOf('payments eip155:84532', all);
      const [other = counting] = all.filter((server) => server !== counting);
      const seller = await market.openSeller({ price: '0.001' });
      const { id } = await counting.registered('paid', registrationOf(seller));
      const buyer = await market.openBuyer();

      await buyer.buy(seller, 5);
      await market.chain.mine(3);
      for (const server of all) await expectPayments(server, id, { txCount: 5, totalRevenue: 0.005 });

      const bought = buyer.buy(seller, 10);
      await counting.process.stop('SIGKILL');
      await bought;
      await market.chain.mine(3);
      await expectPayments(other, id, { txCount: 15, totalRevenue: 0.015 });
      await expectPayments(await cluster.add(), id, { txCount: 15, totalRevenue: 0.015 });
    });
  });
});

async function expectPayments(
  server: ClusterServer,
  id: string,
  wanted: z.infer<typeof Payments>,
): Promise<void> {
  const paid = async () => Payments.parse(await (await server.get(`/api/services/${id}/payments`)).json());

  await expect.poll(paid).toEqual(wanted);
}
