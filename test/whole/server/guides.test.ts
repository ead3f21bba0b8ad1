import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll } from 'vitest';
import { z } from 'zod';
import { aDocument, anEntry, base64 } from '../../fixtures/answers.ts';
import { aService } from '../../fixtures/services.ts';
import { type GuidedCatalog, openGuidedCatalog } from '../../support/guided-catalog.ts';
import { makeSigningKey } from '../../support/signing-key.ts';
import { buildTimeoutMs } from '../../support/soon.ts';
import { folderForAll } from '../../support/temporary-folder.ts';
import { describeAgentsGuide } from './guides/agents.ts';
import { describeOwnersGuide } from './guides/owners.ts';
import { describeScannersGuide } from './guides/scanners.ts';
import { describeWebhooksGuide } from './guides/webhooks.ts';

const folder = await folderForAll();
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
let [rain, snow] = ['', ''];

beforeAll(async () => {
  seller.listen(0, '127.0.0.1');
  await once(seller, 'listening');
  sellerUrl = `http://127.0.0.1:${String(z.object({ port: z.number() }).parse(seller.address()).port)}`;
  const services = [radar('Rain Radar', 'rain'), radar('Snow Radar', 'snow')];
  [rain = '', snow = ''] = services.map(({ id }) => id);
  catalog = await openGuidedCatalog(services, { SIGNING_KEY: await makeSigningKey(folder) });
}, buildTimeoutMs);

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

// All readers use one catalog, so the order counts: the first two expect these two services and no other.
describeAgentsGuide(() => ({ catalog, sellerUrl, payTo }));
describeScannersGuide(() => ({ catalog, rain, snow }));
describeOwnersGuide(() => catalog);
describeWebhooksGuide(() => catalog);
