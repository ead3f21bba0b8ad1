import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { aService } from '../../fixtures/services.ts';
import { type Block, follow } from '../../support/guide-session.ts';
import { type GuidedCatalog, openGuidedCatalog } from '../../support/guided-catalog.ts';
import { aDocument, anEntry, base64 } from '../../fixtures/answers.ts';

const Port = z.object({ port: z.number() });
const payTo = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** What a seller asks at its paths, in the smallest unit. A check that meets a price elsewhere too says so. */
const amounts: Readonly<Record<string, string>> = { '/rain': '1000', '/snow': '10000' };

const seller = createServer((request, response) => {
  const amount = amounts[request.url ?? ''];
  if (amount === undefined) {
    response.writeHead(404).end();
    return;
  }

  const terms = { network: 'eip155:84532', asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' };
  const document = aDocument(anEntry({ ...terms, amount, payTo }));
  response.writeHead(402, { 'PAYMENT-REQUIRED': base64(document) }).end('{}');
});

let sellerUrl: string;
let catalog: GuidedCatalog;

beforeAll(async () => {
  seller.listen(0, '127.0.0.1');
  await once(seller, 'listening');
  sellerUrl = `http://127.0.0.1:${String(Port.parse(seller.address()).port)}`;
  catalog = await openGuidedCatalog([radar('Rain Radar', 'rain'), radar('Snow Radar', 'snow')]);
});

afterAll(async () => {
  await catalog.close();
  seller.close();
});

/** A service that declares the price of the seller's cheap route. */
function radar(name: string, path: string) {
  return aService({
    name,
    description: `${name} of the next hours for any city.`,
    endpoint: `${sellerUrl}/${path}`,
    category: 'weather-environment',
    pricing: { currency: 'USDC', pricePerRequest: '0.001' },
    x402Config: { network: 'base-sepolia', paymentAddress: payTo },
    owner: 'tests',
  });
}

/** Follows a guide, or the blocks of it with these names. */
async function read(path: string, names?: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const blocks = await catalog.guide(path);
  const chosen = blocks.filter(({ name }) => names?.includes(name) ?? true);

  return follow(chosen.map(asReader), { folder: catalog.folder });
}

/** The command of this clone; `test/package` runs that of the package. */
const command = `node ${new URL('../../../scripts/tollbook.ts', import.meta.url).pathname}`;

function asReader(block: Block): Block {
  const code = block.code
    .replaceAll('https://api.example.com', sellerUrl)
    .replaceAll('npx tollbook', command);

  return { ...block, code };
}

describe('the quick start for agents, followed word by word', () => {
  let printed: Readonly<Record<string, string>>;

  beforeAll(async () => {
    printed = await read('/docs/agents/');
  });

  it('finds services with a sentence', () => {
    expect(JSON.parse(printed['ask with a sentence'] ?? '')).toMatchObject({
      intent: { maxPrice: '0.01' },
      total: 2,
      results: [{ id: expect.stringMatching(/-radar-/) as string }, {}],
    });
  });

  it('decides for the one that asks for what it declares', () => {
    expect(printed['choose a service']).toMatch(/^rain-radar-\w{8}$/);
  });

  it('has a file for MCP clients, and calls a tool', () => {
    expect(JSON.parse(printed['call a tool by hand'] ?? '')).toMatchObject([
      { id: expect.stringMatching(/-radar-/) as string, verdict: 'allow' },
      { verdict: 'warn', reasons: [expect.stringContaining('Live price is 0.01 USDC') as string] },
    ]);
  });

  it('asks as clients of x402 discovery and registries of agents do', () => {
    expect(JSON.parse(printed['ask as a client of x402 discovery'] ?? '')).toContainEqual({
      resource: `${sellerUrl}/rain`,
      accepts: [expect.objectContaining({ payTo, amount: '1000' }) as object],
      verdict: 'verified',
    });
    expect(JSON.parse(printed['ask as a registry of agents'] ?? '')).toContainEqual({
      displayName: 'Rain Radar',
      score: expect.any(Number) as number,
      endpoint: `${sellerUrl}/rain`,
    });
  });

  it('searches and verifies at a shell', () => {
    expect(printed['ask with the command']).toContain('Rain Radar');
    expect(printed['ask with the command']).toMatch(/^rain-radar-\w{8}: .*Verified/m);
  });

  it('reads the service as Markdown', () => {
    expect(printed['read a service as Markdown']).toMatch(/^# Rain Radar\n/);
  });

  it('checks an endpoint that is not listed', () => {
    expect(JSON.parse(printed['check an endpoint that is not listed'] ?? '')).toMatchObject({
      valid: true,
      verdict: 'verified',
    });
  });
});
