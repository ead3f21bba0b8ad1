import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';
import { aRegistration } from '../../support/registration.ts';

const Address = z.object({ port: z.number() });

/** Sellers at loopback addresses, which ask for another price now and then. */
export interface Sellers {
  /** The endpoint of a seller; no two share an address. */
  readonly endpoint: (writer: number, number: number) => string;
  readonly close: () => Promise<void>;
}

/** How long a seller asks the same price. */
const priceMs = 40_000;

export async function startSellers(): Promise<Sellers> {
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(402, { 'Payment-Required': challenge() }).end('{}');
  });
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = Address.parse(server.address());

  return {
    endpoint: (writer, number) =>
      `http://127.${String(2 + writer)}.${String(number >> 8)}.${String(number & 255)}:${String(port)}/v1`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function challenge(): string {
  const { paymentAddress } = aRegistration('soak').x402Config;
  const isDear = Math.floor(Date.now() / priceMs) % 2 === 1;
  const offer = {
    scheme: 'exact',
    network: 'eip155:84532',
    amount: isDear ? '20000' : '10000',
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    payTo: paymentAddress,
    maxTimeoutSeconds: 60,
    extra: { name: 'USDC', version: '2' },
  };
  const resource = { url: 'https://api.example.com/v1', description: 'An answer.' };

  return Buffer.from(JSON.stringify({ x402Version: 2, resource, accepts: [offer] })).toString('base64');
}
