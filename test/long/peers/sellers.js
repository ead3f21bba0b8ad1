/*
 * Sellers as others build them: `@x402/express` (version 2) and `x402-express` (version 1), with a facilitator that knows their
 * networks and settles nothing. Prints the addresses of both as one line of JSON, and ends with its standard input.
 */
import { createServer } from 'node:http';
import { HTTPFacilitatorClient } from '@x402/core/server';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import { paymentMiddleware, x402ResourceServer } from '@x402/express';
import { declareDiscoveryExtension } from '@x402/extensions/bazaar';
import { ExactSvmScheme } from '@x402/svm/exact/server';
import express from 'express';
import { paymentMiddleware as paymentMiddlewareOfV1 } from 'x402-express';

const evmWallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const solanaWallet = '2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4';
const feePayer = 'EwWqGE4ZFKLofuestmU4LDdK7XM1N4ALgdZccwYugwGd';
const [baseSepolia, solanaDevnet] = ['eip155:84532', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'];

const supported = {
  kinds: [
    { x402Version: 2, scheme: 'exact', network: baseSepolia },
    { x402Version: 2, scheme: 'exact', network: solanaDevnet, extra: { feePayer } },
    { x402Version: 1, scheme: 'exact', network: 'base-sepolia' },
    { x402Version: 1, scheme: 'exact', network: 'solana-devnet', extra: { feePayer } },
  ],
  extensions: [],
  signers: {},
};

async function listen(handler) {
  const server = createServer(handler);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

const facilitator = await listen((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(supported));
});

function sellerOfV2() {
  const server = new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitator }))
    .register(baseSepolia, new ExactEvmScheme())
    .register(solanaDevnet, new ExactSvmScheme());
  const evm = { scheme: 'exact', price: '$0.01', network: baseSepolia, payTo: evmWallet };
  const solana = { scheme: 'exact', price: '$0.0025', network: solanaDevnet, payTo: solanaWallet };
  const routes = {
    'GET /evm': { accepts: [evm], description: 'Paid on Base Sepolia.', mimeType: 'application/json' },
    'GET /solana': { accepts: [solana], description: 'Paid on Solana Devnet.', mimeType: 'application/json' },
    'GET /both': { accepts: [solana, evm], description: 'Paid on either.', mimeType: 'application/json' },
    'GET /described': {
      accepts: [evm],
      description: 'Describes its query.',
      extensions: declareDiscoveryExtension({
        input: { city: 'Bergen', days: 2 },
        inputSchema: {
          properties: { city: { type: 'string', description: 'Its name.' }, days: { type: 'integer' } },
          required: ['city'],
        },
        output: { example: { rain: true } },
      }),
    },
    'POST /described-body': {
      accepts: [evm],
      description: 'Describes its body.',
      extensions: declareDiscoveryExtension({
        method: 'POST',
        bodyType: 'json',
        input: { text: "It's raining." },
        inputSchema: { properties: { text: { type: 'string' } }, required: ['text'] },
      }),
    },
    'POST /post': { accepts: [evm], description: 'Asked by POST.', mimeType: 'application/json' },
  };
  const app = express();
  app.use(paymentMiddleware(routes, server));
  app.all('*', (_request, response) => void response.json({ paid: true }));
  return app;
}

function sellerOfV1() {
  const app = express();
  app.use(
    paymentMiddlewareOfV1(
      evmWallet,
      {
        'GET /evm': { price: '$0.01', network: 'base-sepolia' },
        'GET /described': {
          price: '$0.01',
          network: 'base-sepolia',
          config: {
            inputSchema: { queryParams: { city: { type: 'string', required: true } } },
            outputSchema: { type: 'object', properties: { rain: { type: 'boolean' } } },
          },
        },
      },
      { url: facilitator },
    ),
  );
  app.get(['/evm', '/described'], (_request, response) => void response.json({ paid: true }));
  return app;
}

console.log(JSON.stringify({ v1: await listen(sellerOfV1()), v2: await listen(sellerOfV2()) }));
process.stdin.resume().on('end', () => process.exit(0));
