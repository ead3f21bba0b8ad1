import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Buyer,
  type Market,
  openMarket,
  type Seller,
  type SellerOptions,
} from '../../../economy/market.ts';
import type { PayableTerms } from '../../../src/site/payable-terms.ts';
import { snippetsFor } from '../../../src/site/snippets.ts';
import { installPackages } from '../../support/own-packages.ts';
import { type Ended, runProcess } from '../../support/run-process.ts';

const economy = new URL('../../../economy/', import.meta.url).pathname;
const isInstalled = await installPackages(economy);
const hasTools = (await runProcess('sh', ['-c', 'command -v curl awk base64 python3'])).code === 0;

let market: Market;
let buyer: Buyer;
let folder: string;

beforeAll(async () => {
  if (!isInstalled) return;

  market = await openMarket();
  buyer = await market.openBuyer();
  folder = await mkdtemp(join(tmpdir(), 'snippet-'));
  await symlink(join(economy, 'node_modules'), join(folder, 'node_modules'));
});

afterAll(async () => {
  if (!isInstalled) return;

  await market.close();
  await rm(folder, { recursive: true });
});

/** What the page of this seller would offer to pay, from its declaration. */
function declaredTerms({ declared: { price, wallet, token } }: Seller): PayableTerms {
  return {
    family: 'eip155',
    network: market.chain.network,
    networkOfV1: 'base-sepolia',
    networkTitle: 'Base Sepolia',
    payTo: wallet,
    asset: market.tokens[token],
    symbol: token,
    price,
    amount: String(Number(price) * 1e6),
  };
}

/** The code in one block of a seller's page. */
function codeOf(seller: Seller, language: string, block: number, terms = declaredTerms(seller)): string {
  const snippet = snippetsFor(seller.url, terms, { method: seller.method }).find(({ id }) => id === language);

  return snippet?.blocks[block]?.code ?? '';
}

/** Saves and runs the TypeScript of a seller's page as the page says. */
async function run(
  seller: Seller,
  terms = declaredTerms(seller),
  keys: { PRIVATE_KEY?: string } = { PRIVATE_KEY: buyer.privateKey },
): Promise<Ended> {
  await writeFile(join(folder, 'buy.mts'), codeOf(seller, 'typescript', 1, terms));
  const { PRIVATE_KEY: _, ...env } = process.env;

  return runProcess(process.execPath, ['buy.mts'], {
    cwd: folder,
    env: { ...env, ...keys },
  });
}

function earned({ declared }: Seller): Promise<string> {
  return market.balanceOf(declared.wallet, declared.token);
}

describe.skipIf(!isInstalled)('the TypeScript on a page', () => {
  it.each<SellerOptions>([
    { version: 2 },
    { version: 1 },
    { version: 2, method: 'POST' },
    { version: 1, method: 'POST' },
    { version: 2, token: 'EURC' },
    { version: 1, token: 'EURC' },
    { version: 2, price: '2.5' },
    { version: 1, price: '2.5' },
  ])('buys from a seller as %o', async (options) => {
    const seller = await market.openSeller({ ...options, answer: { rain: true } });

    const { code, stdout, stderr } = await run(seller);

    expect(stderr).toMatch(/^Payment: \{.*"transaction":"0x[0-9a-f]{64}".*\}\nStatus: 200\n$/);
    expect([code, stdout]).toEqual([0, '{"rain":true}\n']);
    expect(await earned(seller)).toBe(seller.declared.price);
  });

  it.each<SellerOptions>([
    { version: 2, live: { price: '0.010001' } },
    { version: 1, live: { price: '0.010001' } },
    { version: 2, live: { wallet: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } },
    { version: 1, live: { wallet: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' } },
    { version: 2, live: { token: 'EURC' } },
    { version: 1, live: { token: 'EURC' } },
  ])('does not pay a seller as %o', async (options) => {
    const seller = await market.openSeller(options);
    const before = await holdings();

    const { code, stdout, stderr } = await run(seller);

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /Not paid: it asks for other terms\.\nThis program pays at most 0\.01 USDC, to 0x/,
    );
    expect(await holdings()).toEqual(before);
  });

  it.each([
    { x402Version: 1, amount: '1', maxAmountRequired: '900000000' },
    { x402Version: 2, amount: '900000000', maxAmountRequired: '1' },
    { x402Version: 1, amount: '1' },
    { x402Version: 2, maxAmountRequired: '1' },
    { x402Version: 2, amount: '-1' },
    { x402Version: 2, amount: '0x1' },
    { x402Version: 2, amount: 1 },
    { x402Version: 2, amount: '1', payTo: null },
    { x402Version: 2, amount: '1', asset: ['0x036CbD53842c5426634e7929541eC2318f3dCF7e'] },
  ])('signs nothing for a seller that hides what it takes: %o', async ({ x402Version, ...tricks }) => {
    const honest = await market.openSeller();
    const { payTo, asset } = declaredTerms(honest);
    const network = x402Version === 1 ? 'base-sepolia' : market.chain.network;
    const accepts = [
      {
        scheme: 'exact',
        network,
        payTo,
        asset,
        maxTimeoutSeconds: 60,
        extra: { name: 'USDC', version: '2' },
        resource: honest.url,
        ...tricks,
      },
    ];
    const required = JSON.stringify({ x402Version, resource: { url: honest.url }, accepts });
    const signatures: unknown[] = [];
    const trickster = createServer(({ headers }, response) => {
      signatures.push(headers['x-payment'] ?? headers['payment-signature']);
      const header =
        x402Version === 2 ? { 'PAYMENT-REQUIRED': Buffer.from(required).toString('base64') } : {};
      response.writeHead(402, { 'Content-Type': 'application/json', ...header }).end(required);
    }).listen(0, '127.0.0.1');
    await once(trickster, 'listening');
    const url = `http://127.0.0.1:${(trickster.address() as AddressInfo).port}`;

    const { code } = await run({ ...honest, url });
    trickster.close();

    expect([code, signatures]).toEqual([1, [undefined]]);
  });

  it('pays less than the limit where the price went down', async () => {
    const seller = await market.openSeller({ live: { price: '0.004' } });

    expect((await run(seller)).code).toBe(0);
    expect(await earned(seller)).toBe('0.004');
  });

  it('does not pay on another network', async () => {
    const seller = await market.openSeller();
    const terms = { ...declaredTerms(seller), network: 'eip155:8453', networkOfV1: 'base' };

    expect(await run(seller, terms)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('This program pays at most 0.01 USDC, to 0x') as string,
    });
    expect(await earned(seller)).toBe('0');
  });

  it.each([{}, { PRIVATE_KEY: '' }, { PRIVATE_KEY: 'secret' }])(
    'asks for a key where the environment has %o',
    async (env) => {
      const seller = await market.openSeller();

      expect(await run(seller, declaredTerms(seller), env)).toMatchObject({
        code: 1,
        stderr:
          'Set PRIVATE_KEY to the key of a wallet that holds USDC on Base Sepolia: 0x and 64 hexadecimal digits.\n',
      });
    },
  );

  it('says so when the buyer has no money', async () => {
    const poor = await market.openBuyer({ funds: '0' });
    const seller = await market.openSeller();

    const { code, stderr } = await run(seller, declaredTerms(seller), { PRIVATE_KEY: poor.privateKey });
    expect([code, stderr]).toEqual([1, 'Status: 402\n']);
  });

  it('has correct types', async () => {
    const seller = await market.openSeller({ method: 'POST' });
    await writeFile(join(folder, 'buy.mts'), codeOf(seller, 'typescript', 1));
    const compiler = new URL('../../../node_modules/typescript/bin/tsc', import.meta.url).pathname;
    const types = new URL('../../../node_modules/@types', import.meta.url).pathname;
    const options = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2024', '--module', 'nodenext'];

    const { code, stdout } = await runProcess(
      process.execPath,
      [compiler, ...options, '--types', 'node', '--typeRoots', types, 'buy.mts'],
      { cwd: folder },
    );
    expect([code, stdout]).toEqual([0, '']);
  });

  async function holdings(): Promise<string[]> {
    return [await market.balanceOf(buyer.address, 'USDC'), await market.balanceOf(buyer.address, 'EURC')];
  }
});

describe.skipIf(!isInstalled)('the TypeScript on the page of a service on Solana', () => {
  it('pays nothing that a seller on another network asks', async () => {
    const seller = await market.openSeller();
    const terms: PayableTerms = {
      ...declaredTerms(seller),
      family: 'solana',
      network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
      networkOfV1: 'solana-devnet',
      networkTitle: 'Solana Devnet',
    };

    expect((await run(seller, terms, { PRIVATE_KEY: 'secret' })).stderr).toContain(
      'Set PRIVATE_KEY to the key of a wallet',
    );
    expect(await run(seller, terms, { PRIVATE_KEY: solanaKey() })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No network/scheme registered') as string,
    });
  });
});

/** A key as wallets export it: the secret and the public half, in base58. */
function solanaKey(): string {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });

  return base58.encode(Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]));
}

describe.skipIf(!isInstalled || !hasTools)('the curl command that reads the terms', () => {
  it.each<SellerOptions>([
    { version: 2 },
    { version: 1 },
    { version: 2, method: 'POST' },
    { version: 1, method: 'POST' },
  ])('prints those of a seller as %o', async (options) => {
    const seller = await market.openSeller({ ...options, price: '0.25' });

    const { stdout, stderr } = await runProcess('sh', ['-c', codeOf(seller, 'curl', 1)]);

    expect(stderr).toBe('');
    expect(stdout).toContain(`"payTo": "${seller.declared.wallet}"`);
    expect(stdout).toMatch(/"(amount|maxAmountRequired)": "250000"/);
  });
});
