import { once } from 'node:events';
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { wallet } from '../fixtures/registrations.ts';

/** USDC on Base. */
const usdcOnBase = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

/** Payment terms of x402 version 2: 0.01 USDC on Base. */
export function terms(overrides: object = {}): object {
  return {
    scheme: 'exact',
    network: 'eip155:8453',
    amount: '10000',
    asset: usdcOnBase,
    payTo: wallet,
    maxTimeoutSeconds: 60,
    extra: { name: 'USD Coin', version: '2' },
    ...overrides,
  };
}

/** An entry as the Bazaar shapes it. */
export function anItem(resource: string, overrides: object = {}): object {
  return {
    resource,
    type: 'http',
    x402Version: 2,
    accepts: [terms()],
    lastUpdated: '2026-01-31T12:00:00.000Z',
    serviceName: `Rain ${resource.split('/').at(-1) ?? ''}`,
    description: 'Precipitation for the next two hours.',
    ...overrides,
  };
}

/** Entries with endpoints of their own. */
export function someItems(count: number, from = 0): object[] {
  return Array.from({ length: count }, (_, i) => anItem(`https://rain.example.com/v1/${String(from + i)}`));
}

/** Answers a request itself, and returns true then. */
export type Quirk = (request: Asked, response: ServerResponse) => boolean | Promise<boolean>;

interface Asked {
  readonly path: string;
  readonly offset: number;
  readonly limit: number;
  readonly token: string | null;
  /** How many requests came before this one. */
  readonly before: number;
  readonly request: IncomingMessage;
}

/** Another catalog, in the form of the Bazaar. */
export interface BazaarSource {
  readonly url: string;
  /** Replaces its entries. */
  list(items: readonly unknown[]): void;
  /** The requests so far. */
  readonly asked: readonly Asked[];
  close(): void;
}

const Address = z.object({ port: z.number() });

/** Starts a Bazaar that is closed when the test ends. */
export async function aBazaar(items: readonly unknown[], quirk?: Quirk): Promise<BazaarSource> {
  const source = await startBazaar(items, quirk);
  onTestFinished(() => source.close());

  return source;
}

/** Starts a Bazaar that pages by limit and offset; it may misbehave by a quirk. Tests that run concurrently close it themselves. */
export async function startBazaar(
  items: readonly unknown[],
  quirk: Quirk = () => false,
): Promise<BazaarSource> {
  const asked: Asked[] = [];
  let listed = items;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const now = askedBy(request, asked.length);
    asked.push(now);
    if (await quirk(now, response)) return;
    if (now.path !== '/discovery/resources') return void send(response, 404);

    const { limit, offset } = now;
    const page = listed.slice(offset, offset + limit);
    sendJson(response, { x402Version: 2, items: page, pagination: { limit, offset, total: listed.length } });
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = Address.parse(server.address());
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, asked, list: (others) => (listed = others), close };
}

/** Answers without JSON. */
export function send(
  response: ServerResponse,
  status: number,
  headers: OutgoingHttpHeaders = {},
  body = '',
): true {
  response.writeHead(status, headers).end(body);
  return true;
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): true {
  return send(response, status, { 'content-type': 'application/json' }, JSON.stringify(body));
}

function askedBy(request: IncomingMessage, before: number): Asked {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const number = (name: string, usual: number): number => Number(searchParams.get(name) ?? usual);

  return {
    path: pathname,
    offset: number('offset', 0),
    limit: number('limit', 100),
    token: searchParams.get('pageToken'),
    before,
    request,
  };
}
