import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { privateKeyToAccount } from '../../support/evm-account.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Buyer, type Hash, type Market, openMarket, type Seller } from '../../../economy/market.ts';
import { evidenceCommand } from '../../../scripts/evidence.ts';
import { mirrorCommand } from '../../../scripts/mirror.ts';
import { signedText } from '../../../src/outcomes/signed-text.ts';
import { callIn } from '../../support/call-command.ts';
import { installPackages } from '../../support/own-packages.ts';
import { register, registrationOf } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { makeSigningKey } from '../../support/signing-key.ts';

const isInstalled = await installPackages(new URL('../../../economy/', import.meta.url).pathname);
const siteUrl = 'https://catalog.example.com';

const Tally = z.object({
  ...{ source: z.string(), payments: z.int(), recorded: z.int(), waiting: z.int(), exists: z.int() },
  refused: z.record(z.string(), z.int()),
});
const Outcomes = z.object({ statements: z.array(z.looseObject({ source: z.string().optional() })) });

let market: Market;
let workplace: Workplace;
let key: string;
let settings: NodeJS.ProcessEnv;
let server: RunningServer;

beforeAll(async () => {
  if (!isInstalled) return;

  market = await openMarket();
  workplace = await Workplace.make();
  key = await workplace.key();
  settings = {
    ...{ ALLOW_INSECURE_ENDPOINTS: '1', PROBE_ALLOW_PRIVATE: '1', SITE_URL: siteUrl },
    ...{ RPC_URL_BASE_SEPOLIA: market.chain.rpcUrl, PAYMENT_INTERVAL: '1s', PAYMENT_CONFIRMATIONS: '2' },
    SIGNING_KEY: await makeSigningKey(workplace.folder),
  };
  server = await startServer({ ...workplace.environment, ...settings });
});

afterAll(async () => {
  if (!isInstalled) return;

  await server.stop('SIGTERM');
  await market.close();
  await workplace.remove();
});

async function list(seller: Seller): Promise<string> {
  const answer: unknown = await (await register(server.url, key, registrationOf(seller))).json();

  return z.object({ id: z.string() }).parse(answer).id;
}

async function buy(buyer: Buyer, seller: Seller): Promise<Hash> {
  const [receipt] = await buyer.buy(seller);
  await market.chain.mine(3);
  return receipt?.transaction ?? '0x';
}

/** Imports a data set, and gives the tally; the command has to end well. */
async function imported(source: string, content: unknown): Promise<z.infer<typeof Tally>> {
  const file = join(workplace.folder, `${source}.json`);
  await writeFile(file, JSON.stringify(content));
  const { code, stdout, stderr } = await callIn(
    workplace,
    evidenceCommand,
    ['--from', file, '--json'],
    settings,
  );

  expect([code, stderr]).toEqual([0, expect.stringMatching(/checking payments/)]);
  return Tally.parse(JSON.parse(stdout));
}

async function outcomesOf(service: string): Promise<z.infer<typeof Outcomes>> {
  return Outcomes.parse(await (await fetch(`${server.url}/api/services/${service}/outcomes`)).json());
}

describe.skipIf(!isInstalled)('evidence of others', () => {
  it('counts once, however many sources tell of a payment, and is shown by the running server', async () => {
    const [seller, buyer] = [await market.openSeller(), await market.openBuyer()];
    const id = await list(seller);
    const tx = await buy(buyer, seller);
    const network = 'base-sepolia';
    const unknown = { tx: `0x${'ab'.repeat(32)}`, outcome: 'ok' };

    expect(
      await imported('first', {
        endpoint: seller.url,
        network,
        payments: [{ tx, outcome: 'non_delivery' }, unknown],
      }),
    ).toEqual({
      ...{ source: 'first', payments: 2, recorded: 1, waiting: 0, exists: 0, refused: { tx_not_found: 1 } },
    });
    expect(
      await imported('second', [
        { payTo: seller.declared.wallet, network, evidence: [{ tx, kind: 'non_delivery' }] },
      ]),
    ).toMatchObject({ recorded: 0, exists: 1 });
    await expect
      .poll(async () => (await outcomesOf(id)).statements, { timeout: 5_000 })
      .toMatchObject([{ source: 'first', class: 'tx', counted: false, outcome: 'nothing' }]);
  });

  it('is computed again by a mirror, which names the first summary that differs', async () => {
    const [seller, buyer] = [await market.openSeller(), await market.openBuyer()];
    const id = await list(seller);
    const claim = {
      network: market.chain.network,
      tx: await buy(buyer, seller),
      outcome: 'delivered' as const,
    };
    const message = signedText(new URL(siteUrl).host, id, claim);
    const signature = await privateKeyToAccount(buyer.privateKey).signMessage({ message });
    const stated = await fetch(`${server.url}/api/services/${id}/outcomes`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...claim, signature }),
    });
    expect(stated.status).toBe(201);

    const to = join(workplace.folder, 'mirror');
    const verify = () => callIn(workplace, mirrorCommand, ['--from', server.url, '--to', to, '--verify']);
    const first = await verify();
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/what buyers say of 2 services recomputed from \d records/) as string,
    });

    const copy = join(to, 'outcomes.ndjson');
    const lines = (await readFile(copy, 'utf8')).split('\n');
    const changed = lines.map((line) =>
      line.includes('"class":"payer"') ? line.replace('"outcome":"delivered"', '"outcome":"nothing"') : line,
    );
    await writeFile(copy, changed.join('\n'));
    const { code, stderr } = await verify();
    expect(code).toBe(1);
    expect(stderr).toMatch(
      new RegExp(
        `the summary of the service ${id} differs: claimed {.*"delivered":1.*}, recomputed {.*"failed":1.*}`,
      ),
    );
  });
});
