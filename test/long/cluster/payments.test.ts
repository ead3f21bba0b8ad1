import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Market, openMarket } from '../../../economy/market.ts';
import { installPackages } from '../../support/own-packages.ts';
import { register, registrationOf } from '../../support/registration.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { describePostgres } from '../../support/state-database.ts';
import { holderOf, Servers } from './duty-servers.ts';

const isInstalled = await installPackages(new URL('../../../economy/', import.meta.url).pathname);
const Id = z.object({ id: z.string() });
const Payments = z.object({ txCount: z.int(), totalRevenue: z.number() });

let market: Market;

describe.skipIf(!isInstalled)('payments on a local chain', () => {
  beforeAll(async () => {
    market = await openMarket();
  });
  afterAll(() => market.close());

  describePostgres('are counted by servers that share a database', () => {
    it('once each, also when the one that counts them is killed', async () => {
      const servers = await Servers.make({
        PROBE_INTERVAL: '0',
        RPC_URL_BASE_SEPOLIA: market.chain.rpcUrl,
        PAYMENT_INTERVAL: '1s',
        PAYMENT_CONFIRMATIONS: '2',
      });
      const all = [await servers.start(), await servers.start()];
      const counting = await holderOf('payments eip155:84532', all);
      const [other = counting] = all.filter((server) => server !== counting);
      const seller = await market.openSeller({ price: '0.001' });
      const registered = await register(counting.url, servers.key, registrationOf(seller));
      const { id } = Id.parse(await registered.json());
      const buyer = await market.openBuyer();

      await buyer.buy(seller, 5);
      await market.chain.mine(3);
      for (const server of all) await expectPayments(server, id, { txCount: 5, totalRevenue: 0.005 });

      const bought = buyer.buy(seller, 10);
      await counting.stop('SIGKILL');
      await bought;
      await market.chain.mine(3);
      await expectPayments(other, id, { txCount: 15, totalRevenue: 0.015 });
      await expectPayments(await servers.start(), id, { txCount: 15, totalRevenue: 0.015 });
    });
  });
});

async function expectPayments(
  { url }: RunningServer,
  id: string,
  wanted: z.infer<typeof Payments>,
): Promise<void> {
  const paid = async () => Payments.parse(await (await fetch(`${url}/api/services/${id}/payments`)).json());

  await expect.poll(paid).toEqual(wanted);
}
