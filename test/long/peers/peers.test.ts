import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HttpProbe } from '../../../src/adapters/probe/http-probe.ts';
import { examine, type Examination } from '../../../src/verification/examine.ts';
import { noFacts } from '../../../src/domain/facts.ts';
import { familyOn, namesOfV1 } from '../../../src/domain/network.ts';
import type { DeclaredTerms } from '../../../src/domain/service.ts';
import { type ServicePage, servicePage } from '../../../src/site/service-page.ts';
import { observedView } from '../../../src/views/observed-terms.ts';
import { aService } from '../../fixtures/services.ts';
import { aCheckedEntry, catalogOf, historyOf, measuredDays } from '../../fixtures/site-catalog.ts';
import { installPackages } from '../../support/own-packages.ts';

const Sellers = z.object({ v1: z.string(), v2: z.string() });
const evmWallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const solanaWallet = '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4';

const probe = new HttpProbe({ userAgent: 'tollbook/0', allowPrivate: true });
let sellers: z.infer<typeof Sellers>;
let stop: (() => Promise<unknown>) | undefined;

const isInstalled = await installPackages(import.meta.dirname);

beforeAll(async () => {
  if (!isInstalled) return;

  const child = spawn(process.execPath, [join(import.meta.dirname, 'sellers.js')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  stop = () => {
    child.stdin.end();
    return ended;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    sellers = Sellers.parse(JSON.parse(line));
    break;
  }
});

afterAll(() => stop?.());

async function met(endpoint: string, declared?: DeclaredTerms): Promise<Examination> {
  return examine(await probe.probe(endpoint), declared);
}

function terms(paymentAddress: string, network: string, pricePerRequest: string): DeclaredTerms {
  return { pricing: { currency: 'USDC', pricePerRequest }, x402Config: { paymentAddress, network } };
}

it.skipIf(!isInstalled)(
  'the client of @x402/evm knows the networks of version 1 that Tollbook says it knows',
  async () => {
    const client: unknown = await import(
      join(import.meta.dirname, 'node_modules/@x402/evm/dist/esm/v1/index.mjs')
    );
    const { NETWORKS } = z.object({ NETWORKS: z.array(z.string()) }).parse(client);

    expect([...NETWORKS].sort()).toEqual([...namesOfV1].filter((name) => familyOn(name) === 'eip155').sort());
  },
);

describe.skipIf(!isInstalled)('a seller on @x402/express', () => {
  it.each([
    ['/evm', terms(evmWallet, 'base-sepolia', '0.01')],
    ['/evm', terms(evmWallet, 'eip155:84532', '0.010')],
    ['/solana', terms(solanaWallet, 'solana-devnet', '0.0025')],
    ['/both', terms(evmWallet, 'base-sepolia', '0.01')],
    ['/both', terms(solanaWallet, 'solana-devnet', '0.0025')],
    ['/post', terms(evmWallet, 'base-sepolia', '0.01')],
  ])('is verified at %s', async (path, declared) => {
    expect(await met(sellers.v2 + path, declared)).toMatchObject({ verdict: 'verified', httpStatus: 402 });
  });

  it.each([
    ['payto_mismatch', terms('0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', 'base-sepolia', '0.01')],
    ['network_mismatch', terms(evmWallet, 'polygon', '0.01')],
    ['price_mismatch', terms(evmWallet, 'base-sepolia', '0.02')],
  ])('is a %s when it declares something else', async (verdict, declared) => {
    expect((await met(`${sellers.v2}/evm`, declared)).verdict).toBe(verdict);
  });

  it('shows all ways to pay', async () => {
    const { terms: offered } = await met(`${sellers.v2}/both`);

    expect(offered.map(({ network, price }) => `${network} ${price ?? ''}`)).toEqual([
      'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1 0.0025',
      'eip155:84532 0.01',
    ]);
  });
});

describe.skipIf(!isInstalled)('a seller on x402-express, version 1', () => {
  it('is verified', async () => {
    expect(await met(`${sellers.v1}/evm`, terms(evmWallet, 'base-sepolia', '0.01'))).toMatchObject({
      verdict: 'verified',
      terms: [{ network: 'eip155:84532', price: '0.01', currency: 'USDC' }],
    });
  });
});

/** The page of a seller on Base Sepolia, after this check. */
async function pageAfter(path: string): Promise<ServicePage> {
  const { method, ...seen } = await met(path);
  const service = aService({ pricing: { currency: 'USDC', pricePerRequest: '0.01' } });
  const view = observedView(service, noFacts, { at: new Date(0), method, ...seen }, undefined);

  return servicePage(
    aCheckedEntry(service),
    catalogOf([], { ...historyOf(measuredDays, []), observed: () => Promise.resolve(view) }),
  );
}

describe.skipIf(!isInstalled)('a seller who describes its request', () => {
  it('does so by the bazaar extension, and its page sends that', async () => {
    const { call } = await pageAfter(`${sellers.v2}/described`);

    expect(call.snippets[0]?.blocks[0]?.code).toMatch(/^curl --include --globoff '.*\?city=Bergen&days=2'$/);
    expect(call.request).toMatchObject({
      method: 'GET',
      source: 'As its live 402 response describes it.',
      fields: [
        { name: 'city', place: 'query', type: 'string', isRequired: true, description: 'Its name.' },
        { name: 'days', type: 'integer', isRequired: false },
      ],
    });
    expect(call.output).toContain('"rain": true');
  });

  it('may describe a body', async () => {
    const { call } = await pageAfter(`${sellers.v2}/described-body`);

    expect(call.request).toMatchObject({ method: 'POST', fields: [{ name: 'text', place: 'body' }] });
    expect(call.snippets[1]?.blocks[1]?.code).toContain(String.raw`body: "{\"text\":\"It's raining.\"}"`);
  });

  it('does so by an outputSchema in version 1', async () => {
    const { call } = await pageAfter(`${sellers.v1}/described`);

    expect(call.request).toMatchObject({
      method: 'GET',
      fields: [{ name: 'city', type: 'string', isRequired: true }],
      notes: [expect.stringContaining('placeholders')],
    });
    expect(call.output).toContain('"rain"');
  });
});
